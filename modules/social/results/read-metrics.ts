/**
 * Reads the metrics of published posts: after 1 and 6 hours, and 1, 3, 7 and 30 days. Accounts take turns, and a token
 * bucket per provider keeps its limit across replicas.
 */
import { sql } from "kysely";
import type { Database } from "vireo/database";
import { fromNow } from "vireo/leases";
import { type Figures, type MetricsReader, type Pace, readFigures } from "vireo/slots/social";
import { createPace } from "vireo/vendor/pace";
import type { Social } from "../context";
import { isOfActiveAccount } from "../posts/store";
import type { SocialAccount, TargetRow } from "../tables";
import { describePosts } from "./describe-posts";
import { type Measured, storeFigures, teachLibrary } from "./store-figures";

const HOUR = 3_600_000;
const AGES_MS = [1, 6, 24, 72, 168, 720].map((hours) => hours * HOUR);
/** After the last age, metrics are no longer read, even if that read failed. */
const END_MS = 31 * 24 * HOUR;
/** Delay after an error, or if the provider's limit is reached. */
const RETRY_MS = 15 * 60_000;
const BATCH = 250;
const CONCURRENCY = 4;
/** Minimum interval between calls, so that requests stay fast while metrics are read. */
const START_MS = 50;
/** Maximum number of an account's posts claimed before the next account's turn: the largest call of any provider. */
const PER_TURN = 50;
const READ_MS = 30_000;

type Due = Pick<TargetRow, "id" | "social_account_id" | "provider" | "platform_post_id" | "published_at"> & {
  now: Date;
};

/**
 * Claims due targets: up to a full call of each account, longest waiting first, and more of the same account only after
 * the others. If this process dies, they become due again.
 */
async function takeDue({ db }: Social): Promise<Due[]> {
  const { rows } = await sql<Due>`
    update social_targets t set metrics_at = clock_timestamp() + ${RETRY_MS} * interval '1 millisecond'
    where id in (
      select id from (
        select id, social_account_id, min(metrics_at) over (partition by social_account_id) as since,
          (row_number() over (partition by social_account_id order by metrics_at) - 1) / ${PER_TURN}::int as turn
        from (select id, social_account_id, metrics_at from social_targets
          where metrics_at <= now() and ${isOfActiveAccount()} order by metrics_at limit ${BATCH * 20}) due
      ) ranked order by turn, since, social_account_id limit ${BATCH})
    returning id, social_account_id, provider, platform_post_id, published_at, clock_timestamp() as now`.execute(db);
  return rows;
}

/** Returns the time of the next read. Null after the last one. */
export function getNextRead(publishedAt: number, now: number): Date | null {
  const next = AGES_MS.find((age) => publishedAt + age > now);
  return next === undefined ? null : new Date(publishedAt + next);
}

/** Stores the metrics, and the time of each target's next read. */
async function storeReading(social: Social, { account, posts: due, figures, isSimulated }: Reading): Promise<void> {
  const known = due.filter(({ platform_post_id }) => figures.has(platform_post_id ?? ""));
  const ids = known.map(({ id }) => id);
  const described = await describePosts(social, account.account_id, ids);
  const measured = known.flatMap(({ id, platform_post_id, published_at, now }): Measured[] => {
    const about = described.get(id);
    const own = figures.get(platform_post_id ?? "");
    if (!about || !own || !platform_post_id || !published_at) return [];
    // One impossible value must not lose the others.
    const clean = readFigures(own);
    return [
      { id, platformPostId: platform_post_id, publishedAt: published_at, measuredAt: now, figures: clean, about },
    ];
  });
  const batch = { account, measured, isSimulated };
  await social.db.transaction().execute(async (trx) => {
    await storeFigures(trx, batch);
    await teachLibrary(social, trx, batch);
    const next = due.map(({ id, published_at, now }) => ({
      id,
      at: getNextRead(published_at?.getTime() ?? 0, now.getTime()),
    }));
    await sql`update social_targets t set metrics_at = r.at
      from jsonb_to_recordset(${JSON.stringify(next)}::text::jsonb) as r(id uuid, at timestamptz) where t.id = r.id`.execute(
      trx,
    );
  });
}

/** Stops reading metrics of these targets. */
const giveUp = ({ db }: Social, due: readonly Due[]) =>
  db
    .updateTable("social_targets")
    .set({ metrics_at: null })
    .where(
      "id",
      "in",
      due.map(({ id }) => id),
    )
    .execute();

/** Posts of one account that are read in one call. */
interface Call {
  account: SocialAccount;
  metrics: MetricsReader;
  /** Name of the limit that the call counts against. */
  budget: string;
  posts: Due[];
}

/** Groups an account's due posts into calls. Gives up posts whose metrics are no longer read. */
async function planCalls(social: Social, account: SocialAccount, due: readonly Due[]): Promise<Call[]> {
  const provider = social.engines.get("social", account.provider);
  const { metrics } = provider ?? {};
  const isOver = ({ published_at, now, platform_post_id }: Due) =>
    now.getTime() > (published_at?.getTime() ?? 0) + (platform_post_id ? END_MS : 7 * 24 * HOUR);
  const over = provider && !metrics ? due : due.filter(isOver);
  if (over.length > 0) await giveUp(social, over);
  if (!metrics || account.status !== "active") return [];
  const open = due.filter((target) => !over.includes(target) && target.platform_post_id);
  const budget = metrics.isPacedByAccount ? `${account.provider}:${account.id}` : account.provider;
  return Array.from({ length: Math.ceil(open.length / metrics.batch) }, (_, index) => ({
    account,
    metrics,
    budget,
    posts: open.slice(index * metrics.batch, (index + 1) * metrics.batch),
  }));
}

async function makeCall({ account, metrics, posts }: Call, signal: AbortSignal): Promise<ReadonlyMap<string, Figures>> {
  const about = { externalId: account.external_id, platform: account.platform, username: account.username };
  const cut = AbortSignal.any([signal, AbortSignal.timeout(READ_MS)]);
  const request = {
    owner: account.account_id,
    account: about,
    posts: posts.map(({ platform_post_id, published_at }) => ({
      platformPostId: platform_post_id ?? "",
      publishedAt: published_at?.getTime() ?? 0,
    })),
  };
  return metrics.read(request, cut);
}

/** Posts of one account whose metrics were read, until all of its calls have finished. */
interface Reading {
  account: SocialAccount;
  isSimulated: boolean;
  callsLeft: number;
  posts: Due[];
  figures: Map<string, Figures>;
}

/** Returns the reading of each account, by its id. */
function openReadings(calls: readonly Call[]): ReadonlyMap<string, Reading> {
  const readings = new Map<string, Reading>();
  for (const { account, metrics } of calls) {
    const isSimulated = metrics.isSimulated ?? false;
    const reading = readings.get(account.id) ?? { account, isSimulated, callsLeft: 0, posts: [], figures: new Map() };
    reading.callsLeft++;
    readings.set(account.id, reading);
  }
  return readings;
}

/** Adds the figures of a finished call. Stores the metrics of an account once the last of its calls has finished. */
async function endCall(
  social: Social,
  reading: Reading,
  posts: readonly Due[],
  figures: ReadonlyMap<string, Figures> | undefined,
): Promise<void> {
  reading.callsLeft--;
  if (figures) {
    reading.posts.push(...posts);
    for (const [id, own] of figures) reading.figures.set(id, own);
  }
  if (reading.callsLeft === 0 && reading.posts.length > 0) await storeReading(social, reading);
}

/**
 * Orders calls in turns: the first call of each account, then the second. The order of accounts is random each time, so
 * that none is always first when a limit allows only some calls.
 */
function takeTurns(calls: readonly Call[][]): Call[] {
  const drawn = calls.map((own) => ({ own, place: Math.random() })).sort((a, b) => a.place - b.place);
  const rounds = Math.max(0, ...calls.map(({ length }) => length));
  return Array.from({ length: rounds }, (_, at) => drawn.flatMap(({ own }) => own[at] ?? [])).flat();
}

export async function readDueMetrics(social: Social, signal: AbortSignal): Promise<void> {
  const due = await takeDue(social);
  if (due.length === 0) return;
  const byAccount = Map.groupBy(due, (target) => target.social_account_id);
  const accounts = await social.db
    .selectFrom("social_accounts")
    .selectAll()
    .where("id", "in", [...byAccount.keys()])
    .execute();
  const planned = await Promise.all(
    accounts.map((account) => planCalls(social, account, byAccount.get(account.id) ?? [])),
  );
  await makeCalls(social, takeTurns(planned), signal);
}

async function makeCalls(social: Social, calls: readonly Call[], signal: AbortSignal): Promise<void> {
  const next = calls.values();
  const readings = openReadings(calls);
  const waitForTurn = createPace({ calls: 1, perMs: START_MS });
  /** Exhausted budgets, and accounts whose provider fails. */
  const closed = new Set<string>();
  const read = async (call: Call) => {
    const { account, budget, metrics } = call;
    if (signal.aborted || closed.has(budget) || closed.has(account.id)) return undefined;
    await waitForTurn(signal);
    if (await takeCall(social.db, budget, metrics.pace)) return makeCall(call, signal);
    closed.add(budget);
    return undefined;
  };
  const run = async () => {
    for (const call of next) {
      const fail = (error: unknown) => {
        closed.add(call.account.id);
        if (!signal.aborted) social.log.warn("metrics not read", { provider: call.account.provider, error });
        return undefined;
      };
      const figures = await read(call).catch(fail);
      await endCall(social, readings.get(call.account.id)!, call.posts, figures).catch(fail);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, run));
}

/**
 * Takes one call from a budget: at most `count` in any `ms` milliseconds, across replicas. Half of them may come at
 * once and the rest accrues evenly, so that a full bucket plus its accrual stays within the limit.
 */
export async function takeCall(db: Database, budget: string, { count, ms }: Pace): Promise<boolean> {
  const most = Math.ceil(count / 2);
  const rate = (count - most + 1) / ms;
  const { rows } = await sql`
    insert into social_metric_paces as p (provider, tokens, at) values (${budget}, ${most} - 1, clock_timestamp())
    on conflict (provider) do update set
      tokens = least(${most}, p.tokens + ${rate} * extract(epoch from clock_timestamp() - p.at) * 1000) - 1,
      at = clock_timestamp()
    where least(${most}, p.tokens + ${rate} * extract(epoch from clock_timestamp() - p.at) * 1000) >= 1
    returning provider`.execute(db);
  return rows.length > 0;
}

/** Budgets that were not used for two days are full again. */
export const pruneBudgets = ({ db }: Social) =>
  sql`delete from social_metric_paces where at < now() - interval '2 days'`.execute(db);

/** Returns when the metrics of a target that is published now are first read. */
export const FIRST_READ = fromNow(AGES_MS[0]);
