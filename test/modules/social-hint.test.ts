import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { Elysia } from "elysia";
import { defineModule } from "#core/module";
import { modules } from "#modules/index";
import { startApp, type TestApp } from "#test/app";
import { accountsBy, recorder, VIDEO } from "#test/modules/social-fake";
import { until } from "#test/until";

const HOUR = 3_600_000;
/** The address of the post, once the platform has given it. */
let address: string | undefined;
let reads = 0;
const { module, record } = recorder({
  async read(task) {
    reads++;
    if (task === "t-1") return { state: "published", platformPostId: "later" };
    return { state: "published", ...(address ? { platformPostUrl: address } : { task }) };
  },
});
record.outcomes.slow = async () => ({ state: "pending", task: "t-1", readAfterMs: HOUR });
record.outcomes.addressless = async () => ({ state: "published", platformPostId: "7", task: "t-2" });

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
    tiktokPrivacyLevel: "SELF_ONLY",
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

describe("a published post whose address is missing", () => {
  async function publish() {
    address = undefined;
    const ids = await accountsBy(app.api);
    const { body } = await app.api("POST", "/social/posts", {
      ...{ videoUrl: VIDEO, accountIds: [ids.tiktok], mode: "now", content: "addressless", allowDuplicate: true },
      tiktokPrivacyLevel: "SELF_ONLY",
    });
    const view = async () => (await app.api("GET", `/social/posts/${body.postId}`)).body;
    await until(async () => (await view()).status === "published");
    const { id } = await app.vireo.db
      .selectFrom("social_targets")
      .select("id")
      .orderBy("id", "desc")
      .executeTakeFirstOrThrow();
    const row = () =>
      app.vireo.db.selectFrom("social_targets").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
    return { view, row, id };
  }
  const minutesUntil = (date: Date | null) => Math.round((date!.getTime() - Date.now()) / 60_000);

  test("is read after 1, 5 and 15 minutes, and stays published without one", async () => {
    const { view, row, id } = await publish();
    const { publishedAt } = await view();
    for (const [at, minutes] of [1, 4, 10].entries()) {
      await until(async () => (await row()).reads === at);
      const { next_read_at, status } = await row();
      expect([status, minutesUntil(next_read_at)]).toEqual(["published", minutes]);
      await app.vireo.db.updateTable("social_targets").set({ next_read_at: new Date() }).where("id", "=", id).execute();
    }
    await until(async () => (await row()).reads === 3);
    expect((await row()).next_read_at).toBeNull();
    expect(await view()).toMatchObject({ status: "published", publishedAt, targets: [{ platformPostId: "7" }] });
    // The provider's webhook, whenever it comes.
    address = "https://www.tiktok.com/@shop/video/7";
    expect((await app.as(undefined)("POST", `/open/receiver/${id}`)).status).toBe(204);
    await until(async () => (await row()).platform_post_url);
    expect(await view()).toMatchObject({ publishedAt, targets: [{ platformPostUrl: address, status: "published" }] });
    expect((await row()).next_read_at).toBeNull();
  });

  test("a webhook has it read at once; a later one changes nothing", async () => {
    const { row, id } = await publish();
    address = "https://www.tiktok.com/@shop/video/8";
    await app.as(undefined)("POST", `/open/receiver/${id}`);
    await until(async () => (await row()).platform_post_url);
    const before = reads;
    await app.as(undefined)("POST", `/open/receiver/${id}`);
    expect((await row()).next_read_at).toBeNull();
    expect([reads, record.callsFor("addressless")]).toEqual([before, 2]);
  });
});
