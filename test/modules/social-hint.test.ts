import { afterAll, beforeAll, expect, test } from "bun:test";
import { Elysia } from "elysia";
import { defineModule } from "#core/module";
import { modules } from "#modules/index";
import { startApp, type TestApp } from "#test/app";
import { accountsBy, recorder, VIDEO } from "#test/modules/social-fake";
import { until } from "#test/until";

const HOUR = 3_600_000;
const { module, record } = recorder({ read: async () => ({ state: "published", platformPostId: "later" }) });
record.outcomes.slow = async () => ({ state: "pending", task: "t-1", readAfterMs: HOUR });

/** What a vendor's webhook receiver does: it passes on whose target the event speaks of. */
const receiver = defineModule({
  name: "receiver",
  uses: ["social"],
  start: ({ services }) => ({
    open: new Elysia().post("/:id", async ({ params, set }) => {
      await services.social?.readSoon(params.id);
      set.status = 204;
    }),
  }),
});

let app: TestApp;
beforeAll(async () => {
  app = await startApp({}, [...modules, module, receiver]);
});
afterAll(() => app.stop());

test("a webhook has its target read at once, hours before its time; an unknown one does nothing", async () => {
  const ids = await accountsBy(app.api);
  const { body: post, status } = await app.api("POST", "/social/posts", {
    videoUrl: VIDEO,
    accountIds: [ids.tiktok],
    mode: "now",
    content: "slow",
  });
  expect([status, post]).toMatchObject([201, { status: "publishing" }]);
  const { db } = app.vireo;
  const target = () => db.selectFrom("social_targets").selectAll().executeTakeFirstOrThrow();
  await until(async () => (await target()).task !== null);
  expect(await target()).toMatchObject({ status: "publishing", task: "t-1" });

  const hint = (id: string) => app.as(undefined)("POST", `/open/receiver/${id}`);
  expect((await hint("nobody")).status).toBe(204);
  expect((await hint((await target()).id)).status).toBe(204);
  await until(async () => (await target()).status === "published");
  expect((await app.api("GET", `/social/posts/${post.postId}`)).body).toMatchObject({
    status: "published",
    targets: [{ platformPostId: "later" }],
  });
  expect(record.callsFor("slow")).toBe(1);
});
