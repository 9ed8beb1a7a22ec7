import { Type } from "@sinclair/typebox";
import { defineModule } from "vireo/module";
import { createEngines } from "./engines";

/** Images, Omni's videos, analyses that see and hear the video, and plans by Google's Gemini. Needs a key. */
export const gemini = defineModule({
  name: "gemini",
  description: "Images, videos, analyses and plans by Google's Gemini.",
  settings: Type.Object(
    {
      apiKey: Type.Optional(
        Type.String({
          pattern: "^[!-~]+$",
          secret: true,
          env: "GEMINI_API_KEY",
          expected: "a key without spaces",
          description: "Gemini API key. Enables its images, videos, analyses and plans.",
        }),
      ),
      baseUrl: Type.String({
        pattern: "^https?://[^/?#@\\s]+(/[^?#\\s]*)?$",
        default: "https://generativelanguage.googleapis.com",
        env: "GEMINI_URL",
        expected: "an http(s) address",
        description: "URL of the Gemini API.",
      }),
      textModel: Type.String({
        minLength: 1,
        maxLength: 200,
        default: "gemini-flash-latest",
        env: "GEMINI_TEXT_MODEL",
        description: "Gemini model for analyses and plans.",
      }),
      timeoutSeconds: Type.Integer({
        minimum: 5,
        maximum: 3600,
        default: 300,
        env: "GEMINI_TIMEOUT",
        description: "Time limit of one image or response, in seconds.",
      }),
    },
    { additionalProperties: false, default: {} },
  ),
  start: ({ settings: { apiKey, timeoutSeconds, ...rest } }) =>
    apiKey ? { engines: createEngines({ apiKey, timeoutMs: timeoutSeconds * 1000, ...rest }) } : {},
});
