import { Type } from "@sinclair/typebox";
import { defineModule } from "vireo/module";
import { Group } from "vireo/settings";
import { migrations } from "./migrations";
import { createProvider, FEED } from "./provider";
import { feedRoutes } from "./routes";

/** Built-in scheduling provider. Nothing leaves this server. */
export const sandbox = defineModule({
  name: "sandbox",
  description: "Social accounts for testing. Posts appear on a page of this server.",
  migrations,
  secrets: [
    {
      table: "sandbox_feeds",
      column: "token",
      purpose: FEED,
      lost: "Sandbox feeds have new URLs.",
    },
  ],
  settings: Group({
    enabled: Type.Boolean({ default: true, description: "Enables the sandbox accounts." }),
  }),
  start: (context) =>
    context.settings.enabled ? { engines: { social: createProvider(context) }, open: feedRoutes(context) } : {},
});
