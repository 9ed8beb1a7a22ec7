/** What receivers see, of servers that behave and of those that do not. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { sql } from "kysely";
import { newUuid, toPublicId } from "#core/ids";
import {
  type Received,
  startReceiver,
  startWebhookApp,
  verify,
  type WebhookApp,
} from "#test/modules/webhooks-receiver";
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

type Behaviour = Parameters<ReturnType<typeof startReceiver>["url"]>[1];

/** An account with one webhook at an address of its own. */
async function subscribe(behaviour?: Behaviour, fields: object = {}) {
  const account = await app.account();
  const name = newUuid();
  const url = receiver.url(name, behaviour);
  const { body: webhook, status } = await account.api("POST", "/webhooks", { url, events: ["*"], ...fields });
  expect(status).toBe(201);
  const path = `/webhooks/${webhook.webhookId}`;
  return {
    ...account,
    webhook,
    path,
    got: () => receiver.at(name),
    first: () => until(() => receiver.at(name)[0]),
    /** The only delivery, once it has that status. */
    delivery: (status: string) =>
      until(async () => (await account.api("GET", `${path}/deliveries?status=${status}`)).body.deliveries[0]),
    read: async () => (await account.api("GET", path)).body,
  };
}

test("an event arrives signed, at those of its account who asked for its type", async () => {
  const mine = await subscribe(undefined, { events: ["video.*"] });
  const others = await subscribe();
  const { body: second } = await mine.api("POST", "/webhooks", {
    url: receiver.url(`${mine.accountId}-second`),
    events: ["credits.low"],
  });
  await app.emit(mine.accountId, "video.failed", { videoId: "vid_1", failCode: "x", prompt: "Grüße 🎬" });
  await app.emit(mine.accountId, "credits.low", { balance: 1, threshold: 50 });
  const message = await mine.first();
  expect(verify(mine.webhook.secret, message)).toEqual({
    type: "video.failed",
    timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    accountId: mine.accountId,
    apiVersion: "2026-03-06",
    data: { videoId: "vid_1", failCode: "x", prompt: "Grüße 🎬" },
  });
  expect(message.headers["content-type"]).toBe("application/json");
  const delivery = await mine.delivery("delivered");
  expect(delivery).toMatchObject({
    deliveryId: message.headers["webhook-id"],
    type: "video.failed",
    attempts: 1,
    statusCode: 200,
    responseBody: "thanks",
  });
  const other = await until(() => receiver.at(`${mine.accountId}-second`)[0]);
  expect(verify(second.secret, other)).toMatchObject({ type: "credits.low" });
  expect(() => verify(mine.webhook.secret, other)).toThrow();
  expect([mine.got().length, others.got().length]).toEqual([1, 0]);
  const { body: whole } = await mine.api("GET", `${mine.path}/deliveries/${delivery.deliveryId}`);
  expect(whole.payload).toEqual(message.body);
});

test("the data has the shape of the version that the webhook is pinned to", async () => {
  const mine = await subscribe(undefined, { apiVersion: "2025-11-10" });
  const id = newUuid();
  const video = { videoId: toPublicId("vid", id), url: "https://x/1.mp4" };
  const data = { ...video, versions: [{ ...video, version: 1 }] };
  await app.emit(mine.accountId, "video.completed", data);
  const { body } = await mine.first();
  expect(body.apiVersion).toBe("2025-11-10");
  const old = { id, taskId: id, resultUrl: "https://x/1.mp4" };
  expect(body.data).toEqual({ ...old, versions: [{ ...old, version: 1 }] });
});

test("the data of an image's event is what GET /images/{imageId} shows", async () => {
  const mine = await subscribe(undefined, { events: ["image.*"] });
  const { context } = app;
  const row = await context.db
    .insertInto("generations")
    .values({
      id: newUuid(),
      account_id: mine.accountId,
      kind: "image",
      status: "completed",
      engine: "x",
      model: "x",
      prompt: "x",
      request: { aspectRatio: "1:1" },
      files: {},
      facts: {},
      credits: 6,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const kind = context.generations.kinds.get("image");
  await app.emit(mine.accountId, "image.completed", kind?.present(row) ?? {});
  const { body } = await mine.api("GET", `/images/${row.id}`);
  expect((await mine.first()).body.data).toEqual(body);
});

describe("a server that misbehaves", () => {
  test("500, then 200: it is tried again with the same id and body", async () => {
    const mine = await subscribe((_, count) => new Response("oops", { status: count === 1 ? 500 : 200 }));
    await app.emit(mine.accountId, "video.completed");
    expect(await mine.delivery("delivered")).toMatchObject({ attempts: 2, statusCode: 200 });
    const [one, two] = mine.got() as [Received, Received];
    expect([two.headers["webhook-id"], two.text]).toEqual([one.headers["webhook-id"] ?? "", one.text]);
    for (const message of [one, two]) verify(mine.webhook.secret, message);
    expect(await mine.read()).not.toHaveProperty("failingSince");
  });

  test("500 for ever: it is given up after the last retry; redelivering begins anew", async () => {
    let broken = true;
    const mine = await subscribe(() => new Response("a\0b", { status: broken ? 503 : 204 }));
    await app.emit(mine.accountId, "video.completed");
    const failed = await mine.delivery("failed");
    expect(failed).toMatchObject({ attempts: 4, statusCode: 503, error: expect.stringContaining("503") });
    expect(failed).not.toHaveProperty("nextAttemptAt");
    expect(await mine.read()).toMatchObject({ status: "enabled", failingSince: expect.any(Number) });

    broken = false;
    const again = await mine.api("POST", `${mine.path}/deliveries/${failed.deliveryId}/redeliver`);
    expect([again.status, again.body.status, again.body.deliveryId]).toEqual([202, "pending", failed.deliveryId]);
    expect(await mine.delivery("delivered")).toMatchObject({ attempts: 5, statusCode: 204 });
    expect(new Set(mine.got().map(({ headers }) => headers["webhook-id"]))).toEqual(new Set([failed.deliveryId]));
    expect(await mine.read()).not.toHaveProperty("failingSince");
  });

  test("410: it is disabled with the reason, and what waits for it fails", async () => {
    const mine = await subscribe(() => new Response(null, { status: 410 }));
    await app.emit(mine.accountId, "video.completed");
    expect(await mine.delivery("failed")).toMatchObject({ attempts: 1, statusCode: 410 });
    expect(await mine.read()).toMatchObject({ status: "disabled", disabledReason: expect.stringContaining("410") });
    await app.emit(mine.accountId, "video.completed");
    await app.published(mine.accountId);
    const { body } = await mine.api("PATCH", mine.path, { status: "enabled" });
    expect(body).not.toHaveProperty("disabledReason");
    expect(mine.got()).toHaveLength(1);
  });

  test("no answer in time is a failure, and tried again", async () => {
    const mine = await subscribe((_, count) => (count === 1 ? new Promise<never>(() => {}) : new Response()));
    await app.emit(mine.accountId, "video.completed");
    expect(await mine.delivery("delivered")).toMatchObject({ attempts: 2 });
  });

  test("a redirect is not followed, least of all inside", async () => {
    const inside = receiver.url("inside");
    const mine = await subscribe(() => Response.redirect(inside, 307));
    await app.emit(mine.accountId, "video.completed");
    expect(await mine.delivery("failed")).toMatchObject({
      statusCode: 307,
      error: expect.stringContaining("redirect"),
    });
    expect(receiver.at("inside")).toHaveLength(0);
  });

  test("a 200 whose body drips or is huge is a success; a kilobyte of it is kept", async () => {
    const huge = "x".repeat(1024 * 1024);
    const bodies = [
      () => new ReadableStream({ pull: (to) => Bun.sleep(50).then(() => to.enqueue(Buffer.from("drip"))) }),
      () => huge,
    ];
    for (const body of bodies) {
      const mine = await subscribe(() => new Response(body()));
      await app.emit(mine.accountId, "video.completed");
      const { attempts, responseBody = "" } = await mine.delivery("delivered");
      expect(attempts).toBe(1);
      expect(responseBody.length).toBeLessThanOrEqual(1024);
    }
  });

  test("nothing but failures for days disables it, with the reason", async () => {
    const mine = await subscribe(() => new Response(null, { status: 500 }));
    const days = (count: number) => new Date(Date.now() - count * 86_400_000);
    const since = (at: Date) =>
      app.vireo.db
        .updateTable("webhooks")
        .set({ failing_since: at })
        .where("account_id", "=", mine.accountId)
        .execute();
    await since(days(4));
    await mine.api("POST", `${mine.path}/test`);
    await mine.delivery("failed");
    expect(await mine.read()).toMatchObject({ status: "enabled" });
    await since(days(6));
    await mine.api("POST", `${mine.path}/test`);
    await until(async () => (await mine.read()).status === "disabled");
    expect((await mine.read()).disabledReason).toContain("5 days");
  });

  test("a slow one holds up nobody else", async () => {
    const release = Promise.withResolvers<Response>();
    const slow = await subscribe(() => release.promise.then(() => new Response()));
    const quick = await subscribe();
    for (let i = 0; i < 20; i++) await app.emit(slow.accountId, "video.completed");
    await slow.first();
    await app.emit(quick.accountId, "video.completed");
    await quick.first();
    const { body } = await slow.api("GET", `${slow.path}/deliveries?status=delivered`);
    expect(body.pagination.total).toBe(0);
    release.resolve(new Response());
  });
});

test("disabling fails what waits; it can be sent again once the webhook is enabled", async () => {
  const mine = await subscribe();
  await mine.api("POST", `${mine.path}/test`);
  const { deliveryId } = await mine.delivery("delivered");
  const later = { status: "pending", next_attempt_at: new Date(Date.now() + 3_600_000) } as const;
  await app.vireo.db
    .updateTable("webhook_deliveries")
    .set(later)
    .where("body", "like", `%${mine.accountId}%`)
    .execute();
  await mine.api("PATCH", mine.path, { status: "disabled" });
  expect(await mine.delivery("failed")).toMatchObject({ deliveryId, error: "The webhook was disabled." });
  const redeliver = () => mine.api("POST", `${mine.path}/deliveries/${deliveryId}/redeliver`);
  expect((await redeliver()).status).toBe(409);
  await app.emit(mine.accountId, "video.completed");
  await app.published(mine.accountId);
  await mine.api("PATCH", mine.path, { status: "enabled" });
  expect((await redeliver()).status).toBe(202);
  expect(await mine.delivery("delivered")).toMatchObject({ deliveryId, attempts: 2 });
});

test("a delivery is found and sent again without a look into the days of others", async () => {
  const mine = await subscribe();
  const { body } = await mine.api("POST", `${mine.path}/test`);
  await mine.delivery("delivered");
  const { db } = app.vireo;
  const path = `${mine.path}/deliveries/${body.deliveryId}`;
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ day: string }>`select max(inhrelid::regclass::text) as day from pg_inherits
      where inhparent = 'webhook_deliveries'::regclass and inhrelid::regclass::text ~ '[0-9]$'`.execute(trx);
    await sql`lock table ${sql.table(rows[0]!.day)} in access exclusive mode`.execute(trx);
    for (const [method, url] of [["GET", path] as const, ["POST", `${path}/redeliver`] as const]) {
      const request = mine.api(method, url).then(({ status }) => status);
      // The delivery itself may wait for the locked day once it is due; the request may not.
      const first = await Promise.race([request, Bun.sleep(5000).then(() => "blocked")]);
      expect([method, first]).toEqual([method, method === "GET" ? 200 : 202]);
    }
  });
  await mine.delivery("delivered");
});

test("a test message is sent once, whatever comes of it", async () => {
  const mine = await subscribe(() => new Response(null, { status: 500 }), { events: ["post.*"] });
  const { status, body, headers } = await mine.api("POST", `${mine.path}/test`);
  expect([status, body.type, body.status]).toEqual([202, "webhook.test", "pending"]);
  expect(headers.get("location")).toBe(`/api/v1${mine.path}/deliveries/${body.deliveryId}`);
  expect(await mine.delivery("failed")).toMatchObject({ attempts: 1 });
  expect(verify(mine.webhook.secret, await mine.first())).toMatchObject({ type: "webhook.test" });
  expect(mine.got()).toHaveLength(1);
});

test("a test message of any event type is a sample, in the webhook's version, marked as a test", async () => {
  const mine = await subscribe();
  await mine.api("PATCH", mine.path, { apiVersion: "2025-11-10" });
  // Administrators alone hear of backups.
  const types = app.context.events.types.filter((type) => !type.startsWith("backup."));
  for (const type of types) {
    expect((await mine.api("POST", `${mine.path}/test`, { type })).status).toBe(202);
  }
  await until(() => mine.got().length === types.length);
  const messages = mine.got().map((message) => verify(mine.webhook.secret, message) as Record<string, unknown>);
  expect(messages.map(({ type }) => type).sort()).toEqual([...types].sort());
  for (const message of messages) expect(message).toMatchObject({ test: true, apiVersion: "2025-11-10" });
  const music = messages.find(({ type }) => type === "music.failed");
  expect(music?.data).toMatchObject({ status: "failed", taskId: expect.any(String) });
});

test("400 for a sample of an unknown type, 403 for one that the caller may not read", async () => {
  const mine = await subscribe();
  expect((await mine.api("POST", `${mine.path}/test`, { type: "video.unknown" })).status).toBe(400);
  const { body } = await mine.api("POST", "/keys", { name: "hooks", scopes: ["webhooks:manage"] });
  const refused = await app.as(body.key)("POST", `${mine.path}/test`, { type: "video.completed" });
  expect([refused.status, mine.got().length]).toEqual([403, 0]);
});

test("after a rotation both secrets verify for a day, then the new one alone", async () => {
  const mine = await subscribe();
  const { body: rotated } = await mine.api("POST", `${mine.path}/rotate-secret`);
  expect(rotated.secret).not.toBe(mine.webhook.secret);
  expect(rotated.oldSecretUntil).toBeGreaterThan(Date.now() + 23 * 3_600_000);
  await app.emit(mine.accountId, "video.completed");
  const message = await mine.first();
  expect(message.headers["webhook-signature"]?.split(" ")).toHaveLength(2);
  for (const secret of [mine.webhook.secret, rotated.secret]) verify(secret, message);

  const expired = [{ secret: mine.webhook.secret, until: Date.now() - 1 }];
  await app.vireo.db
    .updateTable("webhooks")
    .set({ old_secrets: expired })
    .where("account_id", "=", mine.accountId)
    .execute();
  await app.emit(mine.accountId, "video.completed");
  const later = await until(() => mine.got()[1]);
  verify(rotated.secret, later);
  expect(() => verify(mine.webhook.secret, later)).toThrow();
});
