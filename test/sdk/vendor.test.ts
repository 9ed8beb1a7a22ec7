import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { EngineError } from "#core/engine";
import { createVendor, RetryLater, type VendorOptions } from "#sdk/vendor/client";

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
    (result) => (result instanceof RetryLater ? result.code : "answered"),
    (error) => (error instanceof EngineError ? error.code : Promise.reject(error)),
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
    expect(await codeOf(vendor().create("/make", { signal, json: {}, timeoutMs: 2000 }))).toBe("outcome_unknown");
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

  test("a 429 whose body says how long to wait is believed, after the header", async () => {
    const patient = vendor({ getRetryAfterMs: (json) => (json as { waitMs?: number }).waitMs });
    answer = says(429, { waitMs: 3_600_000 });
    expect(await codeOf(patient.create("/make", { signal, json: {} }))).toBe("provider_rate_limited");
    expect(requests).toBe(1);
    answer = says(429, { waitMs: 3_600_000 }, { "retry-after": "0" });
    expect(await codeOf(patient.create("/make", { signal, json: {} }))).toBe("provider_rate_limited");
    expect(requests).toBe(5);
    expect(await patient.read("/task", { signal })).toMatchObject({ unsent: false, retryAfterMs: 0 });
  });

  test("a file comes as its bytes; an error, or JSON that comes instead, is still read", async () => {
    const file = { signal, json: {}, file: true } as const;
    const told: (string | undefined)[] = [];
    answer = (request, response) => {
      told.push(request.headers.accept);
      response.writeHead(200, { "content-type": "audio/wav" });
      response.end(Buffer.from([0xff, 0x00, 0xfe]));
    };
    const { bytes, json, text } = await vendor().create("/make", file);
    expect([[...(bytes ?? [])], json, text, told]).toEqual([[0xff, 0x00, 0xfe], undefined, "", ["*/*"]]);
    answer = says(200, { error: { message: "because" } });
    expect(vendor().errorMessage(await vendor().create("/make", file))).toBe("because");
    answer = says(400, { error: { message: "because" } });
    expect(await codeOf(vendor().create("/make", file))).toBe("provider_rejected");
  });

  test("nobody there: tried again, then unavailable", async () => {
    const gone = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => gone.once("listening", resolve));
    const { port } = gone.address() as AddressInfo;
    await new Promise((resolve) => gone.close(resolve));
    const away = vendor({ baseUrl: `http://127.0.0.1:${port}` });
    expect(await codeOf(away.create("/make", { signal, json: {} }))).toBe("provider_unavailable");
  });

  test("is paced", async () => {
    answer = says(200, {});
    const paced = vendor({ createRate: { calls: 2, perMs: 300 } });
    const began = Date.now();
    const at: number[] = [];
    await Promise.all(
      [1, 2, 3, 4, 5].map(() => paced.create("/make", { signal, json: {} }).then(() => at.push(Date.now() - began))),
    );
    expect(at.filter((ms) => ms < 295).length).toBe(2);
    expect(at.filter((ms) => ms < 595).length).toBe(4);
  });
});

describe("a vendor that answers 200 to everything", () => {
  const told = () =>
    vendor({
      getStatus: (json) => (json as { code?: number } | undefined)?.code,
      codes: { 455: "provider_unavailable", 501: "provider_error" },
    });

  test.each([
    [402, "provider_out_of_credit"],
    [422, "provider_rejected"],
    [455, "provider_unavailable"],
    [501, "provider_error"],
  ])("is judged by its body when it makes something: %i is %s", async (code, expected) => {
    answer = says(200, { code, msg: "because" });
    const error = await told()
      .create("/make", { signal, json: {} })
      .catch((thrown) => thrown);
    expect(error).toMatchObject({ code: expected, message: expect.stringContaining("because") });
    expect(requests).toBe(1);
  });

  test("a 429 in the body is waited for like any other", async () => {
    answer = (request, response) => says(200, { code: requests === 1 ? 429 : 200 })(request, response);
    expect((await told().create("/make", { signal, json: {} })).status).toBe(200);
    expect(requests).toBe(2);
  });

  test("what certainly made nothing is read again, what ends a task is not", async () => {
    answer = says(200, { code: 455 });
    expect(await codeOf(told().read("/task", { signal }))).toBe("provider_unavailable");
    answer = says(200, { code: 501 });
    expect(await told().read("/task", { signal })).toMatchObject({ status: 501 });
  });

  test("what it says of one task is no reason to leave it alone", async () => {
    answer = says(200, { code: 501 });
    const steady = told();
    for (let i = 0; i < 7; i++) await codeOf(steady.create("/make", { signal, json: {} }));
    expect(requests).toBe(7);
  });
});

test("a check may tell more of the answer", async () => {
  answer = says(200, { data: 5 });
  const more = (json: unknown) => ({ ok: false, detail: `only ${(json as { data: number }).data} left` });
  expect(await vendor().check("/credit")).toEqual({ ok: true, detail: "Vendor accepts the key" });
  expect(await vendor().check("/credit", more)).toEqual({ ok: false, detail: "only 5 left" });
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
