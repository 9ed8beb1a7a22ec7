import type { Static } from "@sinclair/typebox";
import { sql } from "kysely";
import type { Database } from "vireo/database";
import { findAccount } from "../accounts/find";
import { type Weekday, weekdays } from "../weekdays";
import type { BestTimes } from "./schema";

const MAX_TIMES = 10;
/** With fewer posts, a best time would be chance. */
const NEEDED_POSTS = 10;
/** Common advice for short videos, in the account's time zone. A starting point, not a measurement. */
const GENERAL: readonly [Weekday, number][] = [
  ["tuesday", 18],
  ["wednesday", 18],
  ["thursday", 18],
  ["friday", 17],
  ["saturday", 11],
  ["sunday", 18],
];

/** Returns the times of the week at which an account's posts performed best. */
export function createBestTimes(db: Database) {
  return async function findBestTimes(owner: string, id: string): Promise<Static<typeof BestTimes>> {
    const account = await findAccount(db, owner, id);
    const timezone = account.slots?.timezone ?? "UTC";
    const { rows } = await sql<{ weekday: number; hour: number; posts: number; median: number }>`
      select extract(isodow from published_at at time zone ${timezone})::int as weekday,
        extract(hour from published_at at time zone ${timezone})::int as hour, count(*)::int as posts,
        percentile_cont(0.5) within group (order by views)::float as median
      from social_results
      where social_account_id = ${account.id} and views is not null and published_at > now() - interval '180 days'
      group by 1, 2 order by median desc, posts desc, 1, 2`.execute(db);
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
  };
}
