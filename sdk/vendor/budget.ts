import type { Rate } from "#sdk/vendor/pace";

/** A number of calls in a sliding window, for vendors whose window is too long to wait for. */
export interface Budget {
  /** Takes a call. Returns 0, or the milliseconds until the next call is free. */
  take(): number;
  /** Takes no calls for a while, because the vendor has asked for that. */
  rest(ms: number): void;
}

export function createBudget({ calls, perMs }: Rate, now: () => number = Date.now): Budget {
  /** Times of the last calls, oldest first. */
  const taken: number[] = [];
  let restsUntil = 0;
  return {
    take() {
      const at = now();
      while (taken.length > 0 && taken[0]! <= at - perMs) taken.shift();
      const free = Math.max(restsUntil, taken.length < calls ? at : taken[0]! + perMs);
      if (free <= at) taken.push(at);
      return Math.max(0, free - at);
    },
    rest(ms) {
      restsUntil = Math.max(restsUntil, now() + ms);
    },
  };
}
