import { Type } from "@sinclair/typebox";
import { defineModule } from "vireo/module";
import { HeygenClient } from "./client";
import { createTalker } from "./talker";

const address = { pattern: "^https?://[^\\s/]+", format: "uri", expected: "an http(s) address" } as const;

/** Speaking people by HeyGen: its own, or portraits. Needs a key. */
export const heygen = defineModule({
  name: "heygen",
  description: "Videos of speaking people by HeyGen.",
  title: "HeyGen",
  fills: ["talk"],
  keysAt: "https://app.heygen.com/settings",
  restartable: true,
  settings: Type.Object(
    {
      apiKey: Type.Optional(
        Type.String({
          pattern: "^[!-~]+$",
          secret: true,
          editable: true,
          env: "HEYGEN_API_KEY",
          expected: "a key without spaces",
          description: "HeyGen API key. Enables videos of speaking people.",
        }),
      ),
      baseUrl: Type.String({
        ...address,
        default: "https://api.heygen.com",
        env: "HEYGEN_URL",
        description: "URL of HeyGen's API.",
      }),
      uploadUrl: Type.String({
        ...address,
        default: "https://upload.heygen.com",
        env: "HEYGEN_UPLOAD_URL",
        description: "URL of HeyGen's file upload, for portraits and speech.",
      }),
    },
    { additionalProperties: false, default: {} },
  ),
  start: ({ settings: { apiKey, ...rest } }) =>
    apiKey ? { engines: { talk: createTalker(new HeygenClient({ apiKey, ...rest })) } } : {},
});
