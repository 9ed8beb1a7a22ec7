import { afterAll, beforeAll, expect, test } from "bun:test";
import { sql } from "kysely";
import type { Engine } from "#core/engine";
import { defineModule } from "#core/module";
import { modules } from "#modules/index";
import { getNextRead, takeCall } from "#modules/social/results/read-metrics";
import { sandbox } from "#plugins/sandbox/index";
import { parseCsv } from "#sdk/csv";
import { findHookForm, getOpening, type HookForm } from "#sdk/hooks";
import { toUuid } from "#sdk/ids";
import type { PlanRequest } from "#sdk/slots/plan";
import { TestClock } from "#sdk/testing/clock";
import { type Client, startApp, type TestApp } from "#test/app";
import { openings } from "#test/modules/hook-openings";
import { recorder, until, VIDEO } from "#test/modules/social-fake";

const HOUR = 3_600_000;
const calls: number[] = [];
let isDown = false;
/** Calls that are answered, before the next one fails. */
let failAt = Number.POSITIVE_INFINITY;
/** Figures that cannot be true, as a plug-in may pass them on. */
let absurd: object = {};
/** Reads of targets that are being processed. */
let reads = 0;
let views = 10;
const { module } = recorder({
  async read() {
    reads++;
    return { state: "published" };
  },
  metrics: {
    batch: 2,
    pace: { count: 4, ms: HOUR },
    async read({ posts }) {
      if (isDown || calls.length >= failAt) throw new Error("the platform is away");
      calls.push(posts.length);
      return new Map(posts.map(({ platformPostId }) => [platformPostId, { views, likes: 1, ...absurd }]));
    },
  },
});

let planned: PlanRequest | undefined;
const planner = defineModule({
  name: "planner",
  start() {
    const plan: Engine<PlanRequest> = {
      name: "planner",
      models: [{ id: "planner-1", title: "Planner" }],
      repeatable: true,
      async create(request) {
        planned = request;
        const texts = { title: "t", hook: "h", concept: "c", script: "s", caption: "c", cta: "go" };
        const item = { day: 1, platform: "tiktok", ...texts, shots: ["x"], hashtags: [], inspiredBy: [] };
        return { state: "completed", facts: { items: [item] } };
      },
    };
    return { engines: { plan } };
  },
});

let app: TestApp;
let api: Client;
let accounts: { accountId: string; provider: string; platform: string }[];
const clock = new TestClock();
beforeAll(async () => {
  app = await startApp({}, [...modules, module, sandbox, planner], {}, clock);
  ({ api } = await app.account(0));
  ({ accounts } = (await api("GET", "/social/accounts")).body);
});
afterAll(() => app.stop());

const idOf = (provider: string, platform: string) =>
  accounts.find((one) => one.provider === provider && one.platform === platform)!.accountId;
async function publish(accountId: string, content: string = crypto.randomUUID()): Promise<string> {
  const body = { videoUrl: VIDEO, accountIds: [accountId], tiktokPrivacyLevel: "SELF_ONLY", mode: "now", content };
  const { postId } = (await api("POST", "/social/posts", body)).body;
  await until(api, postId);
  return postId;
}
const metrics = async (id: string, client = api) => (await client("GET", `/social/posts/${id}/metrics`)).body;

/** Transactions that have stored figures. */
const countTransactions = async () => {
  const { rows } = await sql<{ count: number }>`select count(distinct xmin::text)::int as count
    from social_metrics where not is_simulated`.execute(app.vireo.db);
  return rows[0]!.count;
};

test("the form of an opening is recognised in every language that prompts are read in", () => {
  for (const [form, texts] of Object.entries(openings))
    for (const text of texts) expect([text, findHookForm(text)]).toEqual([text, form as HookForm]);
});

test("figures are read after 1 and 6 hours, and 1, 3, 7 and 30 days, and then no more", () => {
  const at = Date.parse("2026-01-01T00:00:00Z");
  const hours: number[] = [];
  for (let now = at; ; ) {
    const next = getNextRead(at, now);
    if (!next) break;
    now = next.getTime();
    hours.push((now - at) / HOUR);
  }
  expect(hours).toEqual([1, 6, 24, 72, 168, 720]);
});

test("figures are added over time, within the provider's limit, and belong to their account", async () => {
  const account = idOf("recorder", "tiktok");
  const ids = await Promise.all(Array.from({ length: 3 }, () => publish(account)));
  expect(await metrics(ids[0]!)).toMatchObject({ targets: [{ metrics: "pending" }], history: [] });
  await clock.advance(61 * 60_000);
  expect(calls.toSorted()).toEqual([1, 2]);
  // The calls of an account are stored together.
  expect(await countTransactions()).toBe(1);
  const from = clock.now() - 24 * HOUR;
  views = 25;
  await clock.advance(5.1 * HOUR);
  expect(await metrics(ids[0]!)).toMatchObject({
    targets: [{ accountId: account, metrics: "available", views: 25, likes: 1 }],
    history: [{ views: 10 }, { views: 25 }],
  });
  const other = await app.account(0);
  expect((await other.api("GET", `/social/posts/${ids[0]}/metrics`)).status).toBe(404);

  const path = `/social/analytics?from=${from}&to=${clock.now()}`;
  expect((await api("GET", `${path}&groupBy=platform`)).body).toMatchObject({
    groups: [{ key: "tiktok", posts: 3, views: 75, likes: 3 }],
    total: { posts: 3, views: 75 },
    simulated: false,
  });
  expect((await api("GET", `${path}&groupBy=post`)).body.groups.map(({ key }: { key: string }) => key).sort()).toEqual(
    ids.toSorted(),
  );
  expect((await api("GET", `${path}&groupBy=account`)).body.groups[0]).toMatchObject({ key: account, medianViews: 25 });
  expect((await api("GET", `${path}&groupBy=hook`)).body.groups).toMatchObject([{ key: "statement", posts: 3 }]);
  expect((await other.api("GET", `${path}&groupBy=day`)).body).toMatchObject({ groups: [], total: { posts: 0 } });
  expect((await api("GET", `/social/analytics?from=0&to=${clock.now()}&groupBy=day`)).status).toBe(400);

  // Four calls an hour: the fifth waits.
  const before = calls.length;
  isDown = true;
  await publish(account);
  await clock.advance(61 * 60_000);
  expect(calls.length).toBe(before);
  isDown = false;
  await clock.advance(16 * 60_000);
  expect(calls.length).toBe(before + 1);
});

test("a figure that cannot be true is left out, and the others are kept", async () => {
  absurd = { comments: 1e30, shares: "many", saves: Number.NaN };
  const ids = await Promise.all([1, 2].map(() => publish(idOf("recorder", "youtube"))));
  await clock.advance(16 * HOUR);
  for (const id of ids) {
    const { accountId: _, measuredAt, ...target } = (await metrics(id)).targets[0];
    expect([target, typeof measuredAt]).toEqual([
      { platform: "youtube", metrics: "available", views, likes: 1 },
      "number",
    ]);
  }
  absurd = {};
});

test("targets that platforms still process are all read in one turn, however many there are", async () => {
  const { db } = app.vireo;
  const { rows } = await sql<{ id: string }>`
    with owner as (select account_id, id from social_accounts where provider = 'recorder' and platform = 'youtube' limit 1),
    made as (
      insert into social_posts (id, account_id, status, content, video_url, scheduled_for, timezone, to_inbox, tiktok, fingerprint)
      select gen_random_uuid(), account_id, 'publishing', 'Post', ${VIDEO}, now(), 'UTC', false, '{}', ''
      from owner, generate_series(1, 250) returning id)
    insert into social_targets (id, post_id, social_account_id, provider, platform, position, status, wanted_at, claimed_at,
      called_at, task, attempts, next_read_at)
    select gen_random_uuid(), made.id, owner.id, 'recorder', 'youtube', 0, 'publishing', now(), now(), now(), 'task', 1, now()
    from made, owner returning id`.execute(db);
  const before = reads;
  await clock.advance(5_100);
  const open = sql`select from social_targets where id = any(${rows.map(({ id }) => id)}::uuid[]) and status <> 'published'`;
  expect([reads - before, (await open.execute(db)).rows.length]).toEqual([250, 0]);
});

interface Result {
  at: string;
  content: string;
  hook: string | null;
  seconds: number | null;
  views: number;
}

/** Stores posts with figures that were read two days after each. */
async function addResults(api: Client, accountId: string, social: string | string[], results: readonly Result[]) {
  for (const { at, content, hook, seconds, views } of results) {
    const body = {
      videoUrl: VIDEO,
      accountIds: [social].flat(),
      tiktokPrivacyLevel: "SELF_ONLY",
      mode: "draft",
      content,
      allowDuplicate: true,
    };
    const post = toUuid("post", (await api("POST", "/social/posts", body)).body.postId);
    await sql`insert into social_results (target_id, account_id, social_account_id, post_id, platform, published_at, hook,
        seconds, measured_at, views, is_simulated)
      select id, ${toUuid("acc", accountId)}::uuid, social_account_id, post_id, platform, ${new Date(at)}, ${hook},
        ${seconds}, ${new Date(Date.parse(at) + 48 * HOUR)}, ${views}, false
      from social_targets where post_id = ${post}`.execute(app.vireo.db);
  }
}

test("a post on two channels is one post, with the views of both", async () => {
  const { api, accountId } = await app.account(0);
  const ids = (await api("GET", "/social/accounts")).body.accounts.map(
    ({ accountId }: { accountId: string }) => accountId,
  );
  const from = Date.parse("2026-03-02T00:00:00Z");
  const post = { at: "2026-03-02T12:00:00Z", content: "Hi", hook: null, seconds: 5, views: 100 };
  await addResults(api, accountId, ids.slice(0, 2), [post]);
  const read = async (by: string) =>
    (await api("GET", `/social/analytics?from=${from}&to=${from + 24 * HOUR}&groupBy=${by}`)).body;
  expect((await read("day")).total).toMatchObject({ posts: 1, views: 200, medianViews: 100 });
  expect((await read("account")).groups).toMatchObject([{ posts: 1 }, { posts: 1 }]);
});

test("analytics by hook, length, weekday and hour, in the order people read them, and as a table for spreadsheets", async () => {
  const { api, accountId } = await app.account(0);
  const [{ accountId: social, username }] = (await api("GET", "/social/accounts")).body.accounts;
  const from = Date.parse("2026-03-02T00:00:00Z");
  await addResults(api, accountId, social, [
    { at: "2026-03-02T23:30:00Z", content: "=cmd()", hook: "question", seconds: 12, views: 900 },
    { at: "2026-03-03T09:00:00Z", content: "Seven, ways", hook: "list", seconds: 45, views: 100 },
    { at: "2026-03-04T09:00:00Z", content: "Why?", hook: "question", seconds: 200, views: 300 },
    { at: "2026-03-05T18:00:00Z", content: "", hook: null, seconds: null, views: 7 },
  ]);
  const path = `from=${from}&to=${from + 7 * 24 * HOUR}`;
  const group = async (by: string) => (await api("GET", `/social/analytics?${path}&groupBy=${by}`)).body;
  const keys = async (by: string) => (await group(by)).groups.map((one: { key: string }) => one.key);
  expect(await group("hook")).toMatchObject({
    groups: [
      { key: "question", posts: 2, views: 1200, medianViews: 600 },
      { key: "list", posts: 1 },
      { key: "unknown", posts: 1 },
    ],
    total: { posts: 4, views: 1307, medianViews: 200 },
  });
  expect(await keys("length")).toEqual(["0-15", "30-60", "180+", "unknown"]);
  expect(await keys("weekday")).toEqual(["monday", "tuesday", "wednesday", "thursday"]);
  expect(await keys("weekday&timezone=Europe/Berlin")).toEqual(["tuesday", "wednesday", "thursday"]);
  expect(await keys("hour")).toEqual(["09", "18", "23"]);
  expect((await group("account")).groups[0]).toMatchObject({ label: username });
  expect((await api("GET", `/social/analytics?${path}&groupBy=moon`)).status).toBe(400);

  const csv = await api("GET", `/social/analytics.csv?${path}&groupBy=post`);
  expect(csv.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(csv.headers.get("content-disposition")).toContain('filename="analytics-by-post.csv"');
  const table = parseCsv(csv.body);
  expect(table[0]!.slice(0, 4)).toEqual(["postId", "title", "posts", "views"]);
  expect(table.slice(1).map(([, title, , views]) => [title, views])).toEqual([
    ["'=cmd()", "900"],
    ["Why?", "300"],
    ["Seven, ways", "100"],
    ["", "7"],
  ]);
  expect((await app.as(undefined)("GET", `/social/analytics.csv?${path}&groupBy=post`)).status).toBe(401);
});

test("no more calls than the limit allows in any stretch of its time, and all of them are used", async () => {
  const times: number[] = [];
  const pace = { count: 10, ms: HOUR };
  for (let minute = 0; minute < 240; minute++) {
    await sql`update social_metric_paces set at = at - interval '1 minute' where provider = 'budget'`.execute(
      app.vireo.db,
    );
    while (await takeCall(app.vireo.db, "budget", pace)) times.push(minute);
  }
  const within = times.map((from) => times.filter((at) => at >= from && at < from + 60).length);
  expect(Math.max(...within)).toBe(10);
  expect(times.length).toBeGreaterThan(25);
});

test("the sandbox makes figures up and says so", async () => {
  const id = await publish(idOf("sandbox", "youtube"));
  await clock.advance(30 * HOUR);
  const { targets } = await metrics(id);
  expect(targets[0]).toMatchObject({ metrics: "available", simulated: true });
  expect(targets[0].views).toBeGreaterThan(10);
  expect(targets[0].likes).toBeLessThan(targets[0].views);
});

test("a published post enters its account's viral library with its figures, which are kept up to date", async () => {
  const { api } = await app.account(0);
  const { accounts } = (await api("GET", "/social/accounts")).body;
  const id = (provider: string) =>
    accounts.find(
      (one: { provider: string; platform: string }) => one.provider === provider && one.platform === "tiktok",
    ).accountId;
  const publishTo = async (accountIds: string[], content: string) => {
    const { postId } = (
      await api("POST", "/social/posts", {
        videoUrl: VIDEO,
        accountIds,
        tiktokPrivacyLevel: "SELF_ONLY",
        mode: "now",
        content,
      })
    ).body;
    await until(api, postId);
    return postId;
  };
  views = 40;
  const real = await publishTo([id("recorder")], "Do you salt your pasta water? #pasta");
  const made = await publishTo([id("sandbox")], "Three ways to cook pasta");
  const list = async (client = api) => (await client("GET", "/viral-library/videos")).body.videos;
  expect(await list()).toEqual([]);
  for (let hours = 0; hours < 3; hours++) await clock.advance(61 * 60_000);
  const byPost = async (postId: string) =>
    (await list()).find(({ post }: { post?: { postId: string } }) => post?.postId === postId);
  expect(await byPost(real)).toMatchObject({
    source: "post",
    post: { platform: "tiktok" },
    description: "Do you salt your pasta water? #pasta",
    hashtags: ["pasta"],
    stats: { views: 40, likes: 1, saves: 0 },
    library: "own",
  });
  expect((await byPost(real)).post.simulated).toBeUndefined();
  expect(await byPost(made)).toMatchObject({ post: { postId: made, simulated: true } });
  expect(await list((await app.account(0)).api)).toEqual([]);
  views = 4000;
  await api("DELETE", `/viral-library/videos/${(await byPost(made)).id}`);
  for (let hours = 0; hours < 6; hours++) await clock.advance(61 * 60_000);
  expect((await byPost(real)).stats.views).toBe(4000);
  // What was deleted stays deleted.
  expect(await list()).toHaveLength(1);
  views = 25;
});

test("content plans say what the account's own hooks have brought, on how many posts, and when these are too few", async () => {
  const { api, accountId } = await app.account(100);
  const [{ accountId: social }] = (await api("GET", "/social/accounts")).body.accounts;
  const plan = async () => {
    const body = { niche: "pasta", platforms: ["tiktok"], days: 1, postsPerDay: 1 };
    const { planId } = (await api("POST", "/content-plans", body)).body;
    return (await app.ended(`/content-plans/${planId}`, api)).ownResults;
  };
  const results = (count: number, hook: string, views: number): Result[] =>
    Array.from({ length: count }, (_, day) => ({
      at: new Date(clock.now() - (day + 3) * 24 * HOUR).toISOString(),
      ...{ content: `${hook} ${day}`, hook, seconds: 20, views },
    }));
  await addResults(api, accountId, social, results(6, "question", 230));
  expect(await plan()).toMatchObject({
    posts: 6,
    neededPosts: 10,
    hooks: [],
    summary: expect.stringContaining("so far"),
  });
  await addResults(api, accountId, social, [...results(8, "statement", 100), ...results(2, "pov", 9000)]);
  expect(await plan()).toEqual({
    posts: 16,
    neededPosts: 10,
    simulated: false,
    hooks: [
      { hook: "question", posts: 6, timesMedian: 1.4 },
      { hook: "statement", posts: 8, timesMedian: 0.6 },
    ],
    summary:
      "Based on 16 posts of the last 180 days. Your hooks of type “a question” got 1.4× your median views (6 posts).",
  });
  expect(planned?.ownResults?.hooks[0]).toEqual({ form: "question", posts: 6, timesMedian: 1.4 });
});

test("best times rest on the account's own posts once there are enough, and say on how many", async () => {
  const account = idOf("recorder", "instagram");
  const best = async () => (await api("GET", `/social/accounts/${account}/best-times`)).body;
  expect(await best()).toMatchObject({ basis: "general", posts: 0, neededPosts: 10 });
  for (let at = 0; at < 10; at++) await publish(account);
  for (let hours = 0; hours < 4; hours++) await clock.advance(61 * 60_000);
  const { basis, posts, times } = await best();
  expect([basis, posts]).toEqual(["own", 10]);
  expect(times[0]).toMatchObject({ posts: expect.any(Number), medianViews: 25 });
  expect((await (await app.account(0)).api("GET", `/social/accounts/${account}/best-times`)).status).toBe(404);
});

test("what was read before a call failed is stored, and the rest is read later", async () => {
  const account = idOf("recorder", "instagram");
  const ids = await Promise.all(Array.from({ length: 4 }, () => publish(account)));
  const fillBudgets = () => sql`delete from social_metric_paces`.execute(app.vireo.db);
  await fillBudgets();
  const states = async () =>
    (await Promise.all(ids.map((id) => metrics(id)))).map(({ targets }) => targets[0].metrics).sort();
  // The first call has its answer, the second one fails.
  failAt = calls.length + 1;
  await clock.advance(61 * 60_000);
  expect(await states()).toEqual(["available", "available", "pending", "pending"]);
  failAt = Number.POSITIVE_INFINITY;
  await fillBudgets();
  await clock.advance(16 * 60_000);
  expect(await states()).toEqual(Array(4).fill("available"));
});

test("captions of digits or marks are read in time that grows with their length", () => {
  // Milliseconds, where quadratic time is minutes.
  const length = 500_000;
  const start = performance.now();
  expect(findHookForm("1".repeat(length))).toBe("statement");
  expect(getOpening(`${"!".repeat(length)}x`)).toHaveLength(length + 1);
  expect(performance.now() - start).toBeLessThan(10_000);
});
