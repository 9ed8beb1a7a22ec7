import { defineModule } from "vireo/module";
import { callbackRoutes } from "vireo/oauth";
import { ApiKey, ClientId, Group, Url } from "vireo/settings";
import { createApi } from "./api";
import { createConnector } from "./connector";
import { createProvider } from "./provider";

/** Publishes to TikTok with the operator's own app. */
export const tiktok = defineModule({
  name: "tiktok",
  description: "Publishes to TikTok directly, with your own app.",
  title: "TikTok",
  fills: ["social"],
  keysAt: "https://developers.tiktok.com/apps/",
  settings: Group({
    clientId: ClientId("TIKTOK_CLIENT_ID", "Client key of your TikTok app. Enables publishing to TikTok."),
    clientSecret: ApiKey("TIKTOK_CLIENT_SECRET", "Client secret of your TikTok app."),
    apiUrl: Url("TIKTOK_API_URL", "URL of TikTok's API.", "https://open.tiktokapis.com"),
    loginUrl: Url("TIKTOK_LOGIN_URL", "URL of TikTok's sign-in page.", "https://www.tiktok.com"),
  }),
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
