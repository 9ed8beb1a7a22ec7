import { pause } from "vireo/timing";

/**
 * Requests left in the current minute according to the last response. Zernio reports them in `X-RateLimit-Remaining`
 * and `X-RateLimit-Reset` (unix seconds), and in `Retry-After` with a 429.
 */
export interface Quota {
  /** Waits until a request is allowed, and counts it. */
  take(signal: AbortSignal): Promise<void>;
  /** `isLimited`: the response was a 429, so its `Retry-After` applies to all requests. */
  learn(headers: Headers, isLimited?: boolean): void;
}

/**
 * Maximum wait. The limit is per minute, so no wait is longer, whatever a response contains or however clocks differ.
 */
const LONGEST_MS = 60_000;

function readNumber(headers: Headers, name: string): number | undefined {
  const value = headers.get(name);
  return value !== null && /^\d{1,12}$/.test(value.trim()) ? Number(value) : undefined;
}

export function createQuota(sleep = pause): Quota {
  let left = Number.POSITIVE_INFINITY;
  let resetAt = 0;
  return {
    async take(signal) {
      for (let wait = resetAt - Date.now(); left <= 0 && wait > 0; wait = resetAt - Date.now())
        await sleep(Math.min(wait, LONGEST_MS), signal);
      if (Date.now() >= resetAt) left = Number.POSITIVE_INFINITY;
      left -= 1;
    },
    learn(headers, isLimited = false) {
      const now = Date.now();
      const seconds = readNumber(headers, "x-ratelimit-reset");
      const remaining = readNumber(headers, "x-ratelimit-remaining");
      const after = isLimited ? readNumber(headers, "retry-after") : undefined;
      const latest = now + LONGEST_MS;
      if (seconds !== undefined && remaining !== undefined) {
        const next = Math.min(seconds * 1000, latest);
        // Zernio has not counted requests in flight yet, so within one minute the lower number applies.
        left = now < resetAt && Math.abs(next - resetAt) < 1000 ? Math.min(left, remaining) : remaining;
        resetAt = next;
      } else if (after !== undefined) {
        left = 0;
        resetAt = Math.min(now + after * 1000, latest);
      }
    },
  };
}
