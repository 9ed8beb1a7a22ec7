import { afterAll, beforeAll, expect, test } from "bun:test";
import { sql } from "kysely";
import { newUuid } from "#core/ids";
import { readReport } from "#modules/social/reports/read-report";
import { readDirectly } from "#modules/social/results/analytics";
import { readPackedAnalytics, readPackedSums } from "#modules/social/results/packed-analytics";
import { DayCache, noteAllDays, packChangedDays } from "#modules/social/results/packed-days";
import type { Question } from "#modules/social/results/question";
import { type Client, startApp, type TestApp } from "#test/app";
import { watchQueries } from "#test/queries";

const DAY = 86_400_000;
/** Clocks go back in Europe and forward in Lord Howe meanwhile. */
const FIRST = Date.parse("2025-09-28T00:00:00Z");
const DAYS = 45;
const zones = ["UTC", "Europe/Berlin", "Asia/Kathmandu", "Australia/Lord_Howe", "America/St_Johns", "Pacific/Chatham"];
const groupings = ["day", "weekday", "hour", "account", "platform", "post", "hook", "length"] as const;

let app: TestApp;
let api: Client;
let accountId: string;
let channels: string[];
const cache = new DayCache();
const db = () => app.vireo.db;
const pack = () => packChangedDays(db(), new AbortController().signal);

/** Posts on one to four channels, published at odd times, hours or days apart, with figures of any size or none. */
async function fill(posts: number): Promise<void> {
  const ids = sql`${channels}::uuid[]`;
  await sql`with given as (
      select uuidv7() as id, to_timestamp(${FIRST / 1000} + random() * ${DAYS * 86_400}) as at, n from generate_series(1, ${posts}::int) n)
    insert into social_posts (id, account_id, status, content, video_key, timezone, to_inbox, tiktok, fingerprint, published_at)
    select id, ${accountId}, 'published', 'Post ' || n, 'a/b.mp4', 'UTC', false, '{}', decode(md5(n::text), 'hex'), at from given`.execute(
    db(),
  );
  await sql`insert into social_targets (id, post_id, social_account_id, provider, platform, position, status, published_at)
    select uuidv7(), p.id, c.id, 'sandbox', case when nth % 2 = 0 then 'tiktok' else 'youtube' end, nth, 'published',
      p.published_at + nth * (array['0', '1 second', '50 minutes', '9 hours', '3 days'])[1 + abs(hashtext(p.id::text)) % 5]::interval
    from social_posts p cross join unnest(${ids}) with ordinality as c (id, nth)
    where p.account_id = ${accountId} and nth % 4 <= abs(hashtext(p.id::text || 'count')) % 4
      and not exists (select from social_targets t where t.post_id = p.id)`.execute(db());
  // As a server of the release before writes them.
  await sql`insert into social_results (target_id, account_id, social_account_id, post_id, platform, published_at, hook, seconds,
      measured_at, views, likes, comments, saves, is_simulated)
    select t.id, ${accountId}, social_account_id, post_id, platform, t.published_at,
      (array['question', 'number', null])[1 + floor(random() * 3)::int], (array[3, 15, 59.5, 200, null])[1 + floor(random() * 5)::int],
      t.published_at, case when random() < 0.9 then floor(random() * 40) end,
      case when random() < 0.5 then floor(exp(random() * 30)) else 255 end, (array[254, 65535, 4294967295, 0])[1 + floor(random() * 4)::int],
      null, position = 1
    from social_targets t join social_posts p on p.id = t.post_id
    where p.account_id = ${accountId} and not exists (select from social_results r where r.target_id = t.id)`.execute(
    db(),
  );
}

beforeAll(async () => {
  app = await startApp();
  const account = await app.account(0);
  ({ api } = account);
  accountId = account.accountId;
  channels = Array.from({ length: 8 }, () => newUuid());
  for (const id of channels)
    await sql`insert into social_accounts (id, account_id, provider, external_id, platform, username, status)
      values (${id}, ${accountId}, 'sandbox', ${id}, 'tiktok', ${id}, 'active')`.execute(db());
  await sql`select setseed(0.5)`.execute(db());
  await fill(1500);
});
afterAll(() => app.stop());

const toFigures = (rows: Awaited<ReturnType<typeof readDirectly>>) =>
  rows.map(({ key, total, medianViews, simulated, posts, views, likes, comments, shares, saves, watchSeconds }) => ({
    ...{ key, total, medianViews, simulated: total ? (simulated ?? false) : null },
    figures: [posts, views, likes, comments, shares, saves, watchSeconds].map(Number),
  }));

const read = (question: Question) =>
  db()
    .transaction()
    .setIsolationLevel("repeatable read")
    .execute((trx) => readPackedAnalytics(trx, cache, question));

async function expectSame(question: Partial<Question>, isPacked = true): Promise<void> {
  const asked = {
    ...{ accountId, from: FIRST, to: FIRST + DAYS * DAY, groupBy: "day", timezone: "UTC", limit: 1000 },
    ...question,
  } as Question;
  const rows = await read(asked);
  if (isPacked) expect(rows, "the days are packed").toBeDefined();
  expect(toFigures(rows ?? (await readDirectly(db(), asked)))).toEqual(toFigures(await readDirectly(db(), asked)));
}

const expectAllSame = async (question: Partial<Question> = {}, isPacked = true) => {
  for (const groupBy of groupings) await expectSame({ ...question, groupBy }, isPacked);
};

test("figures of packed days are those of the rows, in every grouping and time zone", async () => {
  expect(
    await read({ accountId, from: FIRST, to: FIRST + DAY, groupBy: "day", timezone: "UTC", limit: 9 }),
  ).toBeUndefined();
  await pack();
  await expectAllSame();
  await expectAllSame({ members: channels.slice(1, 4) });
  await expectAllSame({ members: [newUuid()] });
  for (const timezone of zones)
    for (const groupBy of ["day", "weekday", "hour"] as const)
      await expectSame({ groupBy, timezone, from: FIRST + 12_345_678, to: FIRST + 41 * DAY + 1 });
  // Fewer groups than there are, with equal views at the limit.
  for (const limit of [1, 10, 200]) await expectSame({ groupBy: "post", limit });
  for (const limit of [1, 3]) await expectSame({ groupBy: "account", limit });
});

test("figures of a year in which most days have no posts are those of the rows", async () => {
  const year = { from: FIRST - 200 * DAY, to: FIRST + 165 * DAY };
  await expectAllSame(year);
  await expectAllSame({ ...year, members: channels.slice(1, 4) });
});

test("a time zone whose offset has seconds is read from the rows", async () => {
  const question = { accountId, from: FIRST, to: FIRST + DAYS * DAY, groupBy: "day" as const, limit: 1000 };
  expect(await read({ ...question, timezone: "UTC" })).toBeDefined();
  expect(await read({ ...question, timezone: "<X>-00:19:32" })).toBeUndefined();
});

test("figures that change count at once, before and after their day is packed again", async () => {
  await pack();
  const change = async (statement: ReturnType<typeof sql>) => {
    await statement.execute(db());
    // Without many of its days, a period is read from the rows.
    await expectAllSame({}, false);
    await pack();
    await expectAllSame({ members: channels.slice(0, 5) });
    await expectAllSame();
  };
  const within = (day: number) => sql`account_id = ${accountId} and published_at >= ${new Date(FIRST + day * DAY)}
    and published_at < ${new Date(FIRST + (day + 1) * DAY)}`;
  await change(sql`update social_results set views = views + 7000000000, hook = 'story' where ${within(20)}`);
  await change(sql`update social_results set published_at = published_at + interval '2 days' where ${within(21)}`);
  await change(sql`update social_results set views = null, likes = null, comments = null where ${within(5)}`);
  await change(
    sql`delete from social_posts where id in (select post_id from social_results where ${within(8)} limit 20)`,
  );
  await change(sql`delete from social_results where ${within(9)}`);
  await change(sql`delete from social_accounts where id = ${channels[2]}`);
  channels.splice(2, 1);
  await fill(40);
  await expectAllSame({}, false);
  await pack();
  await expectAllSame();
});

test("a change that commits while its day is packed is not lost", async () => {
  await pack();
  const day = new Date(FIRST + 30 * DAY);
  const { promise: committed, resolve: commit } = Promise.withResolvers<void>();
  const { promise: changed, resolve: notice } = Promise.withResolvers<void>();
  const change = db()
    .transaction()
    .execute(async (trx) => {
      await sql`update social_results set views = 99 where account_id = ${accountId} and published_at between ${day} and ${new Date(+day + DAY)}`.execute(
        trx,
      );
      notice();
      await committed;
    });
  await changed;
  await sql`insert into social_result_changes (account_id, day) values (${accountId}, ${day})`.execute(db());
  await pack();
  commit();
  await change;
  await expectAllSame();
  await pack();
  await expectAllSame();
});

test("days with few results are not packed, and changes of days are not kept", async () => {
  await sql`delete from social_results where account_id = ${accountId} and published_at < ${new Date(FIRST + 3 * DAY)}
    and target_id not in (select target_id from social_results where account_id = ${accountId} order by published_at limit 5)`.execute(
    db(),
  );
  await pack();
  const { rows } = await sql`select from social_result_changes`.execute(db());
  expect(rows).toEqual([]);
  const packed = await sql`select from social_result_days where account_id = ${accountId}
    and day < ${new Date(FIRST + 3 * DAY)}`.execute(db());
  expect(packed.rows).toEqual([]);
  await expectAllSame();
});

test("analytics of packed days have labels and the same answer as before", async () => {
  const path = `/social/analytics?from=${FIRST}&to=${FIRST + DAYS * DAY}&timezone=Europe/Berlin`;
  const before = await Promise.all(groupings.map(async (by) => (await api("GET", `${path}&groupBy=${by}`)).body));
  await sql`delete from social_result_days`.execute(db());
  const direct = await Promise.all(groupings.map(async (by) => (await api("GET", `${path}&groupBy=${by}`)).body));
  expect(before).toEqual(direct);
  expect(before[5].groups[0].label).toStartWith("Post ");
});

test("sums of channels from packed days are those of the rows, and absent where none is reported", async () => {
  await sql`update social_results set comments = null
    where account_id = ${accountId} and social_account_id = ${channels[0]!}`.execute(db());
  await pack();
  const question = { accountId, from: FIRST + 12_345_678, to: FIRST + 40 * DAY + 1 };
  for (const members of [undefined, channels.slice(0, 3), [newUuid()]]) {
    const { rows } = await sql<Record<string, unknown>>`
      select social_account_id as id, is_simulated as "isSimulated", sum(views)::float8 as views, sum(likes)::float8 as likes,
        sum(comments)::float8 as comments, sum(shares)::float8 as shares, sum(saves)::float8 as saves,
        sum(watch_seconds)::float8 as "watchSeconds"
      from social_results where account_id = ${accountId} and published_at >= ${new Date(question.from)}
        and published_at < ${new Date(question.to)} and ${members ? sql`social_account_id = any(${members}::uuid[])` : sql`true`}
      group by 1, 2, platform`.execute(db());
    const sums = await db()
      .transaction()
      .setIsolationLevel("repeatable read")
      .execute((trx) => readPackedSums(trx, cache, { ...question, members }));
    const sort = (list: readonly object[]) =>
      list
        .map((row) =>
          JSON.stringify(row, ["id", "isSimulated", "views", "likes", "comments", "shares", "saves", "watchSeconds"]),
        )
        .toSorted();
    expect(sort(sums!)).toEqual(sort(rows));
    expect(rows.length > 0).toBe(members?.length !== 1);
  }
});

test("a month's report names the same posts and figures whether its days are packed or not", async () => {
  await sql`delete from social_result_days where account_id = ${accountId}`.execute(db());
  const report = async () => [
    (await api("GET", "/social/report.html?month=2025-10")).body,
    (await api("GET", "/social/report.html?month=2025-10&timezone=Asia/Kathmandu")).body,
  ];
  const direct = await report();
  expect(direct[0]).toContain("Post ");
  await db().transaction().execute(noteAllDays);
  await pack();
  const month = { from: Date.parse("2025-10-01T00:00Z"), to: Date.parse("2025-11-01T00:00Z") };
  expect(await read({ accountId, ...month, groupBy: "post", timezone: "UTC", limit: 5 })).toBeDefined();
  expect(await report()).toEqual(direct);
});

test("a month's report counts each post once, and passes no posts of other accounts", async () => {
  const other = await app.account(0);
  const OTHERS = 20_000;
  await sql`with post as (insert into social_posts (id, account_id, status, content, video_key, timezone, to_inbox, tiktok,
      fingerprint, published_at)
      select uuidv7(), ${other.accountId}, 'published', n, 'a/b.mp4', 'UTC', false, '{}', '\\x00', '2025-10-09'::timestamptz
      from generate_series(1, ${OTHERS}::int) n returning id, published_at),
    channel as (insert into social_accounts (id, account_id, provider, external_id, platform, username, status)
      values (uuidv7(), ${other.accountId}, 'sandbox', 'x', 'tiktok', 'x', 'active') returning id)
    insert into social_targets (id, post_id, social_account_id, provider, platform, position, status, published_at)
    select uuidv7(), post.id, channel.id, 'sandbox', 'tiktok', 0, 'published', published_at from post, channel`.execute(
    db(),
  );
  await sql`vacuum analyze social_targets`.execute(db());
  const queries = watchQueries();
  const social = { db: db().withPlugin(queries.plugin), packedDays: new DayCache(), services: {}, now: Date.now };
  for (const group of [undefined, "three"]) {
    const members = group ? channels.slice(0, 3) : channels;
    if (group)
      for (const [position, id] of members.entries())
        await sql`insert into social_groups (account_id, name, social_account_id, position)
          values (${accountId}, ${group}, ${id}, ${position})`.execute(db());
    const report = await readReport(social as never, accountId, { month: "2025-10", group });
    for (const [month, figures] of [
      ["2025-10-01", report.total],
      ["2025-09-01", report.previous],
    ] as const) {
      const { rows } = await sql<{ posts: number }>`select count(distinct post_id)::int as posts from social_targets
        where social_account_id = any(${members}::uuid[]) and published_at >= ${month}::timestamptz
          and published_at < ${month}::timestamptz + interval '1 month'`.execute(db());
      expect(rows[0]!.posts).toBeGreaterThan(0);
      expect(figures.posts).toBe(rows[0]!.posts);
    }
    expect(report.channels).toHaveLength(members.length);
  }
  for (const lines of await queries.explain(db(), "analyze, costs off, timing off")) {
    const read = lines.map((line) =>
      Number(/actual rows=(\d+)/.exec(line)?.[1] ?? /Removed by Filter: (\d+)/.exec(line)?.[1] ?? 0),
    );
    expect(Math.max(...read)).toBeLessThan(OTHERS);
  }
});
