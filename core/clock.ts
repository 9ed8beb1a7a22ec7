/** Time and timers. Tests inject their own clock (`vireo/testing/clock`) instead of waiting. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Calls `run` once after `ms` milliseconds. Returns a function that cancels it. */
  setTimer(ms: number, run: () => unknown): () => void;
}

export const systemClock: Clock = {
  now: Date.now,
  setTimer(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};
