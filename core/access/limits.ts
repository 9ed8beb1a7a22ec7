import type postgres from "postgres";
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import { BatchedCounter, type Counter } from "#core/access/batched-counter";
import { ApiError } from "#core/request/errors";
import type { Exchange, Quota } from "#core/request/exchange";

/** Requests per minute of the kernel's own groups: all requests of a key, and requests without a key by address. */
export const defaultLimits = { default: 120, address: 120 } as const;
/** A group of routes that share a quota. Modules declare theirs. */
export type LimitGroup = string;
const WINDOW = 60;

/** A quota that each key has for itself. */
export interface Limit {
  /** Counts one request; throws `rate_limit_exceeded`. */
  take(exchange: Exchange, key: string): Promise<void>;
  /** Throws `rate_limit_exceeded` when the quota is used up, without counting. */
  look(exchange: Exchange, key: string): Promise<void>;
  /** Restores the whole quota of a key. */
  reset(key: string): Promise<void>;
}

export interface Limits {
  /** Counts one request against a group; throws `rate_limit_exceeded`. */
  take(exchange: Exchange, group: LimitGroup, key: string): Promise<void>;
  /** Throws `rate_limit_exceeded` when the group is used up, without counting. */
  look(exchange: Exchange, group: LimitGroup, key: string): Promise<void>;
  /** Defines a quota of its own: points per window. */
  define(name: string, points: number, seconds: number): Limit;
}

const formatWindow = (seconds: number): string =>
  seconds === 60 ? "per minute" : seconds % 60 === 0 ? `in ${seconds / 60} minutes` : `in ${seconds} s`;

/**
 * Counts in memory for one process, and in Postgres when several share the work. In Postgres most requests need no
 * query, because points are reserved in batches; the quota is never exceeded.
 */
export function createLimits(perMinute: Readonly<Record<LimitGroup, number>>, shared?: postgres.Sql): Limits {
  const define = (name: string, points: number, seconds: number) =>
    createLimit(createCounter(shared, name, points, seconds), { name, points, seconds });
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

function createCounter(shared: postgres.Sql | undefined, keyPrefix: string, points: number, duration: number): Counter {
  const options = { keyPrefix, points, duration };
  if (!shared) return new RateLimiterMemory(options);
  const storeClient = {
    query: async ({ text, values }: { text: string; values: unknown[] }) => {
      const rows = await shared.unsafe(text, values as postgres.ParameterOrJSON<never>[]);
      return { rows, rowCount: rows.count };
    },
  };
  const store = new RateLimiterPostgres({
    ...options,
    ...{ storeClient, storeType: "client", tableName: "rate_limits", tableCreated: true },
    // One limiter clears the table for all.
    clearExpiredByTimeout: keyPrefix === "default",
  });
  return new BatchedCounter(store, points);
}

interface Policy {
  name: string;
  points: number;
  seconds: number;
}

function createLimit(counter: Counter, { name, points, seconds }: Policy): Limit {
  const addQuota = (
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
      `The limit is ${points} requests ${formatWindow(seconds)} (${name}). Try again in ${reset} s.`,
      { headers: { "retry-after": String(reset) } },
    );
  };
  return {
    async take(exchange, key) {
      try {
        addQuota(exchange, await counter.consume(key));
      } catch (reason) {
        if (!(reason instanceof RateLimiterRes)) throw reason;
        refuse(addQuota(exchange, reason));
      }
    },
    async look(exchange, key) {
      const state = await counter.get(key);
      const quota = addQuota(exchange, state);
      if (state && state.consumedPoints > points) refuse(quota);
    },
    reset: async (key) => void (await counter.delete(key)),
  };
}

/** Sets the IETF headers for all quotas, and the X-RateLimit headers for the tightest. */
export function quotaHeaders(quotas: readonly Quota[], headers: Headers): void {
  const tightest = quotas.reduce<Quota | undefined>((a, b) => (!a || b.remaining < a.remaining ? b : a), undefined);
  if (!tightest) return;
  headers.set("ratelimit", quotas.map((q) => `"${q.policy}";r=${q.remaining};t=${q.reset}`).join(", "));
  headers.set("ratelimit-policy", quotas.map((q) => `"${q.policy}";q=${q.limit};w=${q.windowSeconds}`).join(", "));
  headers.set("x-ratelimit-limit", String(tightest.limit));
  headers.set("x-ratelimit-remaining", String(tightest.remaining));
  headers.set("x-ratelimit-reset", String(Math.floor(Date.now() / 1000) + tightest.reset));
}
