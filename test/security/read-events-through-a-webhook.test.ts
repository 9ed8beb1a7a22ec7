/** The holder of a key that may read nothing has a webhook send what it may not read, or looks into the log of deliveries. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { newUuid } from "#core/ids";
import { disableOrphans } from "#modules/webhooks/orphans";
import type { Client } from "#test/app";
import { join } from "#test/modules/people-client";
import { startReceiver, startWebhookApp, type WebhookApp } from "#test/modules/webhooks-receiver";
import { until } from "#test/until";
import { expectNoLeak, expectRefusal, PRIVATE } from "./target";

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

/** An account with keys of its own. */
async function open() {
  const { accountId, api } = await app.account();
  const createKey = async (scopes: string[], more: object = {}) => {
    const { body } = await app.api("POST", "/keys", { name: "limited", accountId, scopes, ...more });
    return { keyId: body.keyId as string, api: app.as(body.key) };
  };
  const say = async (type: string, text = PRIVATE) => {
    await app.emit(accountId, type, { text });
    await app.published(accountId);
  };
  return { accountId, api, createKey, say };
}

async function subscribe(api: Client, events: string[]) {
  const name = newUuid();
  const { status, body } = await api("POST", "/webhooks", { url: receiver.url(name), events });
  expect(status).toBe(201);
  return { path: `/webhooks/${body.webhookId}`, types: () => receiver.at(name).map((message) => message.body.type) };
}

test("403 for events that the key may not read: named, by subject, or all when it may read none", async () => {
  const { createKey } = await open();
  const { api } = await createKey(["webhooks:manage"]);
  const { api: reader } = await createKey(["webhooks:manage", "media:read"]);
  for (const events of [["*"], ["video.*"], ["image.completed"]]) {
    expectRefusal(await api("POST", "/webhooks", { url: "https://example.com/h", events }), 403);
  }
  for (const events of [["post.published"], ["video.*", "post.*"]]) {
    expectRefusal(await reader("POST", "/webhooks", { url: "https://example.com/h", events }), 403);
  }
  const { path } = await subscribe(reader, ["video.*"]);
  expectRefusal(await reader("PATCH", path, { events: ["post.*"] }), 403);
});

test("a webhook of all events receives those that its key may read", async () => {
  const { createKey, say } = await open();
  const { api } = await createKey(["webhooks:manage", "media:read"]);
  const { types } = await subscribe(api, ["*"]);
  await say("post.published");
  await say("video.completed");
  await until(() => types().length > 0);
  await say("video.failed");
  await until(() => types().length > 1);
  expect(types().sort()).toEqual(["video.completed", "video.failed"]);
});

test("a stronger key's webhook cannot be turned to another address, nor its secret be had", async () => {
  const { api: owner, createKey, say } = await open();
  const { path, types } = await subscribe(owner, ["*"]);
  const { api } = await createKey(["webhooks:manage", "media:read"]);
  for (const change of [{ url: "https://evil.example/h" }, { events: ["video.*"] }, { description: "mine" }]) {
    expectRefusal(await api("PATCH", path, change), 403);
  }
  expectRefusal(await api("POST", `${path}/rotate-secret`), 403);
  await say("post.published");
  await until(() => types().length > 0);
});

test("deliveries of events that the key may not read are not there", async () => {
  const { api: owner, createKey, say } = await open();
  const { path } = await subscribe(owner, ["*"]);
  await say("post.published");
  await say("video.completed", "no secret");
  const all = (await owner("GET", `${path}/deliveries`)).body.deliveries as { type: string; deliveryId: string }[];
  expect(all.map(({ type }) => type).sort()).toEqual(["post.published", "video.completed"]);
  const post = all.find(({ type }) => type === "post.published")!;
  const { api } = await createKey(["webhooks:manage", "media:read"]);
  const listed = await api("GET", `${path}/deliveries`);
  expect(listed.body.deliveries).toMatchObject([{ type: "video.completed" }]);
  expect(listed.body.pagination.total).toBe(1);
  expectRefusal(await api("GET", `${path}/deliveries/${post.deliveryId}`), 404);
  expectRefusal(await api("POST", `${path}/deliveries/${post.deliveryId}/redeliver`), 404);
  const { api: blind } = await createKey(["webhooks:manage"]);
  expectNoLeak(await blind("GET", `${path}/deliveries`));
  expect((await blind("POST", `${path}/test`)).status).toBe(202);
});

test("a key that is narrowed or expires takes it from its webhook, at once", async () => {
  const { api: owner, createKey, say } = await open();
  const { keyId, api } = await createKey(["webhooks:manage", "media:read"]);
  const { path, types } = await subscribe(api, ["video.*"]);
  const other = await subscribe(owner, ["video.*"]);
  await owner("PATCH", `/keys/${keyId}`, { scopes: ["webhooks:manage"] });
  await say("video.completed");
  await until(() => other.types().length > 0);
  expect((await owner("GET", `${path}/deliveries`)).body.deliveries).toEqual([]);
  expect(types()).toEqual([]);
});

test("a message that waits for its next try is not sent once the key is revoked", async () => {
  const { accountId, api: owner, createKey } = await open();
  const { keyId, api } = await createKey(["webhooks:manage", "media:read"]);
  const name = newUuid();
  let failing = true;
  const url = receiver.url(name, () => new Response("", { status: failing ? 503 : 200 }));
  const { body: webhook } = await api("POST", "/webhooks", { url, events: ["video.*"] });
  await app.vireo.db.updateTable("api_keys").set({ revoked_at: new Date() }).where("id", "=", keyId).execute();
  failing = false;
  const [{ id: webhookId }] = (await app.vireo.db
    .selectFrom("webhooks")
    .select("id")
    .where("account_id", "=", accountId)
    .execute()) as [{ id: string }];
  await app.vireo.db
    .insertInto("webhook_deliveries")
    .values({ id: newUuid(), webhook_id: webhookId, type: "video.completed", body: JSON.stringify({ text: PRIVATE }) })
    .execute();
  await app.vireo.db.transaction().execute((trx) => app.context.work.wake(trx, "webhooks.deliver"));
  const refused = () =>
    owner("GET", `/webhooks/${webhook.webhookId}/deliveries?status=failed`).then(({ body }) => body.deliveries[0]);
  expect((await until(refused)).error).toContain("may no longer read");
  expect(receiver.at(name)).toEqual([]);
});

test("the webhook of a revoked key is disabled, says why, and is taken over by who enables it", async () => {
  const { api: owner, createKey, say } = await open();
  const { keyId, api } = await createKey(["webhooks:manage", "media:read"]);
  const { path, types } = await subscribe(api, ["video.*"]);
  await owner("DELETE", `/keys/${keyId}`);
  await disableOrphans(app.vireo.db);
  const { body } = await owner("GET", path);
  expect([body.status, body.disabledReason]).toEqual(["disabled", expect.stringContaining("revoked or has expired")]);
  const { api: blind } = await createKey(["webhooks:manage"]);
  expectRefusal(await blind("PATCH", path, { status: "enabled" }), 403);
  expect((await owner("PATCH", path, { status: "enabled" })).body.status).toBe("enabled");
  await say("video.completed");
  await until(() => types().length > 0);
});

test("webhooks of a removed person are disabled with their keys", async () => {
  const { accountId, api: owner } = await open();
  const { browser, me } = await join(app, { accountId });
  const own = await subscribe((...call) => browser.call(call[0], call[1], call[2]), ["*"]);
  const { body: key } = await browser.call("POST", "/keys", { name: "theirs" });
  const byKey = await subscribe(app.as(key.key), ["*"]);
  await app.api("DELETE", `/people/${me.personId}`);
  for (const { path } of [own, byKey]) expect((await owner("GET", path)).body.status).toBe("disabled");
});
