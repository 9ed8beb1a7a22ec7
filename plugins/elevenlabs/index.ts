import { defineModule } from "vireo/module";
import { ApiKey, Group, Name, TimeoutSeconds, Url } from "vireo/settings";
import { createClient } from "./client";
import { models } from "./models";
import { createSpeaker } from "./speaker";

/** Speech by ElevenLabs, with word times. Requires a key. */
export const elevenlabs = defineModule({
  name: "elevenlabs",
  description: "Speech with word times by ElevenLabs.",
  title: "ElevenLabs",
  fills: ["speak"],
  keysAt: "https://elevenlabs.io/app/settings/api-keys",
  restartable: true,
  settings: Group({
    apiKey: ApiKey("ELEVENLABS_API_KEY", "ElevenLabs API key. Enables its speech."),
    baseUrl: Url("ELEVENLABS_URL", "URL of ElevenLabs' API.", "https://api.elevenlabs.io"),
    model: Name(
      "ELEVENLABS_MODEL",
      `Model for speech: ${models.map(({ id }) => id).join(", ")} or a newer one.`,
      models[0]?.id,
    ),
    voice: Name(
      "ELEVENLABS_VOICE",
      "ID of the default voice. Default: George, which is available in every account.",
      "JBFqnCBsd6RMkjVDRZzb",
    ),
    timeoutSeconds: TimeoutSeconds("ELEVENLABS_TIMEOUT", "Time limit of one response, in seconds."),
  }),
  start({ settings: { apiKey, baseUrl, timeoutSeconds, ...rest } }) {
    if (!apiKey) return {};
    const vendor = createClient({ apiKey, baseUrl });
    return { engines: { speak: createSpeaker(vendor, { ...rest, timeoutMs: timeoutSeconds * 1000 }) } };
  },
});
