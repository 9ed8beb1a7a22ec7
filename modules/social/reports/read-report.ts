/** What a workspace published in a month, and what that brought. */
import { sql } from "kysely";
import { isTimeZone, NO_ZONE } from "vireo/zones";
import type { Social } from "../context";
import { readGroup } from "../groups/members";
import { refuse } from "../posts/rules";
import type { Figures, Report, ReportPost, ReportQuery } from "./schema";

const names = ["views", "likes", "comments", "shares", "saves"] as const;
const LABEL = 120;
/** Posts that a report lists, and the best of them. */
const MAX_POSTS = 200;
const MAX_BEST = 5;

/** PostgreSQL sends sums as text. */
type Sums = Record<(typeof names)[number], string | null>;

interface TotalRow extends Sums {
  /** Null in the rows for all channels. */
  social_account_id: string | null;
  username: string | null;
  platform: string | null;
  is_previous: boolean;
  posts: string;
  simulated: boolean | null;
}

interface PostRow extends Sums {
  id: string;
  title: string;
  at: Date;
  channels: { username: string; platform: string; url: string | null }[];
}

/** Figures that no platform reports stay away, instead of being 0. */
const toFigures = (row: Sums | undefined): Figures =>
  Object.fromEntries(names.flatMap((name) => (row?.[name] == null ? [] : [[name, Number(row[name])]])));

const sums = sql.raw(names.map((name) => `sum(r.${name}) as ${name}`).join(", "));

/** Returns the month of a time, such as 2026-11. */
const getMonth = (at: number, timezone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timezone).toString().slice(0, 7);

/** Throws `validation_error`. */
export async function readReport(social: Social, accountId: string, query: ReportQuery): Promise<Report> {
  const { timezone = "UTC", group } = query;
  if (!isTimeZone(timezone)) refuse({ timezone: [NO_ZONE] });
  const { month = getMonth(social.now(), timezone) } = query;
  const members = group === undefined ? undefined : await readGroup(social.db, accountId, group);
  const first = sql`${`${month}-01`}::timestamp`;
  const start = (months: number) => sql`((${first} + ${months} * interval '1 month') at time zone ${timezone})`;
  // Published targets of the account with their newest figures.
  const from = (begin: number) => sql`
    from social_targets t join social_posts p on p.id = t.post_id
    join social_accounts a on a.id = t.social_account_id and a.account_id = p.account_id
    left join social_results r on r.target_id = t.id
    where p.account_id = ${accountId} and t.published_at >= ${start(begin)} and t.published_at < ${start(1)}
      and ${members ? sql`t.social_account_id = any(${members}::uuid[])` : sql`true`}`;
  const read = async () => {
    const totals = await sql<TotalRow>`
      select t.social_account_id, min(a.username) as username, min(a.platform) as platform,
        t.published_at < ${start(0)} as is_previous, count(distinct p.id) as posts,
        bool_or(r.is_simulated) as simulated, ${sums}
      ${from(-1)} group by grouping sets ((is_previous), (is_previous, t.social_account_id))
      order by posts desc, username limit 1000`.execute(social.db);
    const list = (order: "at" | "views", limit: number) =>
      sql<PostRow>`
      select p.id, left(coalesce(nullif(p.title, ''), p.content), ${LABEL}) as title, min(t.published_at) as at, ${sums},
        jsonb_agg(jsonb_build_object('username', a.username, 'platform', t.platform, 'url', t.platform_post_url)
          order by t.position) as channels
      ${from(0)} group by p.id having ${order === "views" ? sql`sum(r.views) > 0` : sql`true`}
      order by ${order === "views" ? sql`sum(r.views) desc` : sql`min(t.published_at)`}, p.id limit ${limit}`.execute(
        social.db,
      );
    return {
      totals: totals.rows,
      best: (await list("views", MAX_BEST)).rows,
      posts: (await list("at", MAX_POSTS)).rows,
    };
  };
  const { totals, best, posts } = await read().catch((error) => {
    // PostgreSQL does not support every time zone that JavaScript supports.
    if (error.code === "22023") refuse({ timezone: [NO_ZONE] });
    throw error;
  });
  const { name } = await social.db
    .selectFrom("accounts")
    .select("name")
    .where("id", "=", accountId)
    .executeTakeFirstOrThrow();
  const find = (channel: string | null, isPrevious: boolean) => {
    const row = totals.find((one) => one.social_account_id === channel && one.is_previous === isPrevious);
    return { posts: Number(row?.posts ?? 0), ...toFigures(row) };
  };
  const channels = new Map(totals.map((row) => [row.social_account_id, row]));
  channels.delete(null);
  return {
    workspace: name,
    ...{ month, timezone, group },
    total: find(null, false),
    previous: find(null, true),
    channels: [...channels].map(([id, row]) => ({
      username: row.username ?? "",
      platform: row.platform ?? "",
      total: find(id, false),
    })),
    best: best.map(presentPost),
    posts: posts.map(presentPost),
    simulated: totals.some(({ simulated }) => simulated === true),
  };
}

const presentPost = ({ title, at, channels, ...row }: PostRow): ReportPost => ({
  title,
  publishedAt: at.getTime(),
  channels: channels.map(({ url, ...channel }) => ({ ...channel, url: url ?? undefined })),
  ...toFigures(row),
});
