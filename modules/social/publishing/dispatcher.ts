import type { Log } from "vireo/log";
import type { Claim, Claimed } from "./claim";
import type { Verdict } from "./settle";

interface Options {
  claim: Claim;
  publish(claimed: Claimed, stopping: AbortSignal): Promise<Verdict | undefined>;
  save(verdict: Verdict): Promise<void>;
  /** Targets in work at a time. */
  concurrency: number;
  log: Log;
}

/** How long a few free places are kept for more, so that a claim is worth its transaction. */
const GATHER_MS = 20;

/**
 * Publishes what is due until nothing is, whenever it is woken. It holds no list of its own: what is
 * due stands in the database, so it may be woken too often, or in several processes at once.
 */
export function createDispatcher({ claim, publish, save, concurrency, log }: Options) {
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();
  let isDirty = false;
  let loop: Promise<void> | undefined;

  async function work(claimed: Claimed): Promise<void> {
    try {
      const verdict = await publish(claimed, stopping.signal);
      if (verdict) await save(verdict);
    } catch (error) {
      // The lease runs out, and the target is cleared up from what was written.
      log.error("a target was left as it is", { targetId: claimed.target.id, error });
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
          const one: Promise<void> = work(claimed).finally(() => running.delete(one));
          running.add(one);
        }
      }
    }
  }

  function wake(): void {
    isDirty = true;
    if (loop || stopping.signal.aborted) return;
    loop = drain()
      .catch((error) => log.error("due posts could not be taken", { error }))
      .finally(() => {
        loop = undefined;
      });
  }

  return {
    wake,
    /** Takes nothing more and waits for the calls in flight, for their outcome would be unknown. */
    async stop(limitMs: number): Promise<void> {
      stopping.abort(new Error("The server is stopping."));
      await Promise.race([
        Promise.allSettled([loop, ...running]).then(() => Promise.allSettled(running)),
        Bun.sleep(limitMs),
      ]);
    },
  };
}
