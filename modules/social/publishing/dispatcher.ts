import type { Social } from "../context";
import { type Claimed, claimDue } from "./claim";
import { publishTarget } from "./publisher";
import type { VerdictQueue } from "./settle";

/** Wait this long to batch claims into one transaction. */
const GATHER_MS = 20;

/**
 * Publishes due targets until none is left, whenever it is notified. The database decides what is due, so extra
 * notifications, even in several processes at once, are harmless.
 */
export class Dispatcher {
  readonly #social: Social;
  readonly #verdicts: VerdictQueue;
  readonly #stopping = new AbortController();
  readonly #running = new Set<Promise<void>>();
  #isDirty = false;
  #loop: Promise<void> | undefined;

  constructor(social: Social, verdicts: VerdictQueue) {
    this.#social = social;
    this.#verdicts = verdicts;
  }

  notify(): void {
    this.#isDirty = true;
    if (this.#loop || this.#stopping.signal.aborted) return;
    this.#loop = this.#drain()
      .catch((error) => this.#social.log.error("due posts not claimed", { error }))
      .finally(() => {
        this.#loop = undefined;
      });
  }

  /** Stops claiming and waits for calls in flight, whose outcome would otherwise be unknown. */
  async stop(limitMs: number): Promise<void> {
    this.#stopping.abort(new Error("The server is stopping."));
    await Promise.race([
      Promise.allSettled([this.#loop, ...this.#running]).then(() => Promise.allSettled(this.#running)),
      Bun.sleep(limitMs),
    ]);
  }

  async #drain(): Promise<void> {
    const { concurrency } = this.#social.settings;
    const running = this.#running;
    const { signal } = this.#stopping;
    while (this.#isDirty && !signal.aborted) {
      this.#isDirty = false;
      for (let handled = 1; handled > 0 && !signal.aborted; ) {
        if (running.size >= concurrency) await Promise.race(running);
        if (running.size > concurrency * 0.75) await Promise.race([...running, Bun.sleep(GATHER_MS)]);
        const free = concurrency - running.size;
        if (free === 0) continue;
        const batch = await claimDue(this.#social, free);
        handled = batch.handled;
        for (const claimed of batch.claimed) {
          const work: Promise<void> = this.#run(claimed).finally(() => running.delete(work));
          running.add(work);
        }
      }
    }
  }

  async #run(claimed: Claimed): Promise<void> {
    try {
      const verdict = await publishTarget(this.#social, claimed, this.#stopping.signal);
      if (verdict) await this.#verdicts.save(verdict);
    } catch (error) {
      // The lease expires, and the target is resolved from the recorded state.
      this.#social.log.error("target not settled", { targetId: claimed.target.id, error });
    }
  }
}
