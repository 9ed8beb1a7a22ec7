import { Type } from "@sinclair/typebox";
import { defineModule } from "vireo/module";
import { callbackRoutes } from "vireo/oauth";
import { createApi } from "./api";
import { createConnector } from "./connector";
import { createProvider } from "./provider";

const text = (env: string, description: string, secret = false) =>
  Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 500,
      pattern: "^[!-~]+$",
      expected: "text without spaces",
      editable: true,
      env,
      description,
      ...(secret ? { secret } : {}),
    }),
  );
const url = (value: string, env: string, description: string) =>
  Type.String({
    default: value,
    pattern: "^https?://[^/?#@]+$",
    expected: `an address such as ${value}`,
    env,
    description,
  });

/** Publishes to YouTube with the operator's own app. */
export const youtube = defineModule({
  name: "youtube",
  description: "Publishes to YouTube directly, with an app of your own.",
  title: "YouTube",
  fills: ["social"],
  keysAt: "https://console.cloud.google.com/apis/credentials",
  settings: Type.Object(
    {
      clientId: text("YOUTUBE_CLIENT_ID", "Client ID of your Google Cloud app. Enables publishing to YouTube."),
      clientSecret: text("YOUTUBE_CLIENT_SECRET", "Client secret of your Google Cloud app.", true),
      uploadsPerDay: Type.Integer({
        default: 100,
        minimum: 1,
        maximum: 1_000_000,
        env: "YOUTUBE_UPLOADS_PER_DAY",
        description: "Uploads per day that Google allows your app. New apps have 100.",
      }),
      apiUrl: url("https://www.googleapis.com", "YOUTUBE_API_URL", "URL of Google's API."),
      tokenUrl: url("https://oauth2.googleapis.com", "YOUTUBE_TOKEN_URL", "URL of Google's token endpoint."),
      loginUrl: url("https://accounts.google.com", "YOUTUBE_LOGIN_URL", "URL of Google's sign-in page."),
    },
    { additionalProperties: false, default: {} },
  ),
  uses: ["social"],
  start({ settings, services, fetch, log, now }) {
    const { clientId, clientSecret, uploadsPerDay, ...urls } = settings;
    if (!clientId || !clientSecret || !services.social) return {};
    const app = { clientId, clientSecret, ...urls };
    const api = createApi(app);
    const connections = services.social.connector("youtube", createConnector(app, api));
    return {
      engines: { social: createProvider({ api, connections, fetch, log, now, uploadsPerDay }) },
      open: callbackRoutes("YouTube", connections),
    };
  },
});
