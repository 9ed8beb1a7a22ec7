import type postgres from "postgres";
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import { type Counter, takenAhead } from "#core/access/limits-ahead";
import { ApiError } from "#core/request/errors";
import type { Exchange, Quota } from "#core/request/exchange";

/** Requests per minute of the kernel's own groups: everything that a key does, and what an address does without one. */
export const defaultLimits = { default: 120, address: 120 } as const;
/** A group of routes that share a quota. Modules declare theirs. */
export type LimitGroup = string;
const WINDOW = 60;

/** One quota; each key has it for itself. */
export interface Limit {
  /** Counts one request; throws `rate_limit_exceeded`. */
  take(exchange: Exchange, key: string): Promise<void>;
  /** Throws `rate_limit_exceeded` when the quota is used up, without counting. */
  look(exchange: Exchange, key: string): Promise<void>;
  /** Gives a key its whole quota back. */
  reset(key: string): Promise<void>;
}

export interface Limits {
  /** Counts one request against a group; throws `rate_limit_exceeded`. */
  take(exchange: Exchange, group: LimitGroup, key: string): Promise<void>;
  /** Throws `rate_limit_exceeded` when the group is used up, without counting. */
  look(exchange: Exchange, group: LimitGroup, key: string): Promise<void>;
  /** A quota beside the groups: so many requests in so many seconds. */
  define(name: string, points: number, seconds: number): Limit;
}

const span = (seconds: number): string =>
  seconds === 60 ? "a minute" : seconds % 60 === 0 ? `in ${seconds / 60} minutes` : `in ${seconds} s`;

/**
 * In memory for one process, in Postgres where several share the work. There, a key in the first half of its quota
 * takes points in advance, and a used-up key is refused from memory: most requests ask nothing of Postgres, and the
 * quota is never exceeded.
 */
export function createLimits(perMinute: Readonly<Record<LimitGroup, number>>, shared?: postgres.Sql): Limits {
  const storeClient = shared && {
    query: async ({ text, values }: { text: string; values: unknown[] }) => {
      const rows = await shared.unsafe(text, values as postgres.ParameterOrJSON<never>[]);
      return { rows, rowCount: rows.count };
    },
  };
  const make = (keyPrefix: string, points: number, duration: number): Counter => {
    const options = { keyPrefix, points, duration };
    if (!storeClient) return new RateLimiterMemory(options);
    return takenAhead(
      new RateLimiterPostgres({
        ...options,
        ...{ storeClient, storeType: "client", tableName: "rate_limits", tableCreated: true },
        // It clears the whole table, whoever does it.
        clearExpiredByTimeout: keyPrefix === "default",
      }),
      points,
    );
  };

  function define(name: string, points: number, seconds: number): Limit {
    const limiter = make(name, points, seconds);
    const note = (
      exchange: Exchange,
      state: Pick<RateLimiterRes, "remainingPoints" | "msBeforeNext"> | null,
    ): Quota => {
      const quota = {
        policy: name,
        limit: points,
        windowSeconds: seconds,
        remaining: state ? Math.max(0, state.remainingPoints) : points,
        reset: state ? Math.max(1, Math.ceil(state.msBeforeNext / 1000)) : seconds,
      };
      exchange.quotas.push(quota);
      return quota;
    };
    const refuse = ({ reset }: Quota): never => {
      throw new ApiError(
        "rate_limit_exceeded",
        `At most ${points} requests ${span(seconds)} (${name}). Try again in ${reset} s.`,
        { headers: { "retry-after": String(reset) } },
      );
    };
    return {
      async take(exchange, key) {
        try {
          note(exchange, await limiter.consume(key));
        } catch (reason) {
          if (!(reason instanceof RateLimiterRes)) throw reason;
          refuse(note(exchange, reason));
        }
      },
      async look(exchange, key) {
        const state = await limiter.get(key);
        const quota = note(exchange, state);
        if (state && state.consumedPoints > points) refuse(quota);
      },
      reset: async (key) => void (await limiter.delete(key)),
    };
  }

  const groups = new Map(Object.entries(perMinute).map(([group, points]) => [group, define(group, points, WINDOW)]));
  const getGroup = (group: LimitGroup): Limit => {
    const limit = groups.get(group);
    if (!limit) throw new Error(`No module declares the rate-limit group ${group}.`);
    return limit;
  };
  return {
    take: (exchange, group, key) => getGroup(group).take(exchange, key),
    look: (exchange, group, key) => getGroup(group).look(exchange, key),
    define,
  };
}

/** The IETF pair, the X-RateLimit triple of the tightest quota. */
export function quotaHeaders(quotas: readonly Quota[], headers: Headers): void {
  const tightest = quotas.reduce<Quota | undefined>((a, b) => (!a || b.remaining < a.remaining ? b : a), undefined);
  if (!tightest) return;
  headers.set("ratelimit", quotas.map((q) => `"${q.policy}";r=${q.remaining};t=${q.reset}`).join(", "));
  headers.set("ratelimit-policy", quotas.map((q) => `"${q.policy}";q=${q.limit};w=${q.windowSeconds}`).join(", "));
  headers.set("x-ratelimit-limit", String(tightest.limit));
  headers.set("x-ratelimit-remaining", String(tightest.remaining));
  headers.set("x-ratelimit-reset", String(Math.floor(Date.now() / 1000) + tightest.reset));
}
