import { Type } from "@sinclair/typebox";
import { defineModule } from "vireo/module";
import { createClient } from "./client";
import { models } from "./models";
import { createSpeaker } from "./speaker";

/** Speech by ElevenLabs, with the time of each word. Needs a key. */
export const elevenlabs = defineModule({
  name: "elevenlabs",
  description: "Speech with word times by ElevenLabs.",
  title: "ElevenLabs",
  fills: ["speak"],
  keysAt: "https://elevenlabs.io/app/settings/api-keys",
  restartable: true,
  settings: Type.Object(
    {
      apiKey: Type.Optional(
        Type.String({
          pattern: "^[!-~]+$",
          secret: true,
          editable: true,
          env: "ELEVENLABS_API_KEY",
          expected: "a key without spaces",
          description: "ElevenLabs API key. Enables its speech.",
        }),
      ),
      baseUrl: Type.String({
        pattern: "^https?://[^/?#@\\s]+(/[^?#\\s]*)?$",
        default: "https://api.elevenlabs.io",
        env: "ELEVENLABS_URL",
        expected: "an http(s) address",
        description: "URL of ElevenLabs' API.",
      }),
      model: Type.String({
        minLength: 1,
        maxLength: 200,
        default: models[0]?.id ?? "",
        env: "ELEVENLABS_MODEL",
        description: `Model for speech: ${models.map(({ id }) => id).join(", ")} or a newer one.`,
      }),
      voice: Type.String({
        minLength: 1,
        maxLength: 200,
        default: "JBFqnCBsd6RMkjVDRZzb",
        env: "ELEVENLABS_VOICE",
        description: "ID of the voice for requests that name none. Default: George, who is in every account.",
      }),
      timeoutSeconds: Type.Integer({
        minimum: 5,
        maximum: 3600,
        default: 300,
        env: "ELEVENLABS_TIMEOUT",
        description: "Time limit of one response, in seconds.",
      }),
    },
    { additionalProperties: false, default: {} },
  ),
  start({ settings: { apiKey, baseUrl, timeoutSeconds, ...rest } }) {
    if (!apiKey) return {};
    const vendor = createClient({ apiKey, baseUrl });
    return { engines: { speak: createSpeaker(vendor, { ...rest, timeoutMs: timeoutSeconds * 1000 }) } };
  },
});
