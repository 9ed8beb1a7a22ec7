import { availableParallelism } from "node:os";
import { isCompiled } from "vireo/process";
import type { MusicPlan } from "#plugins/local/music/plan";
import type { Score } from "#plugins/local/music/score";
import { createPlayer, type PlayedStem, STEMS, type Stem } from "#plugins/local/music/stems";

/** A compiled program stores workers under their paths in the repository. */
const WORKER = isCompiled ? "./plugins/local/music/worker.ts" : new URL("./worker.ts", import.meta.url);

/** What a second thread plays from. */
export interface Part {
  plan: MusicPlan;
  score: Score;
  /** How many stems of `QUEUE` have been taken, in memory that both threads share. */
  taken: Int32Array;
}

/** What a second thread has played. */
export interface Reply {
  stem: Stem;
  played: PlayedStem | undefined;
}

/** Those that take longest come first, so that both threads end at about the same time. */
const QUEUE: readonly Stem[] = ["pad", "chords", "lead", "arp", "bass", "drums", "fx"];

/** The next stem that no thread plays yet. */
export const takeStem = (taken: Int32Array): Stem | undefined => QUEUE[Atomics.add(taken, 0, 1)];

/** A thread that takes stems until none is left. */
function createSecond(part: Part, onReply: (reply: Reply) => void) {
  const worker = new Worker(WORKER);
  let failure: Error | undefined;
  let wake = Promise.withResolvers<void>();
  const notify = () => {
    wake.resolve();
    wake = Promise.withResolvers();
  };
  worker.addEventListener("message", ({ data }: MessageEvent<Reply>) => {
    onReply(data);
    notify();
  });
  worker.addEventListener("error", ({ message }) => {
    failure = new Error(`The second thread of the music failed: ${message}`);
    notify();
  });
  worker.postMessage(part);
  return {
    /** Resolves after the next reply. */
    async wait(): Promise<void> {
      if (!failure) await wake.promise;
      if (failure) throw failure;
    },
    end: () => worker.terminate(),
  };
}

/** Called with the number of stems that are done, of all that there may be. */
export type OnPlayed = (count: number, all: number) => void;

/**
 * Plays a score on two threads, if there are two cores. The second one begins at once, this one when stems are asked for,
 * which come in the order of `STEMS`. A stem is the same whichever thread plays it.
 */
export function gatherEnsemble(plan: MusicPlan, score: Score) {
  const part: Part = { plan, score, taken: new Int32Array(new SharedArrayBuffer(4)) };
  const done = new Map<Stem, PlayedStem | undefined>();
  const keep = ({ stem, played }: Reply) => done.set(stem, played);
  const second = availableParallelism() > 1 ? createSecond(part, keep) : undefined;

  return async function* play(onPlayed: OnPlayed = () => {}): AsyncGenerator<PlayedStem> {
    try {
      const playStem = createPlayer(plan, score);
      for (const next of STEMS) {
        while (!done.has(next)) {
          const stem = takeStem(part.taken);
          if (stem) keep({ stem, played: playStem(stem) });
          else await second?.wait();
          onPlayed(done.size, STEMS.length);
        }
        const played = done.get(next);
        // Not kept longer than needed: long tracks take 40 MB each.
        done.set(next, undefined);
        if (played) yield played;
      }
    } finally {
      second?.end();
    }
  };
}
