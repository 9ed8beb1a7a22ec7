import { defineModule } from "vireo/module";
import type { Templates } from "vireo/templates";
import { builtIn } from "./built-in/index";
import type { TemplateStore } from "./context";
import { migrations } from "./migrations";
import { loadPreviews } from "./previews";
import { addTemplateRoutes, previewRoutes } from "./routes";
import { acceptKind, fillTemplate } from "./use-template";

export const templates = defineModule({
  name: "templates",
  title: "Templates",
  description:
    "Requests with named fields: a sale, a menu, a job offer. Videos and images are made from a template and the values of its fields.",
  scopes: ["media:read", "media:write"],
  audited: ["template.created", "template.updated", "template.deleted"],
  errors: {
    text_too_long: {
      status: 400,
      title: "Text too long",
      help: "A text is longer than its field of the template. `maxLengths` has the lengths that fit, in characters.",
      example: { maxLengths: { "fields.headline": 40 } },
    },
  },
  templates: builtIn,
  migrations,
  async start(context) {
    const store: TemplateStore = { ...context, targets: new Map() };
    await loadPreviews();
    const routes = context.router();
    addTemplateRoutes(routes, store);
    const service: Templates = {
      accept: (kind, target) => acceptKind(store, kind, target),
      fill: (accountId, kind, use) => fillTemplate(store, accountId, kind, use),
    };
    return { routes, open: previewRoutes(), service };
  },
});
