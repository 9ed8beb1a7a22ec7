import { sql } from "kysely";
import type { Database } from "vireo/database";
import type { HookForm } from "vireo/hooks";
import type { OwnResults } from "vireo/slots/plan";

const DAYS = 180;
/** Only this many of the newest posts count. */
const MAX_POSTS = 5000;
/** With fewer posts, a difference would be chance. */
const NEEDED_POSTS = 10;
const NEEDED_PER_HOOK = 5;

interface Row {
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
export async function readOwnResults(db: Database, owner: string): Promise<OwnResults> {
  const { rows } = await sql<Row>`
    with own as (
      select social_account_id, hook, views, is_simulated from social_results
      where account_id = ${owner} and published_at > now() - ${DAYS} * interval '1 day'
        and hook is not null and views is not null and measured_at >= published_at + interval '23 hours'
      order by published_at desc limit ${MAX_POSTS}),
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
