/**
 * Creates a signal that aborts with `late()` at the deadline, or with the reason of `signal` if that aborts first.
 * `end` removes the timer and the listener. `AbortSignal.any` and `AbortSignal.timeout` allow no custom reason, and
 * keep both until the time has passed.
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

/**
 * Stops waiting when the signal aborts, for work that ignores signals. Throws the signal's reason then.
 * @example await untilAborted(Promise.resolve(5), new AbortController().signal); // 5
 */
export function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason);
  if (signal.aborted) onAbort();
  signal.addEventListener("abort", onAbort, { once: true });
  return Promise.race([work, promise]).finally(() => signal.removeEventListener("abort", onAbort));
}

/**
 * Runs work with a time limit. Its signal aborts at the limit, with `late()`, or when `signal` does. Work that ignores
 * its signal is not awaited.
 * @param limitMs milliseconds
 * @example
 * const late = () => new Error("The note took too long.");
 * await withDeadline(10, late, () => new Promise(() => {})); // throws "The note took too long."
 */
export async function withDeadline<T>(
  limitMs: number,
  late: () => Error,
  work: (signal: AbortSignal) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const limit = deadline(limitMs, late, signal);
  try {
    limit.signal.throwIfAborted();
    return await untilAborted(work(limit.signal), limit.signal);
  } finally {
    limit.end();
  }
}

/**
 * Runs the work one at a time. Calls made during a run share one more run after it.
 * @example
 * let runs = 0;
 * const refresh = singleFlight(async () => ++runs);
 * await Promise.all([refresh(), refresh(), refresh()]);
 * runs; // 2
 */
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

/**
 * Sleeps for some milliseconds. Throws the signal's reason if it aborts.
 * @example await pause(10, AbortSignal.abort(new Error("stopped"))); // throws "stopped"
 */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  if (ms <= 0) return;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  const onAbort = () => reject(signal.reason);
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    await promise;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", onAbort);
  }
}
