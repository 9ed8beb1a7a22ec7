import { defineModule } from "vireo/module";
import { addBrandKitRoutes, listFontUses, readBrandKit } from "./brand-kit";
import { createBriefSource } from "./brief";
import { addFontRoutes } from "./fonts/routes";
import { findFont } from "./fonts/store";
import { getFamily } from "./fonts/upload";
import { groups } from "./groups";
import { migrations } from "./migrations";
import { createResource } from "./resource";
import { addRoutes } from "./routes";
import { createStore } from "./store";

export const content = defineModule({
  name: "content",
  prefix: "",
  scopes: ["content:read", "content:write"],
  audited: ["brand_kit.updated"],
  description:
    "Resources for planning content: personas, messaging, products, styles, characters, inspiration projects.",
  tags: {
    "Brand kit": {
      description: "Colors, logo, fonts, captions and voice of the account.",
      paths: ["/brand-kit", "/fonts"],
    },
    ...Object.fromEntries(groups.map(({ title, about, path }) => [title, { description: about, paths: [`/${path}`] }])),
  },
  migrations,
  limits: { fonts: 20 },
  children: { font: async () => (await import("./fonts/check")).checkFont },
  start(context) {
    const { router, db, audit, fetch, media } = context;
    const store = createStore(db);
    const routes = router();
    for (const group of groups) addRoutes(routes, group, createResource(group, store, fetch));
    addBrandKitRoutes(routes, { db, audit, fetch });
    addFontRoutes(routes, context, (accountId, fonts) => listFontUses(db, accountId, fonts));
    const service = createBriefSource(store, {
      readKit: (accountId) => readBrandKit(db, accountId),
      async findFont(accountId, name) {
        const font = await findFont(db, accountId, name);
        return font && { family: getFamily(font.id), weight: font.facts.weight, url: media.url(font.key) };
      },
    });
    return { routes, service };
  },
});
