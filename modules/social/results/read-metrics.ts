/**
 * Reads the metrics of published posts: after 1 and 6 hours, and 1, 3, 7 and 30 days. Accounts take turns, and a token
 * bucket per provider keeps its limit across replicas.
 */
import { sql } from "kysely";
import type { Database } from "vireo/database";
import { fromNow } from "vireo/leases";
import type { Log } from "vireo/log";
import type { Figures, Pace, SocialProvider } from "vireo/slots/social";
import type { SocialAccount, Target } from "../tables";
import { type DescribeDeps, describePosts } from "./describe-posts";
import { type Measured, storeFigures, teachLibrary } from "./store-figures";

export interface MetricsDeps extends DescribeDeps {
  providers(name: string): SocialProvider | undefined;
  log: Log;
}

const HOUR = 3_600_000;
const AGES_MS = [1, 6, 24, 72, 168, 720].map((hours) => hours * HOUR);
/** After the last age, nothing is read any more, even if that failed. */
const END_MS = 31 * 24 * HOUR;
/** Delay after a fault, or if the provider's limit is reached. */
const RETRY_MS = 15 * 60_000;
const BATCH = 500;
const READ_MS = 30_000;

type Due = Pick<Target, "id" | "social_account_id" | "provider" | "platform_post_id" | "published_at"> & { now: Date };

/** Claims targets that are due, one of each account in turn. They are due again if this process dies. */
async function takeDue(db: Database): Promise<Due[]> {
  const { rows } = await sql<Due>`
    update social_targets t set metrics_at = clock_timestamp() + ${RETRY_MS} * interval '1 millisecond'
    where id in (
      select id from (
        select id, metrics_at, row_number() over (partition by social_account_id order by metrics_at) as turn
        from (select id, social_account_id, metrics_at from social_targets
          where metrics_at <= now() order by metrics_at limit ${BATCH * 20}) due
      ) ranked order by turn, metrics_at limit ${BATCH})
    returning id, social_account_id, provider, platform_post_id, published_at, clock_timestamp() as now`.execute(db);
  return rows;
}

/** Takes one call from the provider's bucket. */
async function takeCall(db: Database, provider: string, { count, ms }: Pace): Promise<boolean> {
  const rate = count / ms;
  const { rows } = await sql`
    insert into social_metric_paces as p (provider, tokens, at) values (${provider}, ${count} - 1, clock_timestamp())
    on conflict (provider) do update set
      tokens = least(${count}, p.tokens + ${rate} * extract(epoch from clock_timestamp() - p.at) * 1000) - 1,
      at = clock_timestamp()
    where least(${count}, p.tokens + ${rate} * extract(epoch from clock_timestamp() - p.at) * 1000) >= 1
    returning provider`.execute(db);
  return rows.length > 0;
}

/** The time of the next read; null after the last one. */
export function getNextRead(publishedAt: number, now: number): Date | null {
  const next = AGES_MS.find((age) => publishedAt + age > now);
  return next === undefined ? null : new Date(publishedAt + next);
}

/** Stores what was read, and when each target is read next. */
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
    return [{ id, platformPostId: platform_post_id, publishedAt: published_at, measuredAt: now, figures: own, about }];
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

/** Nothing is read of these any more. */
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

async function readAccount(deps: MetricsDeps, account: SocialAccount, due: readonly Due[], signal: AbortSignal) {
  const { db, providers, log } = deps;
  const provider = providers(account.provider);
  const { metrics } = provider ?? {};
  const isOver = ({ published_at, now, platform_post_id }: Due) =>
    !platform_post_id
      ? now.getTime() > (published_at?.getTime() ?? 0) + 7 * 24 * HOUR
      : now.getTime() > (published_at?.getTime() ?? 0) + END_MS;
  const over = provider && !metrics ? due : due.filter(isOver);
  if (over.length > 0) await giveUp(db, over);
  const open = due.filter((one) => !over.includes(one) && one.platform_post_id);
  if (!metrics || account.status !== "active") return;
  const about = { externalId: account.external_id, platform: account.platform, username: account.username };
  for (let at = 0; at < open.length && !signal.aborted; at += metrics.batch) {
    const batch = open.slice(at, at + metrics.batch);
    if (!(await takeCall(db, account.provider, metrics.pace))) return;
    const posts = batch.map(({ platform_post_id, published_at }) => ({
      platformPostId: platform_post_id ?? "",
      publishedAt: published_at?.getTime() ?? 0,
    }));
    const cut = AbortSignal.any([signal, AbortSignal.timeout(READ_MS)]);
    try {
      const figures = await metrics.read({ owner: account.account_id, account: about, posts }, cut);
      await store(deps, account, batch, { figures, isSimulated: metrics.isSimulated ?? false });
    } catch (error) {
      if (!signal.aborted) log.warn("metrics not read", { provider: account.provider, error });
      return;
    }
  }
}

export async function readDueMetrics(deps: MetricsDeps, signal: AbortSignal): Promise<void> {
  const due = await takeDue(deps.db);
  if (due.length === 0) return;
  const byAccount = Map.groupBy(due, (one) => one.social_account_id);
  const accounts = await deps.db
    .selectFrom("social_accounts")
    .selectAll()
    .where("id", "in", [...byAccount.keys()])
    .execute();
  for (const account of accounts) {
    if (signal.aborted) return;
    await readAccount(deps, account, byAccount.get(account.id) ?? [], signal);
  }
}

/** When a target that is published now is read first. */
export const FIRST_READ = fromNow(AGES_MS[0]);
