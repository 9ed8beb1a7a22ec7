import type { Static } from "@sinclair/typebox";
import { sql } from "kysely";
import type { Database } from "vireo/database";
import type { FieldErrors } from "vireo/errors";
import { isTimeZone, NO_ZONE } from "vireo/zones";
import type { Social } from "../context";
import { readGroup } from "../group-members";
import { toAccountId, toPostId } from "../posts/present";
import { refuse } from "../posts/rules";
import { weekdays } from "../schema";
import { readPackedAnalytics } from "./packed-analytics";
import { type GroupBy, isOrdered, LENGTH_RANGE, type Question, type Row, sums } from "./question";
import { type Analytics, type AnalyticsQuery, lengths } from "./schema";

const DAY = 86_400_000;
const MAX_DAYS = 366;
const MAX_GROUPS = 1000;
const LABEL = 100;

type Query = Static<typeof AnalyticsQuery>;
type Group = Static<typeof Analytics>["groups"][number];

const getKeys = (timezone: string) => {
  const local = sql`published_at at time zone ${timezone}`;
  return {
    day: sql<string>`to_char(${local}, 'YYYY-MM-DD')`,
    weekday: sql<string>`extract(isodow from ${local})::text`,
    hour: sql<string>`to_char(${local}, 'HH24')`,
    account: sql<string>`social_account_id::text`,
    platform: sql<string>`platform`,
    post: sql<string>`post_id::text`,
    hook: sql<string>`coalesce(hook, 'unknown')`,
    length: sql<string>`${sql.raw(LENGTH_RANGE)}::text`,
  } satisfies Record<GroupBy, unknown>;
};

const showKey: Partial<Record<GroupBy, (key: string) => string>> = {
  account: toAccountId,
  post: toPostId,
  weekday: (key) => weekdays[Number(key) - 1] ?? key,
  length: (key) => lengths[Number(key) - 1] ?? key,
};

/** Labels: usernames of accounts, or the beginning of a post's text. */
async function readLabels({ db }: Social, accountId: string, groupBy: GroupBy, ids: readonly string[]) {
  if (ids.length === 0 || (groupBy !== "account" && groupBy !== "post")) return new Map<string, string>();
  const labels =
    groupBy === "account"
      ? sql`select id, username as label from social_accounts`
      : sql`select id, left(coalesce(nullif(title, ''), content), ${LABEL}) as label from social_posts`;
  const { rows } = await sql<{ id: string; label: string }>`
    ${labels} where account_id = ${accountId} and id = any(${ids}::uuid[])`.execute(db);
  return new Map(rows.map(({ id, label }) => [id, label]));
}

const toFigures = (row: Row | undefined) => ({
  ...(Object.fromEntries(sums.map((name) => [name, Number(row?.[name] ?? 0)])) as Record<
    (typeof sums)[number],
    number
  >),
  medianViews: row?.medianViews ?? undefined,
});

function checkQuery({ from, to, timezone = "UTC" }: Query): void {
  const days = (Number(to) - Number(from)) / DAY;
  const faults: FieldErrors = {};
  if (!(days > 0)) faults.to = ["Must be after from."];
  if (days > MAX_DAYS) faults.to = [`Must be at most ${MAX_DAYS} days after from.`];
  if (!isTimeZone(timezone)) faults.timezone = [NO_ZONE];
  refuse(faults);
}

/** Adds up rows in one pass over an index by account and time. The total comes first. */
export async function readDirectly(db: Database, question: Question): Promise<Row[]> {
  const { accountId, from, to, groupBy, timezone, members, limit } = question;
  const order = isOrdered(groupBy) ? sql`key` : sql`sum(views) desc nulls last, key`;
  const { rows } = await sql<Row>`
    select key, grouping(key) = 1 as total, count(distinct post_id) as posts, bool_or(is_simulated) as simulated,
      percentile_cont(0.5) within group (order by views)::float8 as "medianViews",
      coalesce(sum(views), 0) as views, coalesce(sum(likes), 0) as likes, coalesce(sum(comments), 0) as comments,
      coalesce(sum(shares), 0) as shares, coalesce(sum(saves), 0) as saves,
      coalesce(sum(watch_seconds), 0) as "watchSeconds"
    from (select ${getKeys(timezone)[groupBy]} as key, social_results.* from social_results
      where account_id = ${accountId} and published_at >= ${new Date(from)} and published_at < ${new Date(to)}
        and ${members ? sql`social_account_id = any(${members}::uuid[])` : sql`true`}) r
    group by grouping sets ((key), ())
    order by total desc, ${order} limit ${limit + 1}`.execute(db);
  return rows;
}

/** Adds up the newest metrics of posts. Throws `validation_error`. */
export async function readAnalytics(
  social: Social,
  accountId: string,
  query: Query,
): Promise<Static<typeof Analytics>> {
  checkQuery(query);
  const { groupBy, timezone = "UTC", group } = query;
  const members = group === undefined ? undefined : await readGroup(social.db, accountId, group);
  const question = {
    accountId,
    groupBy,
    timezone,
    members,
    limit: MAX_GROUPS,
    from: Number(query.from),
    to: Number(query.to),
  };
  const read = social.db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(
      async (trx) => (await readPackedAnalytics(trx, social.packedDays, question)) ?? readDirectly(trx, question),
    );
  const rows = await read.catch((error) => {
    // PostgreSQL does not support every time zone that JavaScript supports.
    if (error.code === "22023") refuse({ timezone: [NO_ZONE] });
    throw error;
  });
  const [total, ...groups] = rows;
  const labels = await readLabels(
    social,
    accountId,
    groupBy,
    groups.map(({ key }) => key ?? ""),
  );
  const show = showKey[groupBy] ?? String;
  return {
    groups: groups.map((row) => {
      const key = row.key ?? "";
      return { key: show(key), label: labels.get(key), ...toFigures(row) };
    }),
    total: toFigures(total),
    simulated: total?.simulated ?? false,
  };
}

/** Formats the groups as table rows: key, label and metrics. */
export function toTable(groupBy: GroupBy, groups: readonly Group[]): (string | number)[][] {
  const hasLabels = groupBy === "account" || groupBy === "post";
  const header = [
    groupBy === "account" || groupBy === "post" ? `${groupBy}Id` : groupBy,
    ...(hasLabels ? [groupBy === "account" ? "username" : "title"] : []),
    ...sums,
    "medianViews",
  ];
  const rows = groups.map((group) => [
    group.key,
    ...(hasLabels ? [group.label ?? ""] : []),
    ...sums.map((name) => group[name]),
    group.medianViews ?? "",
  ]);
  return [header, ...rows];
}
