import { EngineError } from "vireo/engine";
import { type ServedModel, type ServedOptions, serveModel } from "vireo/models/serve";
import { isCompiled } from "vireo/process";
import type { Speaker } from "vireo/slots/speak";
import { createSpeechCheck } from "vireo/speech/live";
import { type SpokenPart, speakParts } from "vireo/speech/speak";
import { wrapPcm } from "vireo/speech/wave";
import { untilAborted } from "vireo/timing";
import type { Order, Report } from "./messages";
import { describeVoice, listVoiceIds, VOICE_FILE, VOICES } from "./voices";

const RATE = 24_000;
/**
 * Maximum number of characters spoken at once. Kokoro reads 510 phonemes, and a speech can be stopped between two
 * parts.
 */
const PART = 240;
/** The compiled binary stores workers under their path in the repository. */
const WORKER = isCompiled ? "./plugins/kokoro/worker.ts" : new URL("./worker.ts", import.meta.url);

export type SpeakerOptions = Omit<ServedOptions, "worker" | "task" | "setting"> & {
  /** Voice of requests that name none. */
  voice: string;
};

/** Creates the engine for speech by Kokoro on this machine. */
export function createSpeaker({ voice: usual, ...options }: SpeakerOptions): Speaker & { stop(): Promise<void> } {
  const served = serveModel({
    ...options,
    worker: WORKER,
    task: "speech",
    setting: "settings.kokoro.sha256",
  });
  const speaker: Speaker = {
    name: "kokoro",
    models: [
      { id: "kokoro-82m", title: "Kokoro 82M", description: "Speech in English on this machine, with word times." },
    ],
    voices: VOICES,
    repeatable: true,
    async check() {
      const failure = served.getFailure();
      return failure ? { ok: false, detail: failure.message } : { ok: true, detail: `${served.name} on this machine` };
    },
    listVoices: async () => (await listVoiceIds(served.directory)).map(describeVoice),
    async speak({ text, voice = usual, speed = 1 }, run) {
      if (!VOICE_FILE.test(voice) || !(await listVoiceIds(served.directory)).includes(voice))
        throw new EngineError("provider_rejected", `Kokoro has no voice ${voice}. List its voices with GET /voices.`);
      return speakParts(text, { title: "Kokoro", limit: PART }, run, (part) =>
        untilAborted(speakPart(served, { type: "speak", text: part, voice, speed }, run.signal), run.signal),
      );
    },
  };
  return { ...speaker, live: [createSpeechCheck(() => speaker, 0)], stop: served.stop };
}

async function speakPart(served: ServedModel, order: Order, signal: AbortSignal): Promise<SpokenPart> {
  const { samples, words } = (await served.ask(order, [], signal)) as Extract<Report, { type: "spoken" }>;
  const pcm = Int16Array.from(samples, (sample) => Math.round(Math.max(-1, Math.min(1, sample)) * 32_767));
  return { sound: wrapPcm(new Uint8Array(pcm.buffer), RATE), words };
}
