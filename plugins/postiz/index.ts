import { Type } from "@sinclair/typebox";
import { defineModule } from "vireo/module";
import { ApiKey, Group, Url } from "vireo/settings";
import { PostizApi } from "./api";
import { createProvider } from "./provider";

/** Publishes through the public API of Postiz, hosted or self-hosted. Requires a key. */
export const postiz = defineModule({
  name: "postiz",
  description: "Publishes to TikTok, Instagram, YouTube, LinkedIn, Facebook, X and other platforms through Postiz.",
  title: "Postiz",
  fills: ["social"],
  keysAt: "https://platform.postiz.com/settings",
  restartable: true,
  settings: Group({
    apiKey: ApiKey("POSTIZ_API_KEY", "Postiz API key (Settings, Public API). Enables publishing through Postiz."),
    baseUrl: Url(
      "POSTIZ_URL",
      "URL of Postiz. For your own server, the URL of its backend (often https://…/api).",
      "https://api.postiz.com",
    ),
    group: Type.Optional(
      Type.String({
        env: "POSTIZ_GROUP",
        description: "ID of a Postiz group to limit social accounts to. List groups with GET /public/v1/groups.",
      }),
    ),
    postsPerHour: Type.Integer({
      default: 90,
      minimum: 1,
      env: "POSTIZ_POSTS_PER_HOUR",
      description: "Maximum posts per hour that Postiz accepts from an organisation (its API_LIMIT).",
    }),
  }),
  start({ settings: { apiKey, baseUrl, ...rest }, now }) {
    return apiKey ? { engines: { social: createProvider(new PostizApi({ apiKey, baseUrl }), { ...rest, now }) } } : {};
  },
});
