import { Type } from "@sinclair/typebox";
import { defineModule } from "vireo/module";
import { createApi } from "./api";
import { createProvider } from "./provider";

/** Publishes through a Postiz server, the cloud's or one's own, by its public API. Without a key it offers nothing. */
export const postiz = defineModule({
  name: "postiz",
  description: "Social accounts that are connected in Postiz.",
  settings: Type.Object(
    {
      apiKey: Type.Optional(
        Type.String({
          pattern: "^[!-~]+$",
          secret: true,
          env: "POSTIZ_API_KEY",
          expected: "a key without spaces",
          description: "API key of Postiz (Settings, Public API). Turns this provider on.",
        }),
      ),
      baseUrl: Type.String({
        default: "https://api.postiz.com",
        pattern: "^https?://[^\\s/]+",
        format: "uri",
        env: "POSTIZ_URL",
        expected: "an http(s) address",
        description: "Where Postiz answers; of a server of your own, the address of its backend (often https://…/api).",
      }),
      group: Type.Optional(
        Type.String({
          env: "POSTIZ_GROUP",
          description: "Offers only the channels of this group (customer) of Postiz.",
        }),
      ),
      postsPerHour: Type.Integer({
        default: 90,
        minimum: 1,
        env: "POSTIZ_POSTS_PER_HOUR",
        description: "Posts an hour that Postiz takes of an organisation: its API_LIMIT.",
      }),
    },
    { additionalProperties: false, default: {} },
  ),
  start({ settings: { apiKey, baseUrl, ...rest } }) {
    return apiKey ? { engines: { social: createProvider(createApi({ apiKey, baseUrl }), rest) } } : {};
  },
});
