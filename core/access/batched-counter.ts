import { type RateLimiterAbstract, RateLimiterRes } from "rate-limiter-flexible";

/** Counts uses of a quota. `consume` rejects with a RateLimiterRes once the quota is exhausted. */
export type Counter = Pick<RateLimiterAbstract, "get" | "delete"> & {
  /** Takes one use back. */
  reward(key: string): Promise<unknown>;
  consume(key: string): Promise<Pick<RateLimiterRes, "remainingPoints" | "msBeforeNext">>;
};

/** Points that this process has reserved in the store for one key. */
interface Batch {
  /** Reserved points that have not been used. */
  points: number;
  /** Points left in the store when the batch was reserved. */
  remaining: number;
  /** End of the quota's window, ms since the epoch. */
  expiresAt: number;
  /** True if the quota is exhausted: requests are refused without asking the store. */
  isExhausted: boolean;
}

/** Share of the quota reserved at a time. Small, because unused reserved points are lost until the window ends. */
const BATCH_SHARE = 1 / 20;
const MAX_BATCH = 100;
const MAX_KEYS = 10_000;

/**
 * Counts in a shared store with few calls. While more than half of a key's quota is left, points are reserved in
 * batches and used from memory. Below that, each use is counted individually. The quota is never exceeded, and a key
 * that only one process serves gets all of it.
 */
export class BatchedCounter implements Counter {
  readonly #batches = new Map<string, Batch>();
  readonly #reserving = new Map<string, Promise<unknown>>();
  readonly #batchSize: number;

  readonly #store: RateLimiterAbstract;
  readonly #quota: number;

  constructor(store: RateLimiterAbstract, quota: number) {
    this.#store = store;
    this.#quota = quota;
    this.#batchSize = Math.max(1, Math.min(MAX_BATCH, Math.floor(quota * BATCH_SHARE)));
  }

  async consume(key: string): ReturnType<Counter["consume"]> {
    try {
      return await this.#consume(key);
    } catch (state) {
      if (state instanceof RateLimiterRes) {
        this.#batches.set(key, {
          points: 0,
          remaining: 0,
          expiresAt: Date.now() + state.msBeforeNext,
          isExhausted: true,
        });
      }
      throw state;
    }
  }

  async reward(key: string): Promise<void> {
    const batch = this.#getBatch(key);
    if (batch && !batch.isExhausted) {
      batch.points++;
      return;
    }
    this.#batches.delete(key);
    await this.#store.reward(key, 1);
  }

  get(key: string) {
    return this.#store.get(key);
  }

  async delete(key: string | number) {
    this.#batches.delete(String(key));
    return this.#store.delete(key);
  }

  async #consume(key: string): ReturnType<Counter["consume"]> {
    const batch = this.#getBatch(key);
    if (batch?.isExhausted) throw new RateLimiterRes(0, batch.expiresAt - Date.now(), this.#quota + 1);
    if (batch && batch.points > 0) {
      batch.points--;
      return { remainingPoints: batch.remaining + batch.points, msBeforeNext: batch.expiresAt - Date.now() };
    }
    const reserving = this.#reserving.get(key);
    if (reserving) {
      await reserving.catch(() => {});
      return this.#consume(key);
    }
    if (!batch || this.#batchSize === 1 || batch.remaining <= this.#quota / 2) return this.#reserve(key, 1);
    const reserved = this.#reserve(key, this.#batchSize);
    this.#reserving.set(key, reserved);
    return reserved.finally(() => this.#reserving.delete(key));
  }

  /** Reserves points and uses one of them. */
  async #reserve(key: string, points: number) {
    const { remainingPoints: remaining, msBeforeNext } = await this.#take(key, points);
    if (this.#batches.size >= MAX_KEYS) this.#batches.clear();
    const left = points - 1 + (this.#getBatch(key)?.points ?? 0);
    this.#batches.set(key, { points: left, remaining, expiresAt: Date.now() + msBeforeNext, isExhausted: false });
    return { remainingPoints: remaining + left, msBeforeNext };
  }

  /** Takes points from the store. Rejects if not even one is left. */
  async #take(key: string, points: number): Promise<RateLimiterRes> {
    try {
      return await this.#store.consume(key, points);
    } catch (state) {
      if (!(state instanceof RateLimiterRes) || points === 1) throw state;
      // Other replicas took most of the quota. The store counts refused uses too, so give the batch back.
      await this.#store.reward(key, points);
      return this.#store.consume(key);
    }
  }

  #getBatch(key: string): Batch | undefined {
    const batch = this.#batches.get(key);
    return batch && batch.expiresAt > Date.now() ? batch : undefined;
  }
}
