import type { Speaker } from "vireo/slots/speak";
import { createSpeechCheck } from "vireo/speech/live";
import { type SpokenPart, speakParts } from "vireo/speech/speak";
import { wrapPcm } from "vireo/speech/wave";
import { type GeminiClient, joinText, parseCandidate } from "./client";
import { SPEECH_MODELS, VOICES } from "./voices";

/** Maximum response size: some minutes of uncompressed audio in base64. */
const MAX_BYTES = 64 * 1024 ** 2;
/** Longer texts drift away from the initial voice. */
const LIMIT = 3_000;
const RATE = 24_000;

/** Creates the engine for speech by Gemini, which reports no word times and has no speed setting. */
export function createSpeaker(
  { vendor, timeoutMs }: GeminiClient,
  { model, voice }: { model: string; voice: string },
): Omit<Speaker, "name" | "check"> {
  const path = `/v1beta/models/${encodeURIComponent(model)}:generateContent`;

  async function speakPart(text: string, voiceName: string, signal: AbortSignal): Promise<SpokenPart> {
    const response = await vendor.create(path, {
      json: {
        contents: [{ role: "user", parts: [{ text }] }],
        generationConfig: {
          responseModalities: ["AUDIO"],
          speechConfig: { voiceConfig: { prebuiltVoiceConfig: { voiceName } } },
        },
      },
      signal,
      timeoutMs,
      maxBytes: MAX_BYTES,
    });
    const { parts, finishReason } = parseCandidate(vendor, response.json);
    const { mimeType = "", data = "" } = parts.find(({ inlineData }) => inlineData?.data)?.inlineData ?? {};
    if (!/^audio\//.test(mimeType)) {
      const reason = joinText(parts) || finishReason;
      throw vendor.error("provider_error", `Gemini returned no audio: ${reason}`);
    }
    const sound = Buffer.from(data, "base64");
    // "audio/L16;codec=pcm;rate=24000" is audio without a header.
    const isPcm = /L16|pcm/i.test(mimeType);
    return { sound: isPcm ? wrapPcm(sound, Number(/rate=(\d+)/.exec(mimeType)?.[1] ?? RATE)) : sound };
  }

  const speaker: Omit<Speaker, "name" | "check"> = {
    models: [SPEECH_MODELS.find(({ id }) => id === model) ?? { id: model, title: model }],
    voices: VOICES.map(({ id }) => id),
    listVoices: async () => VOICES,
    speak: ({ text, voice: name = voice }, run) =>
      speakParts(text, { title: "Gemini", limit: LIMIT }, run, (part) => speakPart(part, name, run.signal)),
  };
  return { ...speaker, live: [createSpeechCheck(() => speaker, 0.01)] };
}
