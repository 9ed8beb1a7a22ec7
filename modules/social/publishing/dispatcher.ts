import type { Log } from "vireo/log";
import type { Claimed } from "./claim";
import type { Verdict } from "./settle";

interface Options {
  claim(limit: number): Promise<{ handled: number; claimed: Claimed[] }>;
  publish(claimed: Claimed, stopping: AbortSignal): Promise<Verdict | undefined>;
  save(verdict: Verdict): Promise<void>;
  /** Maximum number of targets published at a time. */
  concurrency: number;
  log: Log;
}

/** Wait this long to batch claims into one transaction. */
const GATHER_MS = 20;

/**
 * Publishes due targets until none is left, whenever it is notified. The database decides what is due, so extra
 * notifications, even in several processes at once, are harmless.
 */
export function createDispatcher({ claim, publish, save, concurrency, log }: Options) {
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();
  let isDirty = false;
  let loop: Promise<void> | undefined;

  async function run(claimed: Claimed): Promise<void> {
    try {
      const verdict = await publish(claimed, stopping.signal);
      if (verdict) await save(verdict);
    } catch (error) {
      // The lease expires, and the target is resolved from the recorded state.
      log.error("target not settled", { targetId: claimed.target.id, error });
    }
  }

  async function drain(): Promise<void> {
    while (isDirty && !stopping.signal.aborted) {
      isDirty = false;
      for (let handled = 1; handled > 0 && !stopping.signal.aborted; ) {
        if (running.size >= concurrency) await Promise.race(running);
        if (running.size > concurrency * 0.75) await Promise.race([...running, Bun.sleep(GATHER_MS)]);
        const free = concurrency - running.size;
        if (free === 0) continue;
        const batch = await claim(free);
        handled = batch.handled;
        for (const claimed of batch.claimed) {
          const work: Promise<void> = run(claimed).finally(() => running.delete(work));
          running.add(work);
        }
      }
    }
  }

  function notify(): void {
    isDirty = true;
    if (loop || stopping.signal.aborted) return;
    loop = drain()
      .catch((error) => log.error("due posts not claimed", { error }))
      .finally(() => {
        loop = undefined;
      });
  }

  return {
    notify,
    /** Stops claiming and waits for calls in flight, whose outcome would otherwise be unknown. */
    async stop(limitMs: number): Promise<void> {
      stopping.abort(new Error("The server is stopping."));
      await Promise.race([
        Promise.allSettled([loop, ...running]).then(() => Promise.allSettled(running)),
        Bun.sleep(limitMs),
      ]);
    },
  };
}
