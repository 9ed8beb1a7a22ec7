/** Posts become due on a clock that the tests move. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { sql } from "kysely";
import { modules } from "#modules/index";
import { TestClock } from "#sdk/testing/clock";
import { type Client, startApp, type TestApp } from "#test/app";
import { accountsBy, recorder, until, VIDEO } from "#test/modules/social-fake";

const HOUR = 3_600_000;
const clock = new TestClock();
const { module, record } = recorder();

let app: TestApp;
let api: Client;
let accountId: string;
beforeAll(async () => {
  app = await startApp({}, [...modules, module], {}, clock);
  ({ api } = await app.account(0));
  accountId = (await accountsBy(api)).youtube;
});
afterAll(() => app.stop());

const schedule = async (content: string, scheduledFor = clock.now() + HOUR) => {
  const fields = { videoUrl: VIDEO, accountIds: [accountId], mode: "schedule" };
  const { status, body } = await api("POST", "/social/posts", { ...fields, content, scheduledFor });
  expect(status).toBe(201);
  return body.postId as string;
};
const getStatus = async (postId: string) => (await api("GET", `/social/posts/${postId}`)).body.status;
const getEvents = async (postId: string) => {
  const rows = await app.vireo.db.selectFrom("events").selectAll().orderBy("id").execute();
  return rows.filter(({ data }) => (data as { postId?: string }).postId === postId).map(({ type }) => type);
};

test("a post that was moved, cancelled or not yet due is not published; a due one is", async () => {
  const due = await schedule("due");
  const moved = await schedule("moved");
  const cancelled = await schedule("cancelled");
  const ended = await schedule("ended");
  await api("PATCH", `/social/posts/${moved}`, { scheduledFor: clock.now() + 5 * HOUR });
  await api("DELETE", `/social/posts/${cancelled}`);
  await sql`update social_posts set status = 'cancelled' where content = 'ended'`.execute(app.vireo.db);

  await clock.advance(HOUR - 60_000);
  expect(record.calls).toHaveLength(0);
  expect(await getStatus(due)).toBe("scheduled");

  await clock.advance(120_000);
  expect((await until(api, due)).status).toBe("published");
  expect(record.calls.map(({ content }) => content)).toEqual(["due"]);
  expect(await getStatus(moved)).toBe("scheduled");
  expect(await getStatus(cancelled)).toBe("cancelled");
  expect(await getStatus(ended)).toBe("cancelled");
  expect(await getEvents(due)).toEqual(["post.scheduled", "post.published"]);
});

test("a moved post is published at its new time", async () => {
  const moved = await schedule("later");
  await api("PATCH", `/social/posts/${moved}`, { scheduledFor: clock.now() + 8 * HOUR });
  await clock.advance(2 * HOUR);
  expect(record.callsFor("later")).toBe(0);
  await clock.advance(6 * HOUR);
  expect((await until(api, moved)).status).toBe("published");
});
