import type postgres from "postgres";
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import { BatchedCounter, type Counter } from "#core/access/batched-counter";
import { ApiError } from "#core/request/errors";
import { type Caller, type Exchange, getCallerId, type Quota } from "#core/request/exchange";

/**
 * Requests per minute of the kernel's own groups: all requests of a key, all of a signed-in person, and failed attempts
 * by address. One page of the dashboard sends a dozen requests, so a person gets a higher limit.
 */
export const defaultLimits = { default: 120, session: 600, address: 120 } as const;
/** A group of routes that share a quota. Modules declare theirs. */
export type LimitGroup = string;
const WINDOW = 60;

/** Collects the quotas that a request was counted against, for the headers of its response. */
type Counted = Pick<Exchange, "quotas">;

/** A quota with a separate count for each key. */
export interface Limit {
  /** Counts one request; throws `rate_limit_exceeded`. */
  take(counted: Counted, key: string): Promise<void>;
  /** Throws `rate_limit_exceeded` if the quota is exhausted, without counting. */
  look(counted: Counted, key: string): Promise<void>;
  /** Takes one request back. */
  refund(key: string): Promise<void>;
  /** Restores the whole quota of a key. */
  reset(key: string): Promise<void>;
}

export interface Limits {
  /**
   * Counts one request against a group: against the caller's quota and their account's. Throws `rate_limit_exceeded`.
   * Creating more keys does not raise the account's quota.
   */
  count(counted: Counted, group: LimitGroup, caller: Caller): Promise<void>;
  /** Defines a separate quota: points per window. */
  define(name: string, points: number, seconds: number): Limit;
}

const formatWindow = (seconds: number): string =>
  seconds === 60 ? "per minute" : seconds % 60 === 0 ? `in ${seconds / 60} minutes` : `in ${seconds} s`;

/**
 * Counts in memory for one process, and in PostgreSQL if several share the work. Most requests need no query there,
 * because points are reserved in batches. The quota is never exceeded.
 */
export function createLimits(
  perMinute: Readonly<Record<LimitGroup, number>>,
  { accountFactor, shared }: { accountFactor: number; shared?: postgres.Sql | undefined },
): Limits {
  const define = (name: string, points: number, seconds: number) =>
    createLimit(createCounter(shared, name, points, seconds), { name, points, seconds });
  const groups = new Map(
    Object.entries(perMinute).map(([group, points]) => {
      const own = define(group, points, WINDOW);
      const name = group === "default" ? "account" : `account-${group}`;
      return [group, { own, account: define(name, points * accountFactor, WINDOW) }];
    }),
  );
  return {
    async count(counted, group, caller) {
      const limits = groups.get(group);
      if (!limits) throw new Error(`No module declares the rate-limit group ${group}.`);
      await limits.own.take(counted, getCallerId(caller));
      await limits.account.take(counted, caller.accountId);
    },
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
    storeClient,
    storeType: "client",
    tableName: "rate_limits",
    tableCreated: true,
    // One limiter clears the table for all of them.
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
    counted: Counted,
    state: Pick<RateLimiterRes, "remainingPoints" | "msBeforeNext"> | null,
  ): Quota => {
    const quota = {
      policy: name,
      limit: points,
      windowSeconds: seconds,
      remaining: state ? Math.max(0, state.remainingPoints) : points,
      reset: state ? Math.max(1, Math.ceil(state.msBeforeNext / 1000)) : seconds,
    };
    counted.quotas.push(quota);
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
    async take(counted, key) {
      try {
        addQuota(counted, await counter.consume(key));
      } catch (reason) {
        if (!(reason instanceof RateLimiterRes)) throw reason;
        refuse(addQuota(counted, reason));
      }
    },
    async look(counted, key) {
      const state = await counter.get(key);
      const quota = addQuota(counted, state);
      if (state && state.consumedPoints > points) refuse(quota);
    },
    refund: async (key) => void (await counter.reward(key)),
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
