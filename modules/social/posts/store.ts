import type { Static } from "@sinclair/typebox";
import { type SelectQueryBuilder, type SqlBool, sql } from "kysely";
import { isActiveAccount } from "vireo/access";
import type { Database, Tables, Transaction } from "vireo/database";
import { ApiError, notFound } from "vireo/errors";
import { toUuid } from "vireo/ids";
import { countUpTo, listFew, listPage, type RowCount, readMonthCounts, readRowCount } from "vireo/list";
import { type Page, window } from "vireo/schema";
import { readGroup } from "../group-members";
import type { PostQuery } from "../schema";
import type { Post, SocialAccount, TargetRow } from "../tables";

export type Listed = Static<typeof PostQuery>;

/** Time of a post: of its publication, otherwise its scheduled or creation time. */
export const postTime = sql<Date>`coalesce(p.published_at, p.scheduled_for, p.created_at)`;
type Listing = Tables & { p: Tables["social_posts"] };
const NOBODY = "00000000-0000-0000-0000-000000000000";

/** True for targets whose account is not suspended. Others wait. */
export const isOfActiveAccount = () =>
  sql<SqlBool>`exists (select from social_posts
    where social_posts.id = social_targets.post_id and ${isActiveAccount("social_posts.account_id")})`;

/** Reads the targets of these posts, in the order of the request. */
export async function readTargets(db: Database, posts: readonly string[]): Promise<Map<string, TargetRow[]>> {
  if (posts.length === 0) return new Map();
  const rows = await db
    .selectFrom("social_targets")
    .selectAll()
    .where("post_id", "in", posts)
    .orderBy("post_id")
    .orderBy("position")
    .execute();
  return Map.groupBy(rows, (row) => row.post_id);
}

/** Reads the targets of a post, in the order of the request. */
export const findTargets = async (db: Database, { id }: Pick<Post, "id">): Promise<TargetRow[]> =>
  (await readTargets(db, [id])).get(id) ?? [];

/** Reads the social accounts of a post's targets, in their order. */
export async function readSocialAccounts(
  db: Database,
  { account_id }: Pick<Post, "account_id">,
  targets: readonly TargetRow[],
): Promise<SocialAccount[]> {
  const ids = targets.map((target) => target.social_account_id);
  const socialAccounts = db.selectFrom("social_accounts").selectAll().where("account_id", "=", account_id);
  const rows = await socialAccounts.where("id", "in", ids).execute();
  return ids.flatMap((id) => rows.find((row) => row.id === id) ?? []);
}

export async function findPost(db: Database, accountId: string, id: string): Promise<Post | undefined> {
  const uuid = toUuid("post", id);
  if (!uuid) return undefined;
  return db
    .selectFrom("social_posts")
    .selectAll()
    .where("id", "=", uuid)
    .where("account_id", "=", accountId)
    .executeTakeFirst();
}

/**
 * Reads the post and locks it until the transaction ends. Every change of a post or its targets takes this lock first.
 */
export async function lockPost(trx: Transaction, accountId: string, id: string): Promise<Post | undefined> {
  const uuid = toUuid("post", id);
  if (!uuid) return undefined;
  return trx
    .selectFrom("social_posts")
    .selectAll()
    .where("id", "=", uuid)
    .where("account_id", "=", accountId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Locks the post in one of these states. Throws `not_found` and `conflict`. */
export async function lockPostIn(
  trx: Transaction,
  accountId: string,
  id: string,
  verb: string,
  states: readonly Post["status"][],
) {
  const post = await lockPost(trx, accountId, id);
  if (!post) throw notFound("post");
  if (states.includes(post.status)) return post;
  throw new ApiError("conflict", `The post is ${post.status}. Only ${states.join(" and ")} posts can be ${verb}.`);
}

/** Selects matching posts as `p`. Throws `validation_error` for an unknown group. */
export async function matchingPosts(db: Database, accountId: string, query: Omit<Listed, keyof Page>) {
  const members = query.group === undefined ? undefined : await readGroup(db, accountId, query.group);
  let matching = db.selectFrom("social_posts as p").where("p.account_id", "=", accountId);
  if (query.status) matching = matching.where("p.status", "=", query.status);
  if (query.from) matching = matching.where(postTime, ">=", new Date(Number(query.from)));
  if (query.to) matching = matching.where(postTime, "<", new Date(Number(query.to)));
  const channels = getChannels(query);
  if (channels.length > 0) matching = matching.where(sql<boolean>`p.channels @> ${channels}::text[]`);
  if (members) matching = matching.where(sql<boolean>`p.channels && ${members}::text[]`);
  // A query builder itself could be awaited, which would run it.
  return { matching };
}

/** Returns the channels that a query names. Its `accountId` is that of a social account. */
function getChannels({ platform, accountId: publicId }: Pick<Listed, "platform" | "accountId">): string[] {
  const socialAccountId = publicId === undefined ? undefined : (toUuid("soc", publicId) ?? NOBODY);
  return [platform, socialAccountId].filter((channel) => channel !== undefined);
}

/** Most posts of a period that are sorted for a page. With more, reading them by creation time finds a page soon. */
const MAX_SORTED = 100_000;
/** Clocks of servers, platforms and the database do not differ by more. */
const MAX_SKEW_MS = 86_400_000;
/** The same for posts to some channels, which the index of times does not contain. */
const MAX_COUNTED = 10_000;

/** Makes PostgreSQL read posts in the order of the list, by an index that contains all that lists filter by. */
const inOrder = <Row>(posts: SelectQueryBuilder<Listing, "p", Row>) =>
  posts.orderBy("p.created_at", "desc").orderBy("p.id", "desc");

/** Fewer posts before a page are passed soon enough. */
const MIN_OMITTED = 5_000;

/** Leaves out the months whose posts come before a page, if there are many. Undefined otherwise. */
async function omitMonths(
  db: Database,
  counted: RowCount,
  query: Page,
  matching: SelectQueryBuilder<Listing, "p", object>,
) {
  const { offset } = window(query);
  if (query.cursor !== undefined || offset < MIN_OMITTED) return undefined;
  const { rows } = await sql<{ month: string }>`
    select to_char(month, 'YYYY-MM') as month from (
      select min(created_at) at time zone 'UTC' as oldest, max(created_at) at time zone 'UTC' as newest
      from social_posts where account_id = ${counted.owner}) as known,
      generate_series(date_trunc('month', oldest), newest, interval '1 month') as month`.execute(db);
  const months = await readMonthCounts(
    db,
    counted,
    rows.map(({ month }) => month),
  );
  let omitted = 0;
  for (const { month, count } of months) {
    const end = sql<Date>`((${`${month}-01`}::timestamp + interval '1 month') at time zone 'UTC')`;
    if (omitted + count > offset) return { rows: matching.where("p.created_at", "<", end), omitted };
    omitted += count;
  }
  return { rows: matching.where(sql.lit(false)), omitted };
}

/** Reads one page of the account's matching posts. They show one of each of `uses`, ids and storage keys of media. */
export async function readPostPage(
  db: Database,
  accountId: string,
  query: Listed,
  uses: readonly (readonly string[])[] = [],
) {
  let { matching } = await matchingPosts(db, accountId, query);
  for (const media of uses)
    matching = matching.where(sql<boolean>`social_post_uses(p.video_id, p.video_key, p.media) && ${media}::text[]`);
  const [list, ...others] = getChannels(query);
  if (query.from === undefined && query.to === undefined && uses.length === 0) {
    const isCounted = others.length === 0 && query.group === undefined;
    if (!isCounted) return listPage(matching, query, () => countUpTo(db, inOrder(matching), MAX_COUNTED));
    const counted = { table: "social_posts", owner: accountId, list, status: query.status };
    const candidates = await omitMonths(db, counted, query, matching);
    return listPage(matching, query, () => readRowCount(db, counted), undefined, candidates);
  }
  // A post is neither planned nor published before it is created, so a walk need not begin with later ones.
  if (query.to) matching = matching.where("p.created_at", "<", new Date(Number(query.to) + MAX_SKEW_MS));
  const hasChannels = list !== undefined || query.group !== undefined;
  const limit = hasChannels ? MAX_COUNTED : MAX_SORTED;
  const isDense = hasChannels && query.from === undefined && uses.length === 0;
  const found = isDense ? inOrder(matching) : matching;
  const all = db.selectFrom("social_posts as p").where("p.account_id", "=", accountId);
  const few = await listFew(db, { all, matching: found }, query, limit + 1);
  return few ?? listPage(matching, query, async () => limit + 1, undefined, { rows: matching });
}
