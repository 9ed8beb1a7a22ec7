import { rm } from "node:fs/promises";
import { cuesOf } from "vireo/captions/cues";
import { EngineError } from "vireo/engine";
import type { Footage } from "vireo/inputs/footage";
import { probe } from "vireo/media";
import type { Cue, Transcriber } from "vireo/slots/transcribe";
import { untilAborted } from "vireo/timing";
import type { createEars, Heard } from "./ears";
import { isSilent, openWave, quietest, RATE } from "./samples";

/** What a Whisper hears at once; it is cut where it is quietest in the last seconds of it. */
const PIECE = { most: 29 * RATE, least: 20 * RATE };

type Ears = Pick<ReturnType<typeof createEars>, "name" | "hear" | "failed">;

export function createTranscriber(ears: Ears, footage: Footage): Transcriber {
  return {
    name: "whisper",
    async check() {
      const failure = ears.failed();
      return failure ? { ok: false, detail: failure.message } : { ok: true, detail: `${ears.name} on this machine` };
    },
    async transcribe({ path, language }, run) {
      const found = await probe(path);
      if (!found || found.kind === "image")
        throw new EngineError("source_unreadable", "The source has no sound that can be read.");
      if (!found.hasAudio) return [];
      const wave = await footage.sound(path, "wav", run);
      const cues: Cue[] = [];
      try {
        const { length, read } = await openWave(wave);
        let spoken = language?.split("-")[0]?.toLowerCase();
        for (let from = 0; from < length; ) {
          run.signal.throwIfAborted();
          const samples = await read(from, Math.min(length, from + PIECE.most));
          const to = from + PIECE.most < length ? quietest(samples, PIECE.least) : samples.length;
          const piece = samples.slice(0, to);
          if (!isSilent(piece)) {
            const heard = await untilAborted(ears.hear(piece, spoken, run.signal), run.signal);
            // Somebody who begins in a language goes on in it.
            spoken ??= heard.language;
            cues.push(...cuesIn(heard, from / RATE, to / RATE));
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

/** A piece's cues, in the time of the whole; nothing reaches out of the piece. */
function cuesIn({ text, chunks, each }: Heard, offset: number, seconds: number): Cue[] {
  const timed = chunks.map(({ text: words, timestamp: [start, end] }) => ({
    [each === "word" ? "word" : "text"]: words,
    start: start ?? 0,
    end: Math.min(end ?? seconds, seconds),
  }));
  const inside = timed.filter(({ start }) => start < seconds);
  const shift = <Timed extends { start: number; end: number }>(one: Timed): Timed => ({
    ...one,
    start: one.start + offset,
    end: one.end + offset,
  });
  return cuesOf(each === "word" ? { text, words: inside } : { text, segments: inside }).map((cue) => ({
    ...shift(cue),
    ...(cue.words ? { words: cue.words.map(shift) } : {}),
  }));
}
