import { rm } from "node:fs/promises";
import { buildCues } from "vireo/captions/cues";
import { EngineError } from "vireo/engine";
import type { Footage } from "vireo/inputs/footage";
import { probe } from "vireo/media";
import type { Cue, Transcriber } from "vireo/slots/transcribe";
import { untilAborted } from "vireo/timing";
import type { createRecognizer, Recognized } from "./recognizer";
import { findQuietest, isSilent, openWave, RATE } from "./samples";

/** Whisper recognises 30 s at once. Parts are cut at the quietest point in this range. */
const PART = { max: 29 * RATE, min: 20 * RATE };

type Recognizer = Pick<ReturnType<typeof createRecognizer>, "name" | "recognize" | "getFailure">;

export function createTranscriber(recognizer: Recognizer, footage: Footage): Transcriber {
  return {
    name: "whisper",
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
        const { length, read } = await openWave(wave);
        let spokenLanguage = language?.split("-")[0]?.toLowerCase();
        for (let from = 0; from < length; ) {
          run.signal.throwIfAborted();
          const samples = await read(from, Math.min(length, from + PART.max));
          const to = from + PART.max < length ? findQuietest(samples, PART.min) : samples.length;
          const part = samples.slice(0, to);
          if (!isSilent(part)) {
            const result = await untilAborted(recognizer.recognize(part, spokenLanguage, run.signal), run.signal);
            // The rest is in the same language.
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
    ...(cue.words ? { words: cue.words.map(shift) } : {}),
  }));
}
