import { Type } from "@sinclair/typebox";
import { defineModule } from "vireo/module";
import { callbackRoutes } from "vireo/oauth";
import { ApiKey, ClientId, Group, Url } from "vireo/settings";
import { createApi } from "./api";
import { createConnector } from "./connector";
import { createProvider } from "./provider";

/** Publishes reels to Instagram with the operator's own app. */
export const instagram = defineModule({
  name: "instagram",
  description: "Publishes reels to Instagram directly, with your own app.",
  title: "Instagram",
  fills: ["social"],
  keysAt: "https://developers.facebook.com/apps/",
  settings: Group({
    clientId: ClientId("INSTAGRAM_CLIENT_ID", "Instagram app ID of your Meta app. Enables publishing to Instagram."),
    clientSecret: ApiKey("INSTAGRAM_CLIENT_SECRET", "Instagram app secret."),
    apiVersion: Type.String({
      default: "v24.0",
      pattern: "^v\\d{1,3}\\.\\d$",
      expected: "a version such as v24.0",
      env: "INSTAGRAM_API_VERSION",
      description: "Version of Meta's Graph API.",
    }),
    apiUrl: Url("INSTAGRAM_API_URL", "URL of Instagram's API.", "https://graph.instagram.com"),
    tokenUrl: Url("INSTAGRAM_TOKEN_URL", "URL of Instagram's token endpoint.", "https://api.instagram.com"),
    loginUrl: Url("INSTAGRAM_LOGIN_URL", "URL of Instagram's sign-in page.", "https://www.instagram.com"),
  }),
  uses: ["social"],
  start({ settings, services, now }) {
    const { clientId, clientSecret, ...rest } = settings;
    if (!clientId || !clientSecret || !services.social) return {};
    const app = { clientId, clientSecret, ...rest };
    const api = createApi(app);
    const connections = services.social.connector("instagram", createConnector(app, api));
    return {
      engines: { social: createProvider({ api, connections, now }) },
      open: callbackRoutes("Instagram", connections),
    };
  },
});
