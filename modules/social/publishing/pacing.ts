import { sql } from "kysely";
import type { Transaction } from "vireo/database";
import type { Pace, PlatformName, SocialProvider } from "vireo/slots/social";
import type { Social } from "../context";
import type { Post, SocialAccount, TargetRow } from "../tables";
import type { Verdict } from "./settle";

const MINUTE = 60_000;
const DAY = 86_400_000;

/** Posting limits of the platforms' APIs. YouTube's limit is a quota, which only its responses show. */
const platformPaces: Readonly<Record<string, readonly Pace[]>> = {
  tiktok: [
    { count: 6, ms: MINUTE },
    { count: 15, ms: DAY },
  ],
  instagram: [{ count: 50, ms: DAY }],
  youtube: [],
};

/**
 * Returns the first time, `now` or later, at which one more post keeps every limit. `times`: published and planned
 * posts, without the `skipped` newest ones, which no limit covers.
 */
export function findNextFreeTime(paces: readonly Pace[], times: readonly number[], now: number, skipped = 0): number {
  const sorted = times.toSorted((a, b) => a - b);
  return Math.max(now, ...paces.map(({ count, ms }) => (sorted.at(skipped - count) ?? Number.NEGATIVE_INFINITY) + ms));
}

/** Returns the limits of a social account. The provider's values take precedence. */
export const getPaces = ({ paces }: Pick<SocialProvider, "paces">, platform: PlatformName): readonly Pace[] =>
  ((paces ?? platformPaces) as Readonly<Record<string, readonly Pace[] | undefined>>)[platform] ?? [];

/** A due target with everything that the call needs. */
export interface DueTarget {
  target: TargetRow;
  post: Post;
  socialAccount: SocialAccount;
  provider: SocialProvider;
}

/** Limits of one social account, or of a whole provider. */
interface Limits {
  column: "social_account_id" | "provider";
  value: string;
  paces: readonly Pace[];
}

/** Lists the limits that a target counts against: those of its social account and of its provider. */
function getLimits(target: TargetRow, provider: SocialProvider): Limits[] {
  const all: Limits[] = [
    { column: "social_account_id", value: target.social_account_id, paces: getPaces(provider, target.platform) },
    { column: "provider", value: provider.name, paces: provider.pace ?? [] },
  ];
  return all.filter(({ paces }) => paces.length > 0);
}

/**
 * Locks the pace limits of these targets, so that two processes do not count the same free place. Returns a filter for
 * the targets whose limits this transaction holds.
 */
export async function lockPaces(
  { engines }: Social,
  trx: Transaction,
  due: readonly TargetRow[],
): Promise<(target: TargetRow) => boolean> {
  const getKeys = (target: TargetRow) => {
    const provider = engines.get("social", target.provider);
    return provider ? getLimits(target, provider).map(({ value }) => value) : [];
  };
  const keys = [...new Set(due.flatMap(getKeys))];
  if (keys.length === 0) return () => true;
  const { rows } = await sql<{ key: string }>`
    select key from unnest(${keys}::text[]) as key
    where pg_try_advisory_xact_lock(hashtextextended('social.pace:' || key, 0))`.execute(trx);
  const held = new Set(rows.map(({ key }) => key));
  return (target) => getKeys(target).every((key) => held.has(key));
}

/**
 * Past and planned posting times of a social account or a provider, newest first, without the newest ones that no limit
 * covers.
 */
interface Times {
  times: number[];
  skipped: number;
}

/**
 * Reads the times of all social accounts, or of all providers, at once. A limit of `count` posts depends on the post `count`
 * places back. At most as many newer posts are added as there are candidates, so the rest is left out.
 */
async function readTimes(
  trx: Transaction,
  limits: readonly Limits[],
  except: readonly string[],
  now: number,
): Promise<Map<string, Times>> {
  const [first] = limits;
  if (!first) return new Map();
  const column = sql.ref(`t.${first.column}`);
  const windows = limits.map(({ value, paces }) => {
    const counts = paces.map(({ count }) => count);
    const skipped = Math.max(0, Math.min(...counts) - except.length);
    const since = new Date(now - Math.max(...paces.map(({ ms }) => ms)));
    return { value, since, skipped, most: Math.max(...counts) - skipped };
  });
  const { rows } = await sql<{ value: string; at: Date }>`
    select w.value, recent.at
    from jsonb_to_recordset(${JSON.stringify(windows)}::text::jsonb) as w(value text, since timestamptz, skipped int, most int)
      cross join lateral (
        select at from (
          select t.claimed_at as at from social_targets t where ${column} = ${castValue(first.column)} and t.claimed_at > w.since
          union all
          select t.due_at from social_targets t where ${column} = ${castValue(first.column)} and t.status = 'pending'
            and t.delay_reason is not null and t.due_at is not null and t.id <> all(${except}::uuid[])
        ) known order by at desc offset w.skipped limit w.most) recent`.execute(trx);
  const times = Map.groupBy(rows, ({ value }) => value);
  return new Map(
    windows.map(({ value, skipped }) => [
      value,
      { skipped, times: (times.get(value) ?? []).map(({ at }) => at.getTime()) },
    ]),
  );
}

const castValue = (column: Limits["column"]) => (column === "provider" ? sql`w.value` : sql`w.value::uuid`);

/**
 * Splits candidates into those that may be published now and those delayed to the first time that keeps every limit.
 */
export async function applyPaces(trx: Transaction, candidates: readonly DueTarget[], now: number) {
  const ids = candidates.map(({ target }) => target.id);
  const all = candidates.flatMap(({ target, provider }) => getLimits(target, provider));
  const unique = [...new Map(all.map((limits) => [limits.value, limits])).values()];
  const byColumn = (column: Limits["column"]) => unique.filter((limits) => limits.column === column);
  const known = new Map([
    ...(await readTimes(trx, byColumn("social_account_id"), ids, now)),
    ...(await readTimes(trx, byColumn("provider"), ids, now)),
  ]);
  const ready: DueTarget[] = [];
  const delayed: Verdict[] = [];
  for (const candidate of candidates) {
    const { target, provider } = candidate;
    const limited = getLimits(target, provider).map((limits) => {
      const { times = [], skipped = 0 } = known.get(limits.value) ?? {};
      return { ...limits, times, freeTime: findNextFreeTime(limits.paces, times, now, skipped) };
    });
    const freeTime = Math.max(now, ...limited.map((entry) => entry.freeTime));
    for (const { times } of limited) times.push(freeTime);
    if (freeTime <= now) ready.push(candidate);
    else {
      const isAccount = limited.some((entry) => entry.column === "social_account_id" && entry.freeTime > now);
      const name = isAccount ? `one ${target.platform} account` : `all accounts of ${provider.name}`;
      const delayReason = `The posting limit of ${name} is reached.`;
      delayed.push({ target, status: "pending", dueAt: new Date(freeTime), delayReason });
    }
  }
  return { ready, delayed };
}
