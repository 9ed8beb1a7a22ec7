import { constants, setPriority } from "node:os";

/** Called between pieces of work; rejects once the work is to stop. */
export type Rest = () => Promise<void>;

const PIECE_MS = 10;

/**
 * Keeps long work from being in the way of a server that may be at work beside it: at the lowest priority, and
 * resting as long as it works, so that the database and the disk are never busy with it alone.
 * @param isAlone nobody is in the way: it takes what it can get, and only listens to `signal`.
 */
export function createPace(isAlone: boolean, signal: AbortSignal): Rest {
  try {
    if (!isAlone) setPriority(constants.priority.PRIORITY_LOW);
  } catch {
    // Where the surroundings forbid it, the rests have to do.
  }
  let began = performance.now();
  return async () => {
    signal.throwIfAborted();
    const worked = performance.now() - began;
    if (worked < PIECE_MS) return;
    await Bun.sleep(isAlone ? 0 : worked);
    began = performance.now();
  };
}
