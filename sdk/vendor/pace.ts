/** Calls at most, in any window of `perMs`. */
export interface Rate {
  calls: number;
  perMs: number;
}

/** Lets calls through in order, none before the rate allows it. Throws the signal's reason while waiting. */
export function createPace({ calls, perMs }: Rate) {
  /** When each of the last calls was, or will be, let through; oldest first. */
  const slots: number[] = [];

  return async function turn(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const now = Date.now();
    const at = slots.length < calls ? now : Math.max(now, slots[slots.length - calls]! + perMs);
    slots.push(at);
    if (slots.length > calls) slots.shift();
    await pause(at - now, signal);
  };
}

/** Sleeps, or throws the signal's reason. */
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
