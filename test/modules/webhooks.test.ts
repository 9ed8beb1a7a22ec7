import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { newUuid } from "#core/ids";
import { startWebhookApp, type WebhookApp } from "#test/modules/webhooks-receiver";

let app: WebhookApp;
beforeAll(async () => {
  app = await startWebhookApp();
});
afterAll(() => app.stop());

const HOOK = { url: "https://203.0.114.1/hook", events: ["video.*", "credits.low"] };

test("a webhook shows its secret once, and is pinned to the latest version unless asked otherwise", async () => {
  const { api } = await app.account();
  const { status, body, headers } = await api("POST", "/webhooks", { ...HOOK, description: "mine" });
  expect(status).toBe(201);
  expect(headers.get("location")).toBe(`/api/v1/webhooks/${body.webhookId}`);
  const { secret, ...shown } = body;
  expect(Buffer.from(secret.replace(/^whsec_/, ""), "base64")).toHaveLength(32);
  expect(shown).toMatchObject({ ...HOOK, description: "mine", apiVersion: "2026-03-06", status: "enabled" });

  const read = await api("GET", `/webhooks/${body.webhookId}`);
  expect(read.body).toEqual(shown);
  const list = await api("GET", "/webhooks");
  expect(list.body).toEqual({
    webhooks: [shown],
    pagination: { total: 1, page: 1, pageSize: 20, hasMore: false },
  });
  const { body: old } = await api("POST", "/webhooks", { ...HOOK, apiVersion: "2025-11-10" });
  expect(old.apiVersion).toBe("2025-11-10");
});

test("400 for an address in a private network, an unknown event, or a field that is not known", async () => {
  const { api } = await app.account();
  const cases: [object, string, string][] = [
    [{ ...HOOK, url: "http://10.0.0.1/hook" }, "unsafe_url", "url"],
    [{ ...HOOK, url: "http://localhost/hook" }, "unsafe_url", "url"],
    [{ ...HOOK, url: "ftp://203.0.114.1/" }, "unsafe_url", "url"],
    [{ ...HOOK, events: ["video.exploded"] }, "validation_error", "events.0"],
    [{ ...HOOK, events: [] }, "validation_error", "events"],
    [{ ...HOOK, apiVersion: "2020-01-01" }, "validation_error", "apiVersion"],
    [{ ...HOOK, colour: "red" }, "validation_error", "colour"],
    [{ url: HOOK.url }, "validation_error", "events"],
  ];
  for (const [body, kind, field] of cases) {
    const answer = await api("POST", "/webhooks", body);
    expect([field, answer.status, answer.body.type?.split("/").at(-1)]).toEqual([field, 400, kind]);
    expect(Object.keys(answer.body.errors)).toContain(field);
  }
  const { body } = await api("POST", "/webhooks", HOOK);
  expect((await api("PATCH", `/webhooks/${body.webhookId}`, { url: "http://10.0.0.1/" })).status).toBe(400);
  expect((await api("PATCH", `/webhooks/${body.webhookId}`, {})).status).toBe(400);
});

test("a change changes only what is sent; a deleted webhook is gone", async () => {
  const { api } = await app.account();
  const { body } = await api("POST", "/webhooks", { ...HOOK, description: "mine" });
  const path = `/webhooks/${body.webhookId}`;
  const { body: changed } = await api("PATCH", path, { events: ["*"], status: "disabled" });
  expect(changed).toMatchObject({ url: HOOK.url, description: "mine", events: ["*"], status: "disabled" });
  expect((await api("PATCH", path, { apiVersion: "2025-11-10" })).body).toMatchObject({
    apiVersion: "2025-11-10",
    status: "disabled",
  });
  expect((await api("DELETE", path)).status).toBe(204);
  expect((await api("GET", path)).status).toBe(404);
});

test("an account has twenty webhooks at most, however many are asked for at once", async () => {
  const { api } = await app.account();
  const answers = await Promise.all(Array.from({ length: 23 }, () => api("POST", "/webhooks", HOOK)));
  const statuses = answers.map(({ status }) => status).sort();
  expect(statuses).toEqual([...Array(20).fill(201), ...Array(3).fill(409)]);
});

test("a disabled webhook is sent nothing: tests and redeliveries are 409 until it is enabled", async () => {
  const { api } = await app.account();
  const { body } = await api("POST", "/webhooks", HOOK);
  await api("PATCH", `/webhooks/${body.webhookId}`, { status: "disabled" });
  expect((await api("POST", `/webhooks/${body.webhookId}/test`)).status).toBe(409);
});

describe("another's webhook", () => {
  test("404 on every route; a key without the scope gets 403", async () => {
    const owner = await app.account();
    const { body: hook } = await owner.api("POST", "/webhooks", HOOK);
    const { body: delivery } = await owner.api("POST", `/webhooks/${hook.webhookId}/test`);
    const one = `/webhooks/${hook.webhookId}`;
    const routes: [string, string, object?][] = [
      ["GET", one],
      ["PATCH", one, { events: ["*"] }],
      ["DELETE", one],
      ["POST", `${one}/test`],
      ["POST", `${one}/rotate-secret`],
      ["GET", `${one}/deliveries`],
      ["GET", `${one}/deliveries/${delivery.deliveryId}`],
      ["POST", `${one}/deliveries/${delivery.deliveryId}/redeliver`],
    ];
    const stranger = await app.account();
    const { body: own } = await stranger.api("POST", "/webhooks", HOOK);
    const scopeless = await app.account(0, { scopes: ["media:*"] });
    for (const [method, path, body] of routes) {
      expect([method, path, (await stranger.api(method, path, body)).status]).toEqual([method, path, 404]);
      expect([method, path, (await scopeless.api(method, path, body)).status]).toEqual([method, path, 403]);
    }
    // Their delivery is not found below one's own webhook either.
    const crossed = `/webhooks/${own.webhookId}/deliveries/${delivery.deliveryId}`;
    expect((await stranger.api("GET", crossed)).status).toBe(404);
    expect((await stranger.api("POST", `${crossed}/redeliver`)).status).toBe(404);
    expect((await owner.api("GET", one)).status).toBe(200);
  });

  test("ids that are none at all are 404", async () => {
    for (const id of ["x", "whk_x", "vid_01kaga5jfdf6zvzt77r8jr6b4e", crypto.randomUUID()]) {
      expect((await app.api("GET", `/webhooks/${id}`)).status).toBe(404);
    }
    const { body } = await app.api("POST", "/webhooks", HOOK);
    // The last one says that it was made in the year 10889.
    for (const id of ["x", crypto.randomUUID(), newUuid(), "ffffffff-ffff-7fff-bfff-ffffffffffff"])
      expect([id, (await app.api("GET", `/webhooks/${body.webhookId}/deliveries/${id}`)).status]).toEqual([id, 404]);
  });
});
