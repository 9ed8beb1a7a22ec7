import { afterAll, beforeAll, expect, test } from "bun:test";
import { modules } from "#modules/index";
import { getNextRead } from "#modules/social/results/read-metrics";
import { sandbox } from "#plugins/sandbox/index";
import { TestClock } from "#sdk/testing/clock";
import { type Client, startApp, type TestApp } from "#test/app";
import { recorder, until, VIDEO } from "#test/modules/social-fake";

const HOUR = 3_600_000;
const calls: number[] = [];
let isDown = false;
let views = 10;
const { module } = recorder({
  metrics: {
    batch: 2,
    pace: { count: 4, ms: HOUR },
    async read({ posts }) {
      if (isDown) throw new Error("the platform is away");
      calls.push(posts.length);
      return new Map(posts.map(({ platformPostId }) => [platformPostId, { views, likes: 1 }]));
    },
  },
});

let app: TestApp;
let api: Client;
let accounts: { accountId: string; provider: string; platform: string }[];
const clock = new TestClock();
beforeAll(async () => {
  app = await startApp({}, [...modules, module, sandbox], {}, clock);
  ({ api } = await app.account(0));
  ({ accounts } = (await api("GET", "/social/accounts")).body);
});
afterAll(() => app.stop());

const idOf = (provider: string, platform: string) =>
  accounts.find((one) => one.provider === provider && one.platform === platform)!.accountId;
async function publish(accountId: string): Promise<string> {
  const body = { videoUrl: VIDEO, accountIds: [accountId], mode: "now", content: crypto.randomUUID() };
  const { postId } = (await api("POST", "/social/posts", body)).body;
  await until(api, postId);
  return postId;
}
const metrics = async (id: string, client = api) => (await client("GET", `/social/posts/${id}/metrics`)).body;

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
  expect((await api("GET", `${path}&groupBy=account`)).body.groups[0].key).toBe(account);
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

test("the sandbox makes figures up and says so", async () => {
  const id = await publish(idOf("sandbox", "youtube"));
  await clock.advance(30 * HOUR);
  const { targets } = await metrics(id);
  expect(targets[0]).toMatchObject({ metrics: "available", simulated: true });
  expect(targets[0].views).toBeGreaterThan(10);
  expect(targets[0].likes).toBeLessThan(targets[0].views);
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
