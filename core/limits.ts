import type postgres from "postgres";
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from "rate-limiter-flexible";
import { ApiError } from "#core/errors";
import type { Exchange, Quota } from "#core/exchange";

/** Requests a minute. `default` counts everything a key does, the others a group of routes; `address` counts refused keys. */
export const limitGroups = {
  default: 120,
  search: 60,
  posts: 30,
  generation: 20,
  research: 10,
  address: 120,
} as const;
export type LimitGroup = keyof typeof limitGroups;
const WINDOW = 60;

export interface Limits {
  /** Counts one request against a group; throws `rate_limit_exceeded`. */
  take(exchange: Exchange, group: LimitGroup, key: string): Promise<void>;
  /** Throws `rate_limit_exceeded` when the group is used up, without counting. */
  look(exchange: Exchange, group: LimitGroup, key: string): Promise<void>;
}

/** In memory for one process, in Postgres where several share the work. */
export async function createLimits(perMinute: Record<LimitGroup, number>, shared?: postgres.Sql): Promise<Limits> {
  const make = async (group: LimitGroup): Promise<RateLimiterAbstract> => {
    const options = { keyPrefix: group, points: perMinute[group], duration: WINDOW };
    if (!shared) return new RateLimiterMemory(options);
    const client = {
      query: async (statement: string | { text: string; values: unknown[] }) => {
        const { text, values } = typeof statement === "string" ? { text: statement, values: [] } : statement;
        const rows = await shared.unsafe(text, values as postgres.ParameterOrJSON<never>[]);
        return { rows, rowCount: rows.count };
      },
    };
    return new Promise((resolve, reject) => {
      const limiter: RateLimiterAbstract = new RateLimiterPostgres(
        { ...options, storeClient: client, storeType: "client", tableName: "rate_limits" },
        (error?: Error) => (error ? reject(error) : resolve(limiter)),
      );
    });
  };
  const limiters = {} as Record<LimitGroup, RateLimiterAbstract>;
  for (const group of Object.keys(limitGroups) as LimitGroup[]) limiters[group] = await make(group);

  const note = (exchange: Exchange, group: LimitGroup, state: RateLimiterRes | null): Quota => {
    const quota = {
      policy: group,
      limit: perMinute[group],
      windowSeconds: WINDOW,
      remaining: state ? Math.max(0, state.remainingPoints) : perMinute[group],
      reset: state ? Math.max(1, Math.ceil(state.msBeforeNext / 1000)) : WINDOW,
    };
    exchange.quotas.push(quota);
    return quota;
  };
  const refuse = (quota: Quota): never => {
    throw new ApiError(
      "rate_limit_exceeded",
      `At most ${quota.limit} requests a minute (${quota.policy}). Try again in ${quota.reset} s.`,
      { headers: { "retry-after": String(quota.reset) } },
    );
  };
  return {
    async take(exchange, group, key) {
      try {
        note(exchange, group, await limiters[group].consume(key));
      } catch (reason) {
        if (!(reason instanceof RateLimiterRes)) throw reason;
        refuse(note(exchange, group, reason));
      }
    },
    async look(exchange, group, key) {
      const state = await limiters[group].get(key);
      const quota = note(exchange, group, state);
      if (state && state.consumedPoints > perMinute[group]) refuse(quota);
    },
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
