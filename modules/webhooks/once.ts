/** Runs the work one at a time; calls that come meanwhile share one more run after it. */
export function once(work: () => Promise<unknown>): () => Promise<void> {
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
