import { defineModule } from "vireo/module";
import { addBrandKitRoutes, readBrandKit } from "./brand-kit";
import { createBriefSource } from "./brief";
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
    "Brand kit": { description: "Colors, logo, captions and voice of the account.", paths: ["/brand-kit"] },
    ...Object.fromEntries(groups.map(({ title, about, path }) => [title, { description: about, paths: [`/${path}`] }])),
  },
  migrations,
  start({ router, db, audit, fetch }) {
    const store = createStore(db);
    const routes = router();
    for (const group of groups) addRoutes(routes, group, createResource(group, store, fetch));
    addBrandKitRoutes(routes, { db, audit, fetch });
    return { routes, service: createBriefSource(store, (accountId) => readBrandKit(db, accountId)) };
  },
});
