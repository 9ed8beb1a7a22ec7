/**
 * Reads the metrics of published posts: after 1 and 6 hours, and 1, 3, 7 and 30 days. Accounts take turns, and a token
 * bucket per provider keeps its limit across replicas.
 */
import { sql } from "kysely";
import type { Database } from "vireo/database";
import { fromNow } from "vireo/leases";
import type { Log } from "vireo/log";
import { type Figures, type MetricsReader, readFigures, type SocialProvider } from "vireo/slots/social";
import { createPace } from "vireo/vendor/pace";
import { isOfActiveAccount } from "../posts/store";
import type { SocialAccount, Target } from "../tables";
import { takeCall } from "./budgets";
import { type DescribeDeps, describePosts } from "./describe-posts";
import { type Measured, storeFigures, teachLibrary } from "./store-figures";

export interface MetricsDeps extends DescribeDeps {
  providers(name: string): SocialProvider | undefined;
  log: Log;
}

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

type Due = Pick<Target, "id" | "social_account_id" | "provider" | "platform_post_id" | "published_at"> & { now: Date };

/**
 * Claims due targets: up to a full call of each account, longest waiting first, and more of the same account only after
 * the others. If this process dies, they become due again.
 */
async function takeDue(db: Database): Promise<Due[]> {
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
async function store(
  deps: MetricsDeps,
  account: SocialAccount,
  due: readonly Due[],
  { figures, isSimulated }: { figures: ReadonlyMap<string, Figures>; isSimulated: boolean },
) {
  const known = due.filter(({ platform_post_id }) => figures.has(platform_post_id ?? ""));
  const ids = known.map(({ id }) => id);
  const described = await describePosts(deps, account.account_id, ids);
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
  await deps.db.transaction().execute(async (trx) => {
    await storeFigures(trx, batch);
    await teachLibrary(trx, deps.services["viral-library"], batch);
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
const giveUp = (db: Database, due: readonly Due[]) =>
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
async function planCalls({ db, providers }: MetricsDeps, account: SocialAccount, due: readonly Due[]): Promise<Call[]> {
  const provider = providers(account.provider);
  const { metrics } = provider ?? {};
  const isOver = ({ published_at, now, platform_post_id }: Due) =>
    now.getTime() > (published_at?.getTime() ?? 0) + (platform_post_id ? END_MS : 7 * 24 * HOUR);
  const over = provider && !metrics ? due : due.filter(isOver);
  if (over.length > 0) await giveUp(db, over);
  if (!metrics || account.status !== "active") return [];
  const open = due.filter((target) => !over.includes(target) && target.platform_post_id);
  const budget = metrics.isPacedByAccount ? `${account.provider}:${account.id}` : account.provider;
  return Array.from({ length: Math.ceil(open.length / metrics.batch) }, (_, at) => ({
    ...{ account, metrics, budget },
    posts: open.slice(at * metrics.batch, (at + 1) * metrics.batch),
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

/** Stores the metrics of an account's calls together, once the last of them has finished. */
function collectFigures(deps: MetricsDeps, calls: readonly Call[]) {
  const readings = new Map<string, Reading>();
  for (const { account, metrics } of calls) {
    const isSimulated = metrics.isSimulated ?? false;
    const reading = readings.get(account.id) ?? { account, isSimulated, callsLeft: 0, posts: [], figures: new Map() };
    reading.callsLeft++;
    readings.set(account.id, reading);
  }
  return async function end({ account, posts }: Call, figures?: ReadonlyMap<string, Figures>): Promise<void> {
    const reading = readings.get(account.id)!;
    reading.callsLeft--;
    if (figures) {
      reading.posts.push(...posts);
      for (const [id, own] of figures) reading.figures.set(id, own);
    }
    if (reading.callsLeft === 0 && reading.posts.length > 0) await store(deps, account, reading.posts, reading);
  };
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

export async function readDueMetrics(deps: MetricsDeps, signal: AbortSignal): Promise<void> {
  const { db } = deps;
  const due = await takeDue(db);
  if (due.length === 0) return;
  const byAccount = Map.groupBy(due, (target) => target.social_account_id);
  const accounts = await db
    .selectFrom("social_accounts")
    .selectAll()
    .where("id", "in", [...byAccount.keys()])
    .execute();
  const planned = await Promise.all(
    accounts.map((account) => planCalls(deps, account, byAccount.get(account.id) ?? [])),
  );
  await makeCalls(deps, takeTurns(planned), signal);
}

async function makeCalls(deps: MetricsDeps, calls: readonly Call[], signal: AbortSignal): Promise<void> {
  const { db, log } = deps;
  const next = calls.values();
  const end = collectFigures(deps, calls);
  const waitForTurn = createPace({ calls: 1, perMs: START_MS });
  /** Exhausted budgets, and accounts whose provider fails. */
  const closed = new Set<string>();
  const read = async (call: Call) => {
    const { account, budget, metrics } = call;
    if (signal.aborted || closed.has(budget) || closed.has(account.id)) return undefined;
    await waitForTurn(signal);
    if (await takeCall(db, budget, metrics.pace)) return makeCall(call, signal);
    closed.add(budget);
    return undefined;
  };
  const run = async () => {
    for (const call of next) {
      const fail = (error: unknown) => {
        closed.add(call.account.id);
        if (!signal.aborted) log.warn("metrics not read", { provider: call.account.provider, error });
        return undefined;
      };
      await end(call, await read(call).catch(fail)).catch(fail);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, run));
}

/** Returns when the metrics of a target that is published now are first read. */
export const FIRST_READ = fromNow(AGES_MS[0]);
