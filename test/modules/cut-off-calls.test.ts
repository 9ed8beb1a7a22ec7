/** Calls whose process died between what they made and their answer, sent again under their Idempotency-Key. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { modules } from "#modules/index";
import { type Client, startApp, type TestApp } from "#test/app";
import { fakeImages } from "#test/engines";
import { accountsBy, recorder, VIDEO } from "#test/modules/social-fake";

const DAY_MS = 86_400_000;
let app: TestApp;
let api: Client;
let tiktok: string;
beforeAll(async () => {
  app = await startApp({}, [...modules, fakeImages({}), recorder().module]);
  ({ api } = await app.account(1000));
  ({ tiktok } = (await accountsBy(api)) as { tiktok: string });
});
afterAll(() => app.stop());

/** As a process leaves it that died before it answered, half a minute later. */
const cutOff = (key: string) =>
  app.vireo.db
    .updateTable("idempotency")
    .set({ status: null, headers: null, body: null, locked_until: new Date(0) })
    .where("key", "like", `% ${key}`)
    .execute();
/** The key was used so long ago that it may be used for something else. */
const forgotten = (key: string) => app.vireo.db.deleteFrom("idempotency").where("key", "like", `% ${key}`).execute();

const post = (key: string, fields: object = {}) =>
  api(
    "POST",
    "/social/posts",
    {
      ...{ videoUrl: VIDEO, accountIds: [tiktok], tiktokPrivacyLevel: "SELF_ONLY", mode: "draft" },
      ...{ content: key, allowDuplicate: true, ...fields },
    },
    { "idempotency-key": key },
  );
const posts = async (content: string) =>
  (await app.vireo.db.selectFrom("social_posts").select("id").where("content", "=", content).execute()).length;

test("a post is made once, and answered", async () => {
  const first = await post("once");
  await cutOff("once");
  const second = await post("once");
  expect([second.status, second.body.postId]).toEqual([201, first.body.postId]);
  expect(second.headers.get("idempotency-replayed")).toBeNull();
  expect(await posts("once")).toBe(1);
  expect((await post("once")).headers.get("idempotency-replayed")).toBe("true");
});

test("a post that refuses duplicates is no duplicate of itself", async () => {
  const first = await post("alone", { allowDuplicate: false });
  await cutOff("alone");
  expect(await post("alone", { allowDuplicate: false })).toMatchObject({
    status: 201,
    body: { postId: first.body.postId },
  });
});

test("a post whose time has come meanwhile is answered, not refused as too late", async () => {
  const scheduledFor = Date.now() + 1_000;
  const first = await post("due", { mode: "schedule", scheduledFor });
  await cutOff("due");
  while (Date.now() <= scheduledFor) await Bun.sleep(50);
  const second = await post("due", { mode: "schedule", scheduledFor });
  expect([second.status, second.body.postId]).toEqual([201, first.body.postId]);
});

test("a day later the key may make another post", async () => {
  const first = await post("daily");
  await forgotten("daily");
  const created_at = new Date(Date.now() - DAY_MS - 1_000);
  await app.vireo.db.updateTable("social_posts").set({ created_at }).where("content", "=", "daily").execute();
  const second = await post("daily");
  expect([second.status, second.body.postId === first.body.postId]).toEqual([201, false]);
});

test("a generation is made and charged once; a day later the key may make another one", async () => {
  const make = () => api("POST", "/images/generate", { prompt: "a" }, { "idempotency-key": "image" });
  const first = await make();
  await cutOff("image");
  const second = await make();
  expect([second.status, second.body.imageId]).toEqual([202, first.body.imageId]);
  expect(second.body.newBalance).toBe(first.body.newBalance);
  await forgotten("image");
  const created_at = new Date(Date.now() - DAY_MS - 1_000);
  await app.vireo.db
    .updateTable("generations")
    .set({ created_at })
    .where("idempotency_key", "like", "% image %")
    .execute();
  const third = await make();
  expect(third.body.imageId).not.toBe(first.body.imageId);
  expect(third.body.newBalance).toBe(first.body.newBalance - 6);
});

test("credits are granted once; a day later the key may grant again", async () => {
  const { accountId } = await app.account(0);
  const grant = () => app.api("POST", "/credits/grants", { accountId, amount: 50 }, { "idempotency-key": "gift" });
  expect((await grant()).body.balance).toBe(50);
  await cutOff("gift");
  expect(await grant()).toMatchObject({ status: 201, body: { balance: 50 } });
  await forgotten("gift");
  const created_at = new Date(Date.now() - DAY_MS - 1_000);
  await app.vireo.db
    .updateTable("credit_transactions")
    .set({ created_at })
    .where("account_id", "=", accountId)
    .execute();
  expect((await grant()).body.balance).toBe(100);
});
