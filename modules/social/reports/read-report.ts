/** What a workspace published in a month, and what that brought. */
import { sql } from "kysely";
import { isTimeZone, NO_ZONE } from "vireo/zones";
import type { Social } from "../context";
import { readGroup } from "../group-members";
import { refuse } from "../posts/rules";
import { type ChannelSums, readPackedAnalytics, readPackedSums } from "../results/packed-analytics";
import type { Post } from "../tables";
import type { Figures, Report, ReportPost, ReportQuery } from "./schema";

const names = ["views", "likes", "comments", "shares", "saves"] as const;
const LABEL = 120;
/** Posts that a report lists, and the best of them. */
const MAX_POSTS = 200;
const MAX_BEST = 5;
const MAX_PICTURE_BYTES = 100_000;

/** PostgreSQL sends sums as text. */
type Sums = Record<(typeof names)[number], string | number | null>;

interface ChannelRow {
  id: string;
  username: string;
  platform: string;
  posts: number;
  /** Posts of the month before. */
  previous: number;
}

interface SumRow extends Sums {
  id: string;
  isPrevious: boolean;
  isSimulated: boolean;
}

interface PostRow extends Sums {
  id: string;
  title: string;
  at: Date;
  channels: { username: string; platform: string; url: string | null }[];
  video_key: string | null;
  media: Post["media"];
}

/** Figures that no platform reports stay away, instead of being 0. */
const toFigures = (row: Sums): Figures =>
  Object.fromEntries(names.flatMap((name) => (row[name] === null ? [] : [[name, Number(row[name])]])));

/** Adds up rows, such as those of several channels. */
function addUp(rows: readonly Sums[]): Sums {
  const add = (name: keyof Sums) => {
    const reported = rows.flatMap((row) => (row[name] === null ? [] : [Number(row[name])]));
    return reported.length === 0 ? null : reported.reduce((sum, figure) => sum + figure);
  };
  return Object.fromEntries(names.map((name) => [name, add(name)])) as Sums;
}

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
  const isWithin = (row: "t" | "r", begin: number) => {
    const [at, channel] = [sql.ref(`${row}.published_at`), sql.ref(`${row}.social_account_id`)];
    return sql`${at} >= ${start(begin)} and ${at} < ${start(1)}
      and ${members ? sql`${channel} = any(${members}::uuid[])` : sql`true`}`;
  };
  // Published targets of the account, and their newest figures.
  const targets = sql`social_targets t
    join social_accounts a on a.id = t.social_account_id and a.account_id = ${accountId}`;
  const isPrevious = (row: "t" | "r") => sql`${sql.ref(`${row}.published_at`)} < ${start(0)}`;
  // Each channel's targets are read by its own part of their index. A post has one target per channel, so only all channels
  // together need a count of distinct posts.
  const ofChannel = (begin: number, end: number) => sql`from social_targets t where t.social_account_id = a.id
    and t.published_at >= ${start(begin)} and t.published_at < ${start(end)}`;
  const isListed = members ? sql`a.id = any(${members}::uuid[])` : sql`true`;
  const readChannels = async () => {
    const { rows } = await sql<ChannelRow>`
      select a.id, a.username, a.platform, now.posts, before.posts as previous from social_accounts a
        cross join lateral (select count(*) as posts ${ofChannel(0, 1)}) as now
        cross join lateral (select count(*) as posts ${ofChannel(-1, 0)}) as before
      where a.account_id = ${accountId} and ${isListed} and now.posts + before.posts > 0
      order by greatest(now.posts, before.posts) desc, a.username limit 1000`.execute(social.db);
    return rows;
  };
  const countPosts = async (begin: number) => {
    const { rows } = await sql<{ posts: number }>`
      select count(distinct post_id) as posts from social_accounts a
        cross join lateral (select t.post_id ${ofChannel(begin, begin + 1)}) as own
      where a.account_id = ${accountId} and ${isListed}`.execute(social.db);
    return rows[0]!.posts;
  };
  const readSums = async () => {
    const { rows } = await sql<SumRow>`
      select r.social_account_id as id, ${isPrevious("r")} as "isPrevious", bool_or(r.is_simulated) as "isSimulated", ${sums}
      from social_results r where r.account_id = ${accountId} and ${isWithin("r", -1)}
      group by 1, 2`.execute(social.db);
    return rows;
  };
  /** Returns the sums of channels and the best posts of a big account. Undefined if its days are not packed. */
  const readPacked = () =>
    social.db
      .transaction()
      .setIsolationLevel("repeatable read")
      .setAccessMode("read only")
      .execute(async (trx) => {
        const ms = (months: number) => sql`(extract(epoch from ${start(months)}) * 1000)::float8`;
        const { rows } = await sql<{ before: number; from: number; to: number }>`
          select ${ms(-1)} as before, ${ms(0)} as from, ${ms(1)} as to`.execute(trx);
        const { before, ...month } = rows[0]!;
        const own = { accountId, members };
        const question = { ...own, ...month, groupBy: "post", timezone, limit: MAX_BEST } as const;
        const posts = await readPackedAnalytics(trx, social.packedDays, question);
        const earlier = await readPackedSums(trx, social.packedDays, { ...own, from: before, to: month.from });
        const now = await readPackedSums(trx, social.packedDays, { ...own, ...month });
        const mark = (rows: readonly ChannelSums[], isPrevious: boolean) => rows.map((row) => ({ ...row, isPrevious }));
        return {
          best: posts?.flatMap(({ key, views }) => (key !== null && Number(views) > 0 ? [key] : [])),
          sums: earlier && now && [...mark(earlier, true), ...mark(now, false)],
        };
      });
  const read = async () => {
    // Which posts are listed is read first, so that only these are described. A post has at most one target per channel,
    // so the first posts are among the first targets of each channel.
    const first = sql`select early.post_id from social_accounts a cross join lateral (
        select t.post_id, t.published_at from social_targets t where t.social_account_id = a.id and ${isWithin("t", 0)}
        order by t.published_at, t.post_id limit ${MAX_POSTS}) as early
      where a.account_id = ${accountId}
      group by early.post_id order by min(early.published_at), early.post_id limit ${MAX_POSTS}`;
    const packed = await readPacked();
    const best = packed.best
      ? sql`select unnest(${packed.best}::uuid[]) as post_id`
      : sql`select r.post_id from social_results r where r.account_id = ${accountId} and ${isWithin("r", 0)}
      group by r.post_id having sum(r.views) > 0 order by sum(r.views) desc, r.post_id limit ${MAX_BEST}`;
    const list = async (ids: typeof first, order: "at" | "views") => {
      const { rows } = await sql<PostRow>`
      with listed as materialized (${ids})
      select p.id, p.video_key, p.media, left(coalesce(nullif(p.title, ''), p.content), ${LABEL}) as title, min(t.published_at) as at, ${sums},
        jsonb_agg(jsonb_build_object('username', a.username, 'platform', t.platform, 'url', t.platform_post_url)
          order by t.position) as channels
      from listed join social_posts p on p.id = listed.post_id and p.account_id = ${accountId}
        join (${targets}) on t.post_id = p.id and ${isWithin("t", 0)}
        left join social_results r on r.target_id = t.id group by p.id
      order by ${order === "views" ? sql`sum(r.views) desc` : sql`min(t.published_at)`}, p.id`.execute(social.db);
      return rows;
    };
    const [channels, total, previous, results, bestPosts, posts] = await Promise.all([
      readChannels(),
      countPosts(0),
      countPosts(-1),
      packed.sums ?? readSums(),
      list(best, "views"),
      list(first, "at"),
    ]);
    return { channels, total, previous, results, best: bestPosts, posts };
  };
  const { channels, total, previous, results, best, posts } = await read().catch((error) => {
    // PostgreSQL does not support every time zone that JavaScript supports.
    if (error.code === "22023") refuse({ timezone: [NO_ZONE] });
    throw error;
  });
  const { name } = await social.db
    .selectFrom("accounts")
    .select("name")
    .where("id", "=", accountId)
    .executeTakeFirstOrThrow();
  const sumUp = (count: number, isPrevious: boolean, channel?: string) => {
    const own = results.filter((row) => row.isPrevious === isPrevious && (channel === undefined || row.id === channel));
    return { posts: count, ...toFigures(addUp(own)) };
  };
  return {
    workspace: name,
    month,
    timezone,
    group,
    total: sumUp(total, false),
    previous: sumUp(previous, true),
    channels: channels.map(({ id, username, platform, posts }) => ({
      username,
      platform,
      total: sumUp(posts, false, id),
    })),
    best: await addPictures(social, accountId, best),
    posts: posts.map(presentPost),
    simulated: results.some(({ isSimulated }) => isSimulated),
  };
}

/** Adds pictures to posts. A post whose picture is gone or large has none. */
async function addPictures(
  { services, media }: Social,
  accountId: string,
  rows: readonly PostRow[],
): Promise<ReportPost[]> {
  const files = await services.videos?.describeFiles(
    accountId,
    rows.flatMap(({ video_key }) => video_key ?? []),
  );
  const readPicture = async (key: string | undefined) => {
    const file = key === undefined ? undefined : await media.storage.open(key);
    if (!file?.contentType.startsWith("image/") || file.size > MAX_PICTURE_BYTES) return undefined;
    const bytes = Buffer.from(await new Response(file.stream()).arrayBuffer());
    return `data:${file.contentType};base64,${bytes.toString("base64")}`;
  };
  return Promise.all(
    rows.map(async (row) => {
      const first = row.media?.items.find(({ kind }) => kind === "image")?.key;
      return { ...presentPost(row), picture: await readPicture(files?.get(row.video_key ?? "")?.poster ?? first) };
    }),
  );
}

const presentPost = ({ title, at, channels, ...row }: PostRow): ReportPost => ({
  title,
  publishedAt: at.getTime(),
  channels: channels.map(({ url, ...channel }) => ({ ...channel, url: url ?? undefined })),
  ...toFigures(row),
});
