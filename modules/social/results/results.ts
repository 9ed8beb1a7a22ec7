import type { Static } from "@sinclair/typebox";
import { type Selectable, sql } from "kysely";
import type { Tables } from "vireo/database";
import { notFound } from "vireo/errors";
import type { HookForm } from "vireo/hooks";
import type { OwnResults } from "vireo/slots/plan";
import { findAccount } from "../accounts/accounts";
import type { Social } from "../context";
import { toAccountId } from "../posts/present";
import { findPost, findTargets } from "../posts/store";
import { type Weekday, weekdays } from "../schema";
import type { TargetRow } from "../tables";
import type { BestTimes, PostMetrics } from "./schema";

type Snapshot = Selectable<Tables["social_metrics"]>;

/** With fewer posts, a best time or a difference between hooks would be chance. */
const NEEDED_POSTS = 10;
const NEEDED_PER_HOOK = 5;
const MAX_TIMES = 10;
/** Common advice for short videos, in the account's time zone. A starting point, not a measurement. */
const GENERAL: readonly [Weekday, number][] = [
  ["tuesday", 18],
  ["wednesday", 18],
  ["thursday", 18],
  ["friday", 17],
  ["saturday", 11],
  ["sunday", 18],
];

/** Posts that count for the account's own results: those of this many days, and only the newest of them. */
const OWN_DAYS = 180;
const MAX_OWN_POSTS = 5000;

function presentFigures(row: Snapshot) {
  const { views, likes, comments, shares, saves, watch_seconds: watchSeconds } = row;
  const values = { views, likes, comments, shares, saves, watchSeconds };
  const known = Object.entries(values).filter(([, value]) => value !== null);
  return {
    ...(Object.fromEntries(known.map(([name, value]) => [name, Number(value)])) as Partial<
      Record<keyof typeof values, number>
    >),
    measuredAt: row.measured_at.getTime(),
    simulated: row.is_simulated || undefined,
  };
}

/** Returns the newest metrics of each target of a post, and all snapshots. Throws `not_found`. */
export async function readPostMetrics(
  { db, engines }: Social,
  accountId: string,
  postId: string,
): Promise<Static<typeof PostMetrics>> {
  const post = await findPost(db, accountId, postId);
  if (!post) throw notFound("post");
  const targets = await findTargets(db, post);
  const rows = await db
    .selectFrom("social_metrics")
    .selectAll()
    .where("target_id", "in", [...targets.map(({ id }) => id), post.id])
    .where("account_id", "=", accountId)
    .orderBy("measured_at")
    .execute();
  const describe = ({ social_account_id, platform }: TargetRow) => ({
    accountId: toAccountId(social_account_id),
    platform,
  });
  return {
    targets: targets.map((target) => {
      const newest = rows.findLast((row) => row.target_id === target.id);
      const isSupported = engines.get("social", target.provider)?.metrics !== undefined;
      const metrics = newest ? "available" : isSupported ? "pending" : "unsupported";
      return { ...describe(target), metrics, ...(newest && presentFigures(newest)) };
    }),
    history: rows.flatMap((row) => {
      const target = targets.find(({ id }) => id === row.target_id);
      return target ? [{ ...describe(target), ...presentFigures(row) }] : [];
    }),
  };
}

/** Returns the times of the week at which an account's posts performed best. Throws `not_found`. */
export async function findBestTimes(
  social: Social,
  accountId: string,
  socialAccountId: string,
): Promise<Static<typeof BestTimes>> {
  const account = await findAccount(social, accountId, socialAccountId);
  const timezone = account.slots?.timezone ?? "UTC";
  const { rows } = await sql<{ weekday: number; hour: number; posts: number; median: number }>`
    select extract(isodow from published_at at time zone ${timezone})::int as weekday,
      extract(hour from published_at at time zone ${timezone})::int as hour, count(*)::int as posts,
      percentile_cont(0.5) within group (order by views)::float as median
    from social_results
    where social_account_id = ${account.id} and views is not null and published_at > now() - interval '180 days'
    group by 1, 2 order by median desc, posts desc, 1, 2`.execute(social.db);
  const posts = rows.reduce((sum, row) => sum + row.posts, 0);
  const isOwn = posts >= NEEDED_POSTS;
  const times = isOwn
    ? rows.slice(0, MAX_TIMES).map(({ weekday, hour, median, ...row }) => ({
        weekday: weekdays[weekday - 1]!,
        hour,
        medianViews: median,
        ...row,
      }))
    : GENERAL.map(([weekday, hour]) => ({ weekday, hour, posts: 0 }));
  return { basis: isOwn ? "own" : "general", posts, neededPosts: NEEDED_POSTS, timezone, times };
}

interface HookRow {
  hook: HookForm | null;
  posts: number;
  median: number;
  times: number;
  simulated: boolean;
}

/**
 * Summarises how an account's own posts performed by type of hook. Views are compared with the median of their social
 * account, because platforms differ. Posts count once their metrics are a day old. Simulated metrics only count if
 * there are no others.
 */
export async function readOwnResults({ db }: Social, accountId: string): Promise<OwnResults> {
  const { rows } = await sql<HookRow>`
    with own as (
      select social_account_id, hook, views, is_simulated from social_results
      where account_id = ${accountId} and published_at > now() - ${OWN_DAYS} * interval '1 day'
        and hook is not null and views is not null and measured_at >= published_at + interval '23 hours'
      order by published_at desc limit ${MAX_OWN_POSTS}),
    counted as (select * from own where not is_simulated or not exists (select from own where not is_simulated)),
    medians as (
      select social_account_id, percentile_cont(0.5) within group (order by views) as median
      from counted group by social_account_id)
    select hook, count(*)::int as posts, bool_or(is_simulated) as simulated,
      percentile_cont(0.5) within group (order by views)::float8 as median,
      percentile_cont(0.5) within group (order by views / greatest(median, 1))::float8 as times
    from counted join medians using (social_account_id)
    group by grouping sets ((hook), ()) order by times desc, hook`.execute(db);
  const total = rows.find(({ hook }) => hook === null);
  const posts = total?.posts ?? 0;
  const hooks = rows.flatMap(({ hook, posts, times }) =>
    hook === null || posts < NEEDED_PER_HOOK ? [] : [{ form: hook, posts, timesMedian: Math.round(times * 10) / 10 }],
  );
  return {
    posts,
    neededPosts: NEEDED_POSTS,
    neededPostsPerHook: NEEDED_PER_HOOK,
    medianViews: total?.median ?? 0,
    simulated: total?.simulated ?? false,
    hooks: posts < NEEDED_POSTS ? [] : hooks,
  };
}
