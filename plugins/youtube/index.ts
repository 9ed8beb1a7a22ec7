import { Type } from "@sinclair/typebox";
import { defineModule } from "vireo/module";
import { callbackRoutes } from "vireo/oauth";
import { ApiKey, ClientId, Group, Url } from "vireo/settings";
import { createApi } from "./api";
import { createConnector } from "./connector";
import { createProvider } from "./provider";

/** Publishes to YouTube with the operator's own app. */
export const youtube = defineModule({
  name: "youtube",
  description: "Publishes to YouTube directly, with your own app.",
  title: "YouTube",
  fills: ["social"],
  keysAt: "https://console.cloud.google.com/apis/credentials",
  settings: Group({
    clientId: ClientId("YOUTUBE_CLIENT_ID", "Client ID of your Google Cloud app. Enables publishing to YouTube."),
    clientSecret: ApiKey("YOUTUBE_CLIENT_SECRET", "Client secret of your Google Cloud app."),
    uploadsPerDay: Type.Integer({
      default: 100,
      minimum: 1,
      maximum: 1_000_000,
      env: "YOUTUBE_UPLOADS_PER_DAY",
      description: "Uploads per day that Google allows your app. New apps have 100.",
    }),
    apiUrl: Url("YOUTUBE_API_URL", "URL of Google's API.", "https://www.googleapis.com"),
    tokenUrl: Url("YOUTUBE_TOKEN_URL", "URL of Google's token endpoint.", "https://oauth2.googleapis.com"),
    loginUrl: Url("YOUTUBE_LOGIN_URL", "URL of Google's sign-in page.", "https://accounts.google.com"),
  }),
  uses: ["social"],
  start({ settings, services, fetch, media, host, log, now }) {
    const { clientId, clientSecret, uploadsPerDay, ...urls } = settings;
    if (!clientId || !clientSecret || !services.social) return {};
    const app = { clientId, clientSecret, ...urls };
    const api = createApi(app);
    const connections = services.social.connector("youtube", createConnector(app, api));
    return {
      engines: { social: createProvider({ api, connections, fetch, media, host, log, now, uploadsPerDay }) },
      open: callbackRoutes("YouTube", connections),
    };
  },
});
