import { availableParallelism } from "node:os";
import { isCompiled } from "vireo/process";
import type { MusicPlan } from "#plugins/local/music/plan";
import type { Score } from "#plugins/local/music/score";
import { PATCHES, type Patch } from "#plugins/local/music/sound/patches";
import { createPlayer, type PlayedStem, STEMS, type Stem } from "#plugins/local/music/stems";

/** A compiled program stores workers under their paths in the repository. */
const WORKER = isCompiled ? "./plugins/local/music/worker.ts" : new URL("./worker.ts", import.meta.url);

/** What a second thread plays from. */
export interface Part {
  plan: MusicPlan;
  score: Score;
  /** The stems, of which the second thread takes the first and this one the last. */
  queue: readonly Stem[];
  /** How many of them have been taken, in memory that both threads share. */
  taken: Int32Array;
}

/** What a second thread has played. */
export interface Reply {
  stem: Stem;
  played: PlayedStem | undefined;
}

const ENGINES: readonly Patch["engine"][] = ["subtractive", "plucked", "fm", "struck"];

/** Stems of one engine come one after the other, because each thread compiles the engines that it plays. */
function sortByEngine({ voices }: MusicPlan): Stem[] {
  const engineOf = (stem: Stem) => {
    const voice = stem === "drums" || stem === "fx" ? null : voices[stem];
    return voice ? ENGINES.indexOf(PATCHES[voice].engine) : ENGINES.length;
  };
  return STEMS.toSorted((a, b) => engineOf(a) - engineOf(b));
}

/** The stems that one of two threads takes from its end of the queue, until all are taken. */
export function* takeStems({ queue, taken }: Part, end: "first" | "last"): Generator<Stem> {
  const own = end === "first" ? queue : queue.toReversed();
  for (const stem of own) {
    if (Atomics.add(taken, 0, 1) >= queue.length) return;
    yield stem;
  }
}

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
  const part: Part = { plan, score, queue: sortByEngine(plan), taken: new Int32Array(new SharedArrayBuffer(4)) };
  const done = new Map<Stem, PlayedStem | undefined>();
  const keep = ({ stem, played }: Reply) => done.set(stem, played);
  const second = availableParallelism() > 1 ? createSecond(part, keep) : undefined;

  return async function* play(onPlayed: OnPlayed = () => {}): AsyncGenerator<PlayedStem> {
    try {
      const playStem = createPlayer(plan, score);
      const own = takeStems(part, "last");
      for (const next of STEMS) {
        while (!done.has(next)) {
          const { value: stem } = own.next();
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
