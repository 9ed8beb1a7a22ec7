import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { EngineError } from "#core/engine";
import { createVendor, Unread, type VendorOptions } from "#core/vendor";

const KEY = "secret-key-123";
let requests = 0;
let answer: RequestListener;
const server = createServer((request, response) => {
  requests++;
  answer(request, response);
}).listen(0, "127.0.0.1");
await new Promise((resolve) => server.once("listening", resolve));
const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
afterAll(() => void server.close());
beforeEach(() => {
  requests = 0;
});

const vendor = (more: Partial<VendorOptions> = {}) =>
  createVendor({
    title: "Vendor",
    baseUrl,
    headers: { authorization: KEY },
    secrets: [KEY],
    keyName: "VENDOR_KEY",
    ...more,
  });
const { signal } = new AbortController();
const says =
  (status: number, body: unknown, headers: Record<string, string> = {}): RequestListener =>
  (_request, response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  };
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "answered",
    (error) => (error instanceof EngineError || error instanceof Unread ? error.code : Promise.reject(error)),
  );

describe("a call that makes something", () => {
  test.each([
    [400, "provider_rejected"],
    [401, "provider_unauthorized"],
    [402, "provider_out_of_credit"],
    [403, "provider_unauthorized"],
    [404, "provider_model_retired"],
    [422, "provider_rejected"],
    [500, "provider_error"],
    [503, "provider_error"],
    [504, "outcome_unknown"],
  ])("%i is %s, and is not sent again", async (status, code) => {
    answer = says(status, { error: { message: "because" } });
    expect(await codeOf(vendor().create("/make", { signal, json: {} }))).toBe(code);
    expect(requests).toBe(1);
  });

  test.each<[string, RequestListener]>([
    ["reset before the answer", (request) => request.socket.destroy()],
    [
      "reset half-way through the answer",
      (_request, response) => {
        response.writeHead(200, { "content-length": "100" });
        response.write("{");
        setTimeout(() => response.destroy(), 20);
      },
    ],
    ["silence", () => {}],
    ["HTML instead of JSON", says(200, "<html>busy</html>")],
  ])("%s is an unknown outcome, and is not sent again", async (_name, fault) => {
    answer = fault;
    expect(await codeOf(vendor().create("/make", { signal, json: {}, timeoutMs: 300 }))).toBe("outcome_unknown");
    expect(requests).toBe(1);
  });

  test("a 429 made nothing: it is sent again when the vendor says", async () => {
    answer = (request, response) =>
      requests === 1
        ? says(429, {}, { "retry-after": "0.05" })(request, response)
        : says(200, { id: 1 })(request, response);
    expect((await vendor().create("/make", { signal, json: {} })).json).toEqual({ id: 1 });
    expect(requests).toBe(2);
  });

  test("a 429 that goes on, or asks for too long a wait, ends it", async () => {
    answer = says(429, {}, { "retry-after": "0" });
    expect(await codeOf(vendor().create("/make", { signal, json: {} }))).toBe("provider_rate_limited");
    expect(requests).toBe(4);
    answer = says(429, {}, { "retry-after": "3600" });
    expect(await codeOf(vendor().create("/make", { signal, json: {} }))).toBe("provider_rate_limited");
    expect(requests).toBe(5);
  });

  test("nobody there: tried again, then unavailable", async () => {
    const gone = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => gone.once("listening", resolve));
    const { port } = gone.address() as AddressInfo;
    await new Promise((resolve) => gone.close(resolve));
    const away = vendor({ baseUrl: `http://127.0.0.1:${port}` });
    expect(await codeOf(away.create("/make", { signal, json: {} }))).toBe("provider_unavailable");
  }, 20_000);

  test("is paced", async () => {
    answer = says(200, {});
    const paced = vendor({ creates: { calls: 2, perMs: 300 } });
    const began = Date.now();
    const at: number[] = [];
    await Promise.all(
      [1, 2, 3, 4, 5].map(() => paced.create("/make", { signal, json: {} }).then(() => at.push(Date.now() - began))),
    );
    expect(at.filter((ms) => ms < 295).length).toBe(2);
    expect(at.filter((ms) => ms < 595).length).toBe(4);
  });
});

test("the key shows up in no message", async () => {
  answer = says(400, { message: `bad key ${KEY}` });
  const error = await vendor()
    .create("/make", { signal, json: {} })
    .catch((thrown) => thrown);
  expect(error.message).toContain("bad key");
  expect(error.message).not.toContain(KEY);
});

test("a vendor that fails five times in a row is left alone", async () => {
  answer = says(500, {});
  const tired = vendor();
  for (let i = 0; i < 5; i++) await codeOf(tired.read("/task", { signal }));
  expect(requests).toBe(5);
  expect(await codeOf(tired.read("/task", { signal }))).toBe("provider_unavailable");
  expect(await codeOf(tired.create("/make", { signal, json: {} }))).toBe("provider_unavailable");
  expect(requests).toBe(5);
});

test("a read that is cut off from this side throws the reason", async () => {
  answer = () => {};
  const cut = new AbortController();
  const work = vendor().read("/task", { signal: cut.signal });
  setTimeout(() => cut.abort(new Error("enough")), 50);
  await expect(work).rejects.toThrow("enough");
});

test("a read without a life cycle around it is tried three times", async () => {
  answer = (request, response) => says(requests < 3 ? 500 : 200, { ok: true })(request, response);
  expect((await vendor().fetch("/list", { signal })).json).toEqual({ ok: true });
  expect(requests).toBe(3);
  answer = says(401, {});
  expect(await codeOf(vendor().fetch("/list", { signal }))).toBe("provider_unauthorized");
});
