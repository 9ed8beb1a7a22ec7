import { afterAll, beforeAll, expect, test } from "bun:test";
import { modules } from "#modules/index";
import { type Client, startApp, type TestApp } from "#test/app";
import { endless } from "#test/engines";
import { accountsBy, recorder, until, VIDEO } from "#test/modules/social-fake";

const { module } = recorder();
const DAY = 86_400_000;
/** Midnight in UTC, some days from now. */
const base = Math.ceil(Date.now() / DAY) * DAY + 3 * DAY;
const dateOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

let app: TestApp;
let api: Client;
let stranger: Client;
let ids: Awaited<ReturnType<typeof accountsBy>>;
let made = 0;

async function post(fields: object): Promise<string> {
  const { status, body } = await api("POST", "/social/posts", {
    videoUrl: VIDEO,
    accountIds: [ids.instagram],
    mode: "schedule",
    content: `Caption ${++made}`,
    ...fields,
  });
  expect({ status, body }).toMatchObject({ status: 201 });
  return body.postId;
}

beforeAll(async () => {
  app = await startApp({}, [...modules, endless, module]);
  ({ api } = await app.account(0));
  ({ api: stranger } = await app.account(0));
  ids = await accountsBy(api);
  // Not in the order of time, and one just before midnight in UTC.
  for (const hour of [9, 1, 23.5, 5, 13]) await post({ scheduledFor: base + hour * 3_600_000, title: `at ${hour}` });
  await post({ scheduledFor: base + DAY, accountIds: [ids.youtube], title: "tube" });
  const cancelled = await post({ scheduledFor: base + DAY + 1 });
  await api("DELETE", `/social/posts/${cancelled}`);
  await post({ mode: "draft", scheduledFor: base + DAY + 2, title: "timed draft" });
  await post({ mode: "draft", title: "no time" });
});
afterAll(() => app.stop());

const read = async (query: object, client = api) => {
  const { status, body } = await client("GET", `/social/calendar?${new URLSearchParams(query as never)}`);
  expect({ status, body }).toMatchObject({ status: 200 });
  return {
    total: body.total,
    days: body.days.map((day: { date: string; total: number; posts: { title?: string }[] }) => [
      day.date,
      day.total,
      day.posts.map(({ title }) => title),
    ]),
  };
};
const range = { from: String(base), to: String(base + 2 * DAY) };

test("each day has its number of posts, and the first of them in the order of time", async () => {
  expect(await read({ ...range, perDay: "2" })).toEqual({
    total: 7,
    days: [
      [dateOf(base), 5, ["at 1", "at 5"]],
      [dateOf(base + DAY), 2, ["tube", "timed draft"]],
    ],
  });
});

test("the days are those of the time zone", async () => {
  const { days } = await read({ ...range, timezone: "Europe/Berlin", perDay: "9" });
  expect(days).toEqual([
    [dateOf(base), 4, ["at 1", "at 5", "at 9", "at 13"]],
    [dateOf(base + DAY), 3, ["at 23.5", "tube", "timed draft"]],
  ]);
});

test("filters leave the others out; cancelled posts and drafts without a time come when they are asked for", async () => {
  expect((await read({ ...range, platform: "youtube" })).total).toBe(1);
  expect((await read({ ...range, accountId: ids.instagram })).total).toBe(6);
  expect((await read({ ...range, status: "cancelled" })).total).toBe(1);
  const today = { from: String(Date.now() - DAY), to: String(Date.now() + DAY) };
  expect((await read(today)).total).toBe(0);
  expect((await read({ ...today, status: "draft" })).days[0]).toMatchObject([expect.any(String), 1, ["no time"]]);
});

test("posts of others are not in it", async () => {
  expect(await read(range, stranger)).toEqual({ total: 0, days: [] });
});

test.each([
  ["the end is missing", { from: "0" }, "to"],
  ["the end lies before the beginning", { from: "10", to: "10" }, "to"],
  ["nobody knows the time zone", { ...range, timezone: "Europe/Atlantis" }, "timezone"],
  ["it would be too much", { from: "0", to: String(31 * DAY), perDay: "33" }, "perDay"],
])("400 when %s", async (_, query, field) => {
  const { status, body } = await api("GET", `/social/calendar?${new URLSearchParams(query as never)}`);
  expect({ status, fields: Object.keys(body.errors) }).toEqual({ status: 400, fields: [field] });
});

test("a post published early belongs to the day it was published", async () => {
  const { api } = await app.account(0);
  const { instagram } = await accountsBy(api);
  const planned = { from: String(base), to: String(base + DAY) };
  const today = { from: String(Date.now() - DAY), to: String(Date.now() + DAY) };
  const { body } = await api("POST", "/social/posts", {
    videoUrl: VIDEO,
    accountIds: [instagram],
    mode: "schedule",
    scheduledFor: base + DAY / 2,
    content: "Early",
    title: "early",
  });
  expect(await read(planned, api)).toMatchObject({ total: 1 });
  await api("POST", `/social/posts/${body.postId}/publish`);
  await until(api, body.postId);
  expect(await read(planned, api)).toMatchObject({ total: 0 });
  expect(await read(today, api)).toMatchObject({ total: 1 });
  const list = await api("GET", `/social/posts?${new URLSearchParams(today)}`);
  expect(list.body.posts).toMatchObject([{ postId: body.postId, status: "published" }]);
});
