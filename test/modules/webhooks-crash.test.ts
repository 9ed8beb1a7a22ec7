/** Processes that die at the worst moment, and several that do the same at once: no event is lost, none told twice. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { orderEvents } from "#core/event-order";
import { newUuid } from "#core/ids";
import { connect } from "#db/connect";
import { fanOut } from "#modules/webhooks/fan-out";
import { startReceiver, startWebhookApp, type WebhookApp } from "#test/modules/webhooks-receiver";
import { until } from "#test/until";

let app: WebhookApp;
let receiver: ReturnType<typeof startReceiver>;
beforeAll(async () => {
  receiver = startReceiver();
  app = await startWebhookApp();
});
afterAll(async () => {
  await app.stop();
  await receiver.stop();
});

async function subscribe() {
  const account = await app.account();
  const name = newUuid();
  const { body } = await account.api("POST", "/webhooks", { url: receiver.url(name), events: ["*"] });
  return {
    ...account,
    got: () => receiver.at(name),
    path: `/webhooks/${body.webhookId}`,
    rows: () =>
      app.vireo.db
        .selectFrom("webhook_deliveries as delivery")
        .innerJoin("webhooks", "webhooks.id", "delivery.webhook_id")
        .selectAll("delivery")
        .where("webhooks.account_id", "=", account.accountId)
        .execute(),
  };
}

const silently = (accountId: string, count = 1) =>
  app.vireo.db
    .insertInto("events")
    .values(
      Array.from({ length: count }, (_, at) => ({ account_id: accountId, type: "video.completed", data: { n: at } })),
    )
    .execute();

test("an event whose process died right after the commit is delivered all the same", async () => {
  const mine = await subscribe();
  await silently(mine.accountId);
  await until(() => mine.got()[0]);
  expect(mine.got()).toHaveLength(1);
});

test("a process that dies in the middle of the fan-out leaves nothing behind, and the next does all of it", async () => {
  const mine = await subscribe();
  const work = { wake: () => Promise.reject(new Error("killed")) };
  await silently(mine.accountId);
  // The program itself may have been quicker; then there was nothing left to die of.
  await orderEvents(app.vireo.db, (trx, ordered) => fanOut({ ...app.context, work }, trx, ordered)).catch((error) =>
    expect(error.message).toBe("killed"),
  );
  await until(() => mine.got()[0]);
  expect(await mine.rows()).toHaveLength(1);
});

test("a delivery that nobody announced, or whose process died while sending, is sent by another", async () => {
  const mine = await subscribe();
  await mine.api("POST", `${mine.path}/test`);
  await until(() => mine.got()[0]);
  const webhook_id = (await mine.rows())[0]?.webhook_id ?? "";
  const past = new Date(Date.now() - 60_000);
  const stuck = { webhook_id, type: "video.completed", body: "{}", next_attempt_at: past };
  await app.vireo.db
    .insertInto("webhook_deliveries")
    .values([
      { ...stuck, id: newUuid() },
      { ...stuck, id: newUuid(), attempts: 1, lease_until: past },
    ])
    .execute();
  await until(async () => (await mine.rows()).every((row) => row.status === "delivered"));
  expect(mine.got()).toHaveLength(3);
});

test("many publishers at once: every event gets one place, in one order, and one delivery", async () => {
  const mine = await subscribe();
  await silently(mine.accountId, 250);
  await Promise.all(
    Array.from({ length: 6 }, () => orderEvents(app.vireo.db, (...batch) => fanOut(app.context, ...batch))),
  );
  const events = await app.vireo.db
    .selectFrom("events")
    .select(["id", "seq"])
    .where("account_id", "=", mine.accountId)
    .orderBy("seq")
    .execute();
  expect(events).toHaveLength(250);
  expect(new Set(events.map(({ seq }) => seq)).size).toBe(250);
  expect(events.map(({ id }) => id)).toEqual(events.map(({ id }) => id).toSorted((a, b) => a - b));
  await until(() => mine.got().length >= 250);
  await until(async () => (await mine.rows()).every((row) => row.status === "delivered"));
  expect(
    mine
      .got()
      .map(({ body }) => body.data.n)
      .toSorted((a, b) => a - b),
  ).toEqual(Array.from({ length: 250 }, (_, n) => n));
});

test("an event that commits late is not lost behind a later one that committed first", async () => {
  const mine = await subscribe();
  const { db, events } = app.context;
  const written = Promise.withResolvers<void>();
  const commit = Promise.withResolvers<void>();
  const slow = db.transaction().execute(async (trx) => {
    await events.emit(trx, mine.accountId, "video.completed", { who: "first" });
    written.resolve();
    await commit.promise;
  });
  await written.promise;
  await app.emit(mine.accountId, "video.completed", { who: "second" });
  await until(() => mine.got()[0]);
  commit.resolve();
  await slow;
  await until(() => mine.got()[1]);
  expect(mine.got().map(({ body }) => body.data.who)).toEqual(["second", "first"]);
});

test("a message on its way when the server stops arrives, and is known to have", async () => {
  const stopped = await startWebhookApp({ timeoutMs: 5000 });
  const answer = Promise.withResolvers<void>();
  const url = receiver.url("last", () => answer.promise.then(() => new Response()));
  const { body } = await stopped.api("POST", "/webhooks", { url, events: ["*"] });
  await stopped.api("POST", `/webhooks/${body.webhookId}/test`);
  await until(() => receiver.at("last")[0]);
  const over = stopped.vireo.stop();
  answer.resolve();
  await over;
  const { db, close } = connect(stopped.vireo.config.databaseUrl ?? "");
  const rows = await db.selectFrom("webhook_deliveries").select(["status", "attempts"]).execute();
  await close();
  await stopped.stop();
  expect(rows).toEqual([{ status: "delivered", attempts: 1 }]);
});

test("an event of a transaction that is rolled back is never told", async () => {
  const mine = await subscribe();
  const { db, events } = app.context;
  await db
    .transaction()
    .execute(async (trx) => {
      await events.emit(trx, mine.accountId, "video.completed", { who: "nobody" });
      throw new Error("no");
    })
    .catch(() => {});
  await app.emit(mine.accountId, "video.completed", { who: "somebody" });
  await until(() => mine.got()[0]);
  expect(mine.got().map(({ body }) => body.data.who)).toEqual(["somebody"]);
});
