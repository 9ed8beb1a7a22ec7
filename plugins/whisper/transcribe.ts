import { rm } from "node:fs/promises";
import { buildCues } from "vireo/captions/cues";
import { EngineError } from "vireo/engine";
import type { Footage } from "vireo/inputs/footage";
import { probe } from "vireo/media";
import type { Cue, Transcriber } from "vireo/slots/transcribe";
import { untilAborted } from "vireo/timing";
import type { createRecognizer, Recognized } from "./recognizer";

const RATE = 16_000;

/** Whisper recognises 30 s at once. Parts are cut at the quietest point in this range. */
const PART = { max: 29 * RATE, min: 20 * RATE };

type Recognizer = Pick<ReturnType<typeof createRecognizer>, "name" | "recognize" | "getFailure">;

export function createTranscriber(recognizer: Recognizer, footage: Footage): Transcriber {
  return {
    name: "whisper",
    parts: { maxSeconds: 600, atOnce: 1 },
    repeatable: true,
    async check() {
      const failure = recognizer.getFailure();
      return failure
        ? { ok: false, detail: failure.message }
        : { ok: true, detail: `${recognizer.name} on this machine` };
    },
    async transcribe({ path, language }, run) {
      const file = await probe(path);
      if (!file || file.kind === "image")
        throw new EngineError("source_unreadable", "The source has no audio that can be read.");
      if (!file.hasAudio) return [];
      const wave = await footage.sound(path, "wav", run);
      const cues: Cue[] = [];
      try {
        const sound = await openWave(wave);
        const { length, read } = sound;
        let spokenLanguage = language?.split("-")[0]?.toLowerCase();
        for (let from = 0; from < length; ) {
          run.signal.throwIfAborted();
          const samples = await read(from, Math.min(length, from + PART.max));
          const to = from + PART.max < length ? findQuietest(samples, PART.min) : samples.length;
          const part = samples.slice(0, to);
          if (!isSilent(part)) {
            const result = await untilAborted(recognizer.recognize(part, spokenLanguage, run.signal), run.signal);
            // The rest is in the same language.
            if (spokenLanguage === undefined && result.language) run.detect?.(result.language);
            spokenLanguage ??= result.language;
            cues.push(...toCues(result, from / RATE, to / RATE));
          }
          from += to;
          run.progress((100 * from) / length);
        }
      } finally {
        await rm(wave, { force: true });
      }
      return cues;
    },
  };
}

/** Converts the cues of a part to times of the whole, limited to the part. */
function toCues({ text, chunks, each }: Recognized, offset: number, seconds: number): Cue[] {
  const timed = chunks.map(({ text: chunk, timestamp: [start, end] }) => ({
    [each === "word" ? "word" : "text"]: chunk,
    start: start ?? 0,
    end: Math.min(end ?? seconds, seconds),
  }));
  const inside = timed.filter(({ start }) => start < seconds);
  const shift = <Timed extends { start: number; end: number }>(timed: Timed): Timed => ({
    ...timed,
    start: timed.start + offset,
    end: timed.end + offset,
  });
  return buildCues(each === "word" ? { text, words: inside } : { text, segments: inside }).map((cue) => ({
    ...shift(cue),
    words: cue.words?.map(shift),
  }));
}

/** Reads the samples of a 16-bit mono WAV at 16 kHz in parts, because an hour has 115 MB. Values range from -1 to 1. */
async function openWave(path: string) {
  const file = Bun.file(path);
  const head = new DataView(await file.slice(0, 4096).arrayBuffer());
  const word = (at: number) =>
    at + 4 <= head.byteLength ? String.fromCharCode(...new Uint8Array(head.buffer, at, 4)) : "";
  let at = 12;
  while (word(at) !== "data" && word(at) !== "")
    at += 8 + head.getUint32(at + 4, true) + (head.getUint32(at + 4, true) % 2);
  if (word(0) !== "RIFF" || word(at) !== "data")
    throw new EngineError("source_unreadable", "The source has no audio that can be read.");
  const start = at + 8;
  return {
    length: Math.floor((file.size - start) / 2),
    async read(from: number, to: number): Promise<Float32Array> {
      const bytes = await file.slice(start + from * 2, start + to * 2).arrayBuffer();
      return Float32Array.from(new Int16Array(bytes), (value) => value / 32_768);
    },
  };
}

/** Samples in a tenth of a second. */
const WINDOW = RATE / 10;
/** Volume below that of a whisper. Models hallucinate words in silence. */
const SILENCE = 0.004;

function getVolumes(samples: Float32Array): number[] {
  return Array.from({ length: Math.floor(samples.length / WINDOW) }, (_, at) => {
    const part = samples.subarray(at * WINDOW, (at + 1) * WINDOW);
    return Math.sqrt(part.reduce((sum, value) => sum + value * value, 0) / WINDOW);
  });
}

const isSilent = (samples: Float32Array): boolean => getVolumes(samples).every((volume) => volume < SILENCE);

/** Finds the quietest sample after `from`, to cut between words. */
function findQuietest(samples: Float32Array, from: number): number {
  const windows = getVolumes(samples.subarray(from));
  const at = windows.indexOf(Math.min(...windows));
  return from + Math.max(0, at) * WINDOW + WINDOW / 2;
}
