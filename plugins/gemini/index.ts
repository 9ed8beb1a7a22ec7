import { Type } from "@sinclair/typebox";
import { defineModule } from "vireo/module";
import { createEngines } from "./engines";
import { SPEECH_MODELS, VOICES } from "./voices";

/** Images, Omni's videos, analyses that see and hear the video, plans and speech by Google's Gemini. Needs a key. */
export const gemini = defineModule({
  name: "gemini",
  description: "Images, videos, analyses, plans and speech by Google's Gemini.",
  title: "Google Gemini",
  fills: ["image", "video", "analyse", "plan", "storyboard", "speak"],
  keysAt: "https://aistudio.google.com/apikey",
  restartable: true,
  settings: Type.Object(
    {
      apiKey: Type.Optional(
        Type.String({
          pattern: "^[!-~]+$",
          secret: true,
          editable: true,
          env: "GEMINI_API_KEY",
          expected: "a key without spaces",
          description: "Gemini API key. Enables its images, videos, analyses, plans and speech.",
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
      speechModel: Type.String({
        minLength: 1,
        maxLength: 200,
        default: SPEECH_MODELS[0]?.id ?? "",
        env: "GEMINI_SPEECH_MODEL",
        description: "Gemini model for speech.",
      }),
      speechVoice: Type.String({
        minLength: 1,
        maxLength: 200,
        default: VOICES[0]?.id ?? "",
        env: "GEMINI_SPEECH_VOICE",
        description: "Voice for requests that name none.",
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
