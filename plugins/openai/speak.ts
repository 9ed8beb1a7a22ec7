import { join } from "node:path";
import { EngineError, type Model } from "vireo/engine";
import { sniff } from "vireo/media";
import type { Speaker } from "vireo/slots/speak";
import type { Endpoint } from "./endpoint";
import { pieces } from "./pieces";
import { joinWaves } from "./wave";

interface Options {
  model: string;
  voice: string;
  /** True for a server that is not OpenAI's: its models and voices are its own. */
  own: boolean;
}

/** OpenAI's models for speech. Read from its SDK, 2026-11-21; their end is announced, and none comes after them here. */
const MODELS: readonly Model[] = [
  { id: "gpt-4o-mini-tts", title: "GPT-4o mini TTS", retiredAt: "2027-01-06" },
  { id: "gpt-4o-mini-tts-2025-12-15", title: "GPT-4o mini TTS (2025-12-15)", retiredAt: "2027-01-06" },
  { id: "tts-1", title: "TTS-1", retiredAt: "2027-01-06" },
  { id: "tts-1-hd", title: "TTS-1 HD", retiredAt: "2027-01-06" },
];
const VOICES = "alloy ash ballad cedar coral echo fable marin nova onyx sage shimmer verse".split(" ");

const DESCRIPTION = "Speaks voice-overs.";
/** Some minutes of plain sound. */
const MAX_BYTES = 128 * 1024 ** 2;

/** What speaks at OpenAI and the servers that follow it: Kokoro-FastAPI, speaches, openedai-speech, LocalAI. */
export function createSpeaker({ vendor, timeoutMs }: Endpoint, { model, voice, own }: Options): Speaker {
  const listed = own ? undefined : MODELS.find(({ id }) => id === model);
  type Work = Parameters<Speaker["speak"]>[1];

  /** The sound of one piece. Asked for as WAV: all these servers make it, and it can be joined. */
  async function say(input: string, asked: { voice?: string; speed?: number }, { signal }: Work): Promise<Uint8Array> {
    const { speed } = asked;
    const { json, bytes = new Uint8Array() } = await vendor.create("/audio/speech", {
      json: { model, input, voice: asked.voice ?? voice, response_format: "wav", ...(speed ? { speed } : {}) },
      file: true,
      maxBytes: MAX_BYTES,
      signal,
      timeoutMs,
    });
    if (sniff(bytes)?.kind === "audio") return bytes;
    const words = vendor.errorMessage({ json });
    throw vendor.error("provider_error", `${vendor.title} answered with no sound${words ? `: ${words}` : "."}`);
  }

  return {
    name: "openai",
    models: [{ ...(listed ?? { id: model, title: model }), description: DESCRIPTION }],
    ...(own ? {} : { voices: VOICES }),
    check: () => vendor.check("/models"),
    async speak({ text, ...asked }, run) {
      const sounds: Uint8Array[] = [];
      const all = pieces(text);
      for (const [at, piece] of all.entries()) {
        run.progress((at / all.length) * 100);
        sounds.push(await say(piece, asked, run));
      }
      const [first = new Uint8Array()] = sounds;
      const joined = joinWaves(sounds);
      if (!joined && sounds.length > 1)
        throw new EngineError("provider_error", `${vendor.title} gives sounds of kinds that cannot be joined.`);
      const sound = joined ?? first;
      const path = join(run.folder, `speech-${crypto.randomUUID()}.${sniff(sound)?.extension ?? "wav"}`);
      await Bun.write(path, sound);
      run.progress(100);
      return { path };
    },
  };
}
