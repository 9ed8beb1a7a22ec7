/**
 * A signal that aborts with `late()` when the time is up, or with the reason of `signal` when that one
 * aborts. `end` lets go of both, so that neither a timer nor a listener outlives the work.
 */
export function deadline(timeoutMs: number, late: () => Error, signal?: AbortSignal) {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(late()), timeoutMs);
  const onAbort = () => controller.abort(signal?.reason);
  if (signal?.aborted) onAbort();
  signal?.addEventListener("abort", onAbort, { once: true });
  return {
    signal: controller.signal,
    end() {
      clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
    },
  };
}

/** Stops waiting when the signal fires, for work that does not listen to it. */
export function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason);
  if (signal.aborted) onAbort();
  signal.addEventListener("abort", onAbort, { once: true });
  return Promise.race([work, promise]).finally(() => signal.removeEventListener("abort", onAbort));
}

/** Runs the work one at a time. Calls made while it runs share one more run after it. */
export function singleFlight(work: () => Promise<unknown>): () => Promise<void> {
  let running: Promise<unknown> | undefined;
  let next: Promise<void> | undefined;
  const begin = async () => {
    const run = work();
    running = run;
    try {
      await run;
    } finally {
      if (running === run) running = undefined;
    }
  };
  return () => {
    if (next) return next;
    if (!running) return begin();
    next = running
      .catch(() => {})
      .then(() => {
        next = undefined;
        return begin();
      });
    return next;
  };
}
