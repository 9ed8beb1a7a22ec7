import type { Static } from "@sinclair/typebox";
import { sql } from "kysely";
import type { Database, Transaction } from "vireo/database";
import { type FieldErrors, invalid, notFound } from "vireo/errors";
import { isTimeZone, NO_ZONE } from "vireo/zones";
import { readDecisions } from "../approval/waiting";
import type { Social } from "../context";
import { listOffers } from "../platforms";
import { CALENDAR_POSTS, type CalendarQuery } from "../schema";
import type { Post } from "../tables";
import { readUses } from "./media";
import { presentPost } from "./present";
import { refuse } from "./rules";
import { findPost, type Listed, matchingPosts, postTime, readPostPage, readTargets } from "./store";

const DAY_MS = 86_400_000;
const PER_DAY = 3;

type CalendarDays = Static<typeof CalendarQuery>;

/** Returns the view of a stored post, with its targets and decisions. */
export const presentStored = async (social: Social, db: Database, post: Post) =>
  (await presentAll(social, db, [post]))[0]!;

export async function presentAll({ media }: Social, db: Database, rows: readonly Post[]) {
  const ids = rows.map(({ id }) => id);
  const targets = await readTargets(db, ids);
  const decisions = await readDecisions(db, rows);
  return rows.map((row) =>
    presentPost(row, { targets: targets.get(row.id) ?? [], decisions: decisions.get(row.id) }, media),
  );
}

/**
 * Reads posts and their targets from one snapshot. Each query is planned for its values: a plan for any status and time,
 * which PostgreSQL prefers after five calls, may pass all posts for a few.
 */
const readSnapshot = <T>({ db }: Social, read: (trx: Transaction) => Promise<T>): Promise<T> =>
  db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(async (trx) => {
      await sql`set local plan_cache_mode = force_custom_plan`.execute(trx);
      return read(trx);
    });

/** Throws `not_found`. */
export const getPost = (social: Social, accountId: string, postId: string) =>
  readSnapshot(social, async (trx) => {
    const post = await findPost(trx, accountId, postId);
    if (!post) throw notFound("post");
    return presentStored(social, trx, post);
  });

/**
 * Refuses a filter by a platform of which there is no provider, and on which the account has never had a social account.
 * Throws `validation_error`.
 */
async function checkPlatform(social: Social, trx: Transaction, accountId: string, platform?: string): Promise<void> {
  if (platform === undefined) return;
  const names = listOffers(social).map(({ info }) => info.name);
  if (names.includes(platform)) return;
  const known = trx.selectFrom("social_accounts").select("id").where("account_id", "=", accountId);
  if (await known.where("platform", "=", platform).limit(1).executeTakeFirst()) return;
  throw invalid("platform", `Must be one of ${[...new Set(names)].join(", ")}.`);
}

export const listPosts = (social: Social, accountId: string, query: Listed) =>
  readSnapshot(social, async (trx) => {
    await checkPlatform(social, trx, accountId, query.platform);
    const uses = await readUses(social, accountId, query);
    const { rows, pagination } = await readPostPage(trx, accountId, query, uses);
    return { posts: await presentAll(social, trx, rows), pagination };
  });

/** Throws `validation_error`. */
export const readCalendar = (social: Social, accountId: string, query: CalendarDays) =>
  readSnapshot(social, async (trx) => {
    await checkPlatform(social, trx, accountId, query.platform);
    const rows = await selectCalendar(trx, accountId, query);
    const posts = await presentAll(social, trx, rows);
    const days = Map.groupBy(rows.keys(), (index) => rows[index]?.day ?? "");
    const shown = [...days].map(([date, [first = 0, ...others]]) => ({
      date,
      total: rows[first]?.total ?? 0,
      posts: [first, ...others].flatMap((index) => posts[index] ?? []),
    }));
    return { days: shown, total: shown.reduce((sum, { total }) => sum + total, 0) };
  });

/**
 * Reads the first posts of each day in order of time, each with its day and that day's number of posts. Throws
 * `validation_error`.
 */
async function selectCalendar(trx: Transaction, accountId: string, query: CalendarDays) {
  const { from, to, timezone = "UTC", perDay = String(PER_DAY), status } = query;
  const days = Math.ceil((Number(to) - Number(from)) / DAY_MS);
  const faults: FieldErrors = {};
  if (days <= 0) faults.to = ["Must be after from."];
  if (!isTimeZone(timezone)) faults.timezone = [NO_ZONE];
  if (days * Number(perDay) > CALENDAR_POSTS)
    faults.perDay = [
      `Must be at most ${CALENDAR_POSTS} when multiplied by the number of days (${days}). Use fewer posts or fewer days.`,
    ];
  refuse(faults);
  const day = sql`(${postTime} at time zone ${timezone})::date`;
  let { matching } = await matchingPosts(trx, accountId, query);
  if (!status) {
    matching = matching.where(({ and, eb, not }) =>
      and([
        eb("p.status", "<>", "cancelled"),
        not(and([eb("p.status", "=", "draft"), eb("p.scheduled_for", "is", null)])),
      ]),
    );
  }
  // Only the posts that are shown are read whole.
  const read = trx
    .with("dated", () => matching.select(["p.id", day.as("day"), postTime.as("at")]))
    .with("numbered", (db) =>
      db
        .selectFrom("dated")
        .selectAll("dated")
        .select([
          sql<number>`row_number() over (partition by day order by at, id)`.as("number"),
          sql<number>`(count(*) over (partition by day))::int`.as("total"),
        ]),
    )
    .selectFrom("numbered")
    .innerJoinLateral(
      (db) => db.selectFrom("social_posts").selectAll().whereRef("id", "=", "numbered.id").offset(sql.lit(0)).as("p"),
      (join) => join.onTrue(),
    )
    .selectAll("p")
    .select([sql<string>`to_char(numbered.day, 'YYYY-MM-DD')`.as("day"), "numbered.total"])
    .where("numbered.number", "<=", Number(perDay))
    .orderBy("numbered.at")
    .orderBy("numbered.id")
    .execute();
  return read.catch((error) => {
    // PostgreSQL does not support every time zone that JavaScript supports.
    if (error.code === "22023") refuse({ timezone: [NO_ZONE] });
    throw error;
  });
}
