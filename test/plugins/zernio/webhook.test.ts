import { beforeEach, expect, test } from "bun:test";
import { createHmac } from "node:crypto";
import { type Hint, webhookRoutes } from "#plugins/zernio/webhook";

const SECRET = "a secret of webhooks";
const TARGET = "01939a6e-0000-7000-8000-000000000001";

let hints: Hint[];
let routes: ReturnType<typeof webhookRoutes>;
let fault: Error | undefined;
beforeEach(() => {
  hints = [];
  fault = undefined;
  routes = webhookRoutes({
    secret: SECRET,
    async hint(one) {
      if (fault) throw fault;
      hints.push(one);
    },
  });
});

const event = (id: string, more: object = {}) =>
  JSON.stringify({
    id,
    event: "post.platform.published",
    post: { id: "p1", status: "published", metadata: { targetId: TARGET }, ...more },
    timestamp: new Date().toISOString(),
  });
const sign = (body: string, secret = SECRET) => createHmac("sha256", secret).update(body).digest("hex");
const deliver = async (body: string, headers: Record<string, string> = { "x-zernio-signature": sign(body) }) => {
  const request = new Request("http://localhost/", { method: "POST", body, headers });
  return (await routes.handle(request)).status;
};

test("a signed event says where to look", async () => {
  expect(await deliver(event("e1"))).toBe(204);
  expect(hints).toEqual([{ event: "post.platform.published", targetId: TARGET }]);
});

test("the older name of the signature counts too", async () => {
  const body = event("e1");
  expect(await deliver(body, { "x-late-signature": sign(body) })).toBe(204);
  expect(hints).toHaveLength(1);
});

test("an event that comes twice is looked after once, whatever its header says", async () => {
  const body = event("e1");
  const headers = { "x-zernio-signature": sign(body), "x-zernio-event-id": "another" };
  expect([await deliver(body), await deliver(body), await deliver(body, headers)]).toEqual([204, 204, 204]);
  expect(hints).toHaveLength(1);
});

test("an event that could not be looked after is, when it comes again", async () => {
  fault = new Error("no database");
  expect(await deliver(event("e1"))).toBe(500);
  fault = undefined;
  expect(await deliver(event("e1"))).toBe(204);
  expect(hints).toHaveLength(1);
});

test.each([
  ["with another secret", (body: string) => ({ "x-zernio-signature": sign(body, "another secret") })],
  ["for another body", () => ({ "x-zernio-signature": sign(event("e2")) })],
  ["that is cut short", (body: string) => ({ "x-zernio-signature": sign(body).slice(0, 32) })],
  ["that is empty", () => ({ "x-zernio-signature": "" })],
  ["that is missing", () => ({})],
])("an event is refused with a signature %s", async (_, headers) => {
  const body = event("e1");
  expect(await deliver(body, headers(body) as Record<string, string>)).not.toBe(204);
  expect(hints).toEqual([]);
});

test("an event of any other shape is taken and left alone", async () => {
  expect(await deliver(event("e1", { metadata: { targetId: "x' or 1=1" } }))).toBe(204);
  expect(await deliver("[]")).toBe(204);
  expect(hints).toEqual([{ event: "post.platform.published" }]);
});

test("a body beyond the limit is refused unread", async () => {
  const body = event("e1", { content: "x".repeat(300_000) });
  expect(await deliver(body)).not.toBe(204);
  expect(hints).toEqual([]);
});
