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

/** Publishes reels to Instagram with the operator's own app. */
export const instagram = defineModule({
  name: "instagram",
  description: "Publishes reels to Instagram directly, with an app of your own.",
  title: "Instagram",
  fills: ["social"],
  keysAt: "https://developers.facebook.com/apps/",
  settings: Type.Object(
    {
      clientId: Type.Optional(
        Type.String({
          ...text,
          editable: true,

          env: "INSTAGRAM_CLIENT_ID",
          description: "Instagram app ID of your Meta app. Enables publishing to Instagram.",
        }),
      ),
      clientSecret: Type.Optional(
        Type.String({
          ...text,
          secret: true,
          editable: true,
          env: "INSTAGRAM_CLIENT_SECRET",
          description: "Instagram app secret.",
        }),
      ),
      apiVersion: Type.String({
        default: "v24.0",
        pattern: "^v\\d{1,3}\\.\\d$",
        expected: "a version such as v24.0",
        env: "INSTAGRAM_API_VERSION",
        description: "Version of Meta's Graph API.",
      }),
      apiUrl: url("https://graph.instagram.com", "INSTAGRAM_API_URL", "URL of Instagram's API."),
      tokenUrl: url("https://api.instagram.com", "INSTAGRAM_TOKEN_URL", "URL of Instagram's token endpoint."),
      loginUrl: url("https://www.instagram.com", "INSTAGRAM_LOGIN_URL", "URL of Instagram's sign-in page."),
    },
    { additionalProperties: false, default: {} },
  ),
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
