import type { Model } from "vireo/engine";
import { sniff } from "vireo/media";
import type { Speaker } from "vireo/slots/speak";
import { createSpeechCheck } from "vireo/speech/live";
import { speakParts } from "vireo/speech/speak";
import { checkModels, type Endpoint } from "./endpoint";

interface Options {
  model: string;
  voice: string;
  /** True for a server other than OpenAI, with its own models and voices. */
  own: boolean;
}

/** OpenAI's speech models, from its SDK, 2026-11-21. Their shutdown is announced, without successors. */
const MODELS: readonly Model[] = [
  { id: "gpt-4o-mini-tts", title: "GPT-4o mini TTS", retiredAt: "2027-01-06" },
  { id: "gpt-4o-mini-tts-2025-12-15", title: "GPT-4o mini TTS (2025-12-15)", retiredAt: "2027-01-06" },
  { id: "tts-1", title: "TTS-1", retiredAt: "2027-01-06" },
  { id: "tts-1-hd", title: "TTS-1 HD", retiredAt: "2027-01-06" },
];
const VOICES = "alloy ash ballad cedar coral echo fable marin nova onyx sage shimmer verse".split(" ");

const DESCRIPTION = "Speech for voice-overs.";
/** Maximum response size: some minutes of uncompressed audio. */
const MAX_BYTES = 128 * 1024 ** 2;

/**
 * Creates the engine for speech by OpenAI and compatible servers: Kokoro-FastAPI, speaches, openedai-speech, LocalAI.
 */
export function createSpeaker({ vendor, timeoutMs }: Endpoint, { model, voice, own }: Options): Speaker {
  const listed = own ? undefined : MODELS.find(({ id }) => id === model);
  type Work = Parameters<Speaker["speak"]>[1];

  /** Requests the audio of one part, as WAV, which all servers support and which can be joined. */
  async function speakPart(
    input: string,
    request: { voice?: string; speed?: number },
    { signal }: Work,
  ): Promise<Uint8Array> {
    const { speed } = request;
    const { json, bytes = new Uint8Array() } = await vendor.create("/audio/speech", {
      json: { model, input, voice: request.voice ?? voice, response_format: "wav", speed: speed || undefined },
      file: true,
      maxBytes: MAX_BYTES,
      signal,
      timeoutMs,
    });
    if (sniff(bytes)?.kind === "audio") return bytes;
    const message = vendor.errorMessage({ json });
    throw vendor.error("provider_error", `${vendor.title} returned no audio${message ? `: ${message}` : "."}`);
  }

  const speaker: Speaker = {
    name: "openai",
    models: [{ ...(listed ?? { id: model, title: model }), description: DESCRIPTION }],
    voices: own ? undefined : VOICES,
    check: () => checkModels(vendor, (id) => id === model),
    speak: ({ text, ...request }, run) =>
      speakParts(text, { title: vendor.title }, run, async (part) => ({ sound: await speakPart(part, request, run) })),
  };
  // A self-hosted server is free.
  return { ...speaker, live: [createSpeechCheck(() => speaker, own ? 0 : 0.01)] };
}
