/**
 * The requests that are left to the API key in the running minute, as the last answer told. Zernio says
 * it in `X-RateLimit-Remaining` and `X-RateLimit-Reset` (unix seconds), and in `Retry-After` with a 429.
 */
export interface Quota {
  /** Waits until a request may be made, and counts it. */
  take(signal: AbortSignal): Promise<void>;
  /** `isLimited`: the answer refused a request for coming too soon, so its `Retry-After` holds for all. */
  learn(headers: Headers, isLimited?: boolean): void;
}

/** The limit counts minutes, so nothing waits longer, whatever an answer says or how far the clocks are apart. */
const LONGEST_MS = 60_000;

function number(headers: Headers, name: string): number | undefined {
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
      const seconds = number(headers, "x-ratelimit-reset");
      const remaining = number(headers, "x-ratelimit-remaining");
      const after = isLimited ? number(headers, "retry-after") : undefined;
      const latest = now + LONGEST_MS;
      if (seconds !== undefined && remaining !== undefined) {
        const next = Math.min(seconds * 1000, latest);
        // Requests under way are counted here but not yet there: within one minute the lower number holds.
        left = now < resetAt && Math.abs(next - resetAt) < 1000 ? Math.min(left, remaining) : remaining;
        resetAt = next;
      } else if (after !== undefined) {
        left = 0;
        resetAt = Math.min(now + after * 1000, latest);
      }
    },
  };
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const onAbort = () => reject(signal.reason);
  const timer = setTimeout(resolve, ms);
  if (signal.aborted) onAbort();
  signal.addEventListener("abort", onAbort, { once: true });
  return promise.finally(() => {
    clearTimeout(timer);
    signal.removeEventListener("abort", onAbort);
  });
}
