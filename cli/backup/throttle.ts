import { constants, setPriority } from "node:os";

/** Awaited between pieces of work. Rejects once the work is cancelled. */
export type Throttle = () => Promise<void>;

const PIECE_MS = 10;

/**
 * Keeps a long operation from slowing down a server on the same machine: it runs at the lowest priority and sleeps for
 * as long as it works.
 * @param isOnlyWriter no server is running, so the operation runs at full speed and only watches `signal`.
 */
export function createThrottle(isOnlyWriter: boolean, signal: AbortSignal): Throttle {
  try {
    if (!isOnlyWriter) setPriority(constants.priority.PRIORITY_LOW);
  } catch {
    // The system does not permit it, so sleeping must be enough.
  }
  let startedAt = performance.now();
  return async () => {
    signal.throwIfAborted();
    const worked = performance.now() - startedAt;
    if (worked < PIECE_MS) return;
    await Bun.sleep(isOnlyWriter ? 0 : worked);
    startedAt = performance.now();
  };
}
