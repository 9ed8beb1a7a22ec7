import type { BriefSource } from "vireo/brief";
import { defineModule } from "vireo/module";
import { addBrandKitRoutes, readCaptionPreset } from "./brand-kit";
import { findBrandFont, readBrief } from "./brief";
import { contentTypes } from "./content-types";
import { addFontRoutes } from "./fonts/routes";
import { migrations } from "./migrations";
import { addContentRoutes } from "./routes";

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
    ...Object.fromEntries(
      contentTypes.map(({ title, about, path }) => [title, { description: about, paths: [`/${path}`] }]),
    ),
  },
  migrations,
  limits: { fonts: 20 },
  children: { font: async () => (await import("./fonts/check")).checkFont },
  start(context) {
    const routes = context.router();
    for (const content of contentTypes) addContentRoutes(routes, context, content);
    addBrandKitRoutes(routes, context);
    addFontRoutes(routes, context);
    const service: BriefSource = {
      brief: (accountId, ids) => readBrief(context, accountId, ids),
      font: (accountId, name, field) => findBrandFont(context, accountId, name, field),
      captionPreset: (accountId) => readCaptionPreset(context.db, accountId),
    };
    return { routes, service };
  },
});
