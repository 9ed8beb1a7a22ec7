import { type RateLimiterAbstract, RateLimiterRes } from "rate-limiter-flexible";

/** What a quota needs of its counter; a use beyond the quota rejects with a RateLimiterRes. */
export type Counter = Pick<RateLimiterAbstract, "get" | "delete"> & {
  consume(key: string): Promise<Pick<RateLimiterRes, "remainingPoints" | "msBeforeNext">>;
};

/** Points of a key that this process has taken and not given out yet. */
interface Purse {
  points: number;
  /** Points that nobody had taken then. */
  untaken: number;
  /** When its window ends, ms since epoch. */
  until: number;
  /** Nothing is left for anybody. */
  isSpent: boolean;
}

/** Of the quota, at a time. Small: what a process has taken and nobody asks it for is lost until the window ends. */
const SHARE = 1 / 20;
const AT_MOST = 100;
const MOST_KEYS = 10_000;

/**
 * Counts in a shared store with fewer calls: while more than half of a key's quota is left, several points are taken
 * at a time and given out from memory. Never more is given out than was taken; near the end each use is counted alone,
 * so a key that is used through one process gets its quota to the last point. What is used up is refused from memory.
 */
export function takenAhead(store: RateLimiterAbstract, quota: number): Counter {
  const some = Math.max(1, Math.min(AT_MOST, Math.floor(quota * SHARE)));
  const purses = new Map<string, Purse>();
  const filling = new Map<string, Promise<unknown>>();

  /** Rejects where even one point is too much. */
  async function take(key: string, points: number): Promise<RateLimiterRes> {
    try {
      return await store.consume(key, points);
    } catch (state) {
      if (!(state instanceof RateLimiterRes) || points === 1) throw state;
      // Others took most of it meanwhile, and a refused use is counted all the same.
      await store.reward(key, points);
      return store.consume(key);
    }
  }

  const purseOf = (key: string): Purse | undefined => {
    const purse = purses.get(key);
    return purse && purse.until > Date.now() ? purse : undefined;
  };

  /** Takes some for the purse, and one of them for the caller. */
  async function fill(key: string, points: number) {
    const { remainingPoints: untaken, msBeforeNext } = await take(key, points);
    if (purses.size >= MOST_KEYS) purses.clear();
    const left = points - 1 + (purseOf(key)?.points ?? 0);
    purses.set(key, { points: left, untaken, until: Date.now() + msBeforeNext, isSpent: false });
    return { remainingPoints: untaken + left, msBeforeNext };
  }

  async function consume(key: string): ReturnType<Counter["consume"]> {
    const purse = purseOf(key);
    if (purse?.isSpent) throw new RateLimiterRes(0, purse.until - Date.now(), quota + 1);
    if (purse && purse.points > 0) {
      purse.points--;
      return { remainingPoints: purse.untaken + purse.points, msBeforeNext: purse.until - Date.now() };
    }
    const underWay = filling.get(key);
    if (underWay) {
      await underWay.catch(() => {});
      return consume(key);
    }
    if (!purse || some === 1 || purse.untaken <= quota / 2) return fill(key, 1);
    const filled = fill(key, some);
    filling.set(key, filled);
    return filled.finally(() => filling.delete(key));
  }

  return {
    consume: (key) =>
      consume(key).catch((state) => {
        if (state instanceof RateLimiterRes) {
          purses.set(key, { points: 0, untaken: 0, until: Date.now() + state.msBeforeNext, isSpent: true });
        }
        throw state;
      }),
    get: (key) => store.get(key),
    async delete(key) {
      purses.delete(String(key));
      return store.delete(key);
    },
  };
}
