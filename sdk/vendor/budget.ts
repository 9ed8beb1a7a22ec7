import type { Limit } from "#core/access/limits";
import { ApiError } from "#core/request/errors";
import type { Rate } from "#sdk/vendor/pace";

/** A number of calls in a sliding window, for vendors whose window is too long to wait for. */
export interface Budget {
  /** Takes a call. Returns 0, or the milliseconds until the next call is free. */
  take(): Promise<number>;
  /** Allows no calls for `ms` milliseconds, because the vendor asked for that. */
  rest(ms: number): void;
}

/** The limit that all servers with the same key of a vendor share. */
export interface SharedLimit {
  /** From `context.limits.define`, with the calls and the window of the rate. */
  limit: Pick<Limit, "take">;
  /** The vendor's key, of which only a hash is stored. */
  key: string;
}

/**
 * Counts the calls of this process, and with `shared` those of all servers that use the database.
 * @param now the time in milliseconds since the epoch
 * @example
 * const budget = createBudget({ calls: 1, perMs: 3_600_000 }, undefined, () => 0);
 * const waits = [await budget.take(), await budget.take()];
 * waits; // [0, 3600000]
 */
export function createBudget({ calls, perMs }: Rate, shared?: SharedLimit, now: () => number = Date.now): Budget {
  /** Times of the last calls, oldest first. */
  const callTimes: number[] = [];
  let restsUntil = 0;
  const rest = (ms: number) => {
    restsUntil = Math.max(restsUntil, now() + ms);
  };
  return {
    rest,
    async take() {
      const at = now();
      while (callTimes.length > 0 && callTimes[0]! <= at - perMs) callTimes.shift();
      const free = Math.max(restsUntil, callTimes.length < calls ? at : callTimes[0]! + perMs);
      if (free > at) return free - at;
      callTimes.push(at);
      const wait = shared ? await takeShared(shared) : 0;
      // The database is not queried again until then.
      if (wait > 0) rest(wait);
      return wait;
    },
  };
}

async function takeShared({ limit, key }: SharedLimit): Promise<number> {
  const id = new Bun.CryptoHasher("sha256").update(key).digest("base64url").slice(0, 16);
  try {
    await limit.take({ quotas: [] }, id);
    return 0;
  } catch (error) {
    if (!(error instanceof ApiError) || error.kind !== "rate_limit_exceeded") throw error;
    const headers = error.extra.headers as Record<string, string> | undefined;
    return Number(headers?.["retry-after"] ?? 1) * 1000;
  }
}
