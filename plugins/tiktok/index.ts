import { Type } from "@sinclair/typebox";
import { defineModule } from "vireo/module";
import { callbackRoutes } from "vireo/oauth";
import { createApi } from "./api";
import { createConnector } from "./connector";
import { createProvider } from "./provider";

const url = (value: string, env: string, description: string) =>
  Type.String({
    default: value,
    pattern: "^https?://[^/?#@]+$",
    expected: `an address such as ${value}`,
    env,
    description,
  });
const text = { minLength: 1, maxLength: 500, pattern: "^[!-~]+$", expected: "text without spaces" };

/** Publishes to TikTok with the operator's own app. */
export const tiktok = defineModule({
  name: "tiktok",
  description: "Publishes to TikTok directly, with an app of your own.",
  title: "TikTok",
  fills: ["social"],
  keysAt: "https://developers.tiktok.com/apps/",
  settings: Type.Object(
    {
      clientId: Type.Optional(
        Type.String({
          ...text,
          editable: true,

          env: "TIKTOK_CLIENT_ID",
          description: "Client key of your TikTok app. Enables publishing to TikTok.",
        }),
      ),
      clientSecret: Type.Optional(
        Type.String({
          ...text,
          secret: true,
          editable: true,
          env: "TIKTOK_CLIENT_SECRET",
          description: "Client secret of your TikTok app.",
        }),
      ),
      apiUrl: url("https://open.tiktokapis.com", "TIKTOK_API_URL", "URL of TikTok's API."),
      loginUrl: url("https://www.tiktok.com", "TIKTOK_LOGIN_URL", "URL of TikTok's sign-in page."),
    },
    { additionalProperties: false, default: {} },
  ),
  uses: ["social"],
  start({ settings, services, now }) {
    const { clientId, clientSecret, ...urls } = settings;
    if (!clientId || !clientSecret || !services.social) return {};
    const app = { clientId, clientSecret, ...urls };
    const api = createApi(app);
    const connections = services.social.connector("tiktok", createConnector(app, api));
    return {
      engines: { social: createProvider({ api, connections, now }) },
      open: callbackRoutes("TikTok", connections),
    };
  },
});
