/** Calls of the client, and the faults that they meet. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { modules } from "#modules/index";
import { createClient, VireoError } from "#sdk/client/index";
import { fakeImages, PIXEL } from "#test/engines";
import { type ClientApp, type Fault, rejection, startServer } from "#test/sdk/client/server";
import { until } from "#test/until";

let app: ClientApp;
beforeAll(async () => {
  app = await startServer([...modules, fakeImages({})], { allowHosts: ["127.0.0.1"] });
});
afterAll(() => app.stop());

const IMAGES = "/api/v1/images";
const imageCount = async (vireo: Awaited<ReturnType<ClientApp["account"]>>["vireo"]) =>
  (await vireo.images.list()).pagination.total;

describe("a call", () => {
  test("takes ids, then its body, and answers with typed JSON; the version is the client's own", async () => {
    const { vireo } = await app.account();
    const made = await vireo.personas.create({ name: "Nora", description: "Dry wit" });
    const changed = await vireo.personas.update(made.id, { name: "Nora B." });
    expect(changed).toMatchObject({ id: made.id, name: "Nora B.", description: "Dry wit" });
    expect(await vireo.personas.get(made.id)).toEqual(changed);
    expect(await vireo.personas.delete(made.id)).toBeUndefined();
    const versions = app.proxy.seen("POST", "/api/v1/personas").map(({ headers }) => headers["service-version"]);
    expect(new Set(versions)).toEqual(new Set(["2026-03-06"]));
  });

  test("keeps ids inside their place of the path", async () => {
    const { vireo } = await app.account();
    const error = await rejection(vireo.personas.get("../keys?x=1#y"));
    expect(error).toMatchObject({ kind: "not_found", status: 404 });
    expect(app.proxy.seen("GET", "/api/v1/personas/..%2Fkeys%3Fx%3D1%23y")).toHaveLength(1);
  });

  test("asks beside /api/v1 where the API does, and knows the address with it or without", async () => {
    for (const baseUrl of [app.origin, `${app.origin}/`, `${app.origin}/api/v1`, `${app.origin}/api/v1/`])
      expect(await createClient({ baseUrl }).health.get()).toMatchObject({ status: "up" });
  });

  test("that has no method is made by its path", async () => {
    const { vireo } = await app.account();
    const answer = await vireo.request<{ videos: unknown[] }>("GET", "/videos", {
      query: { pageSize: 5, status: undefined },
    });
    expect(answer.videos).toEqual([]);
    expect(await vireo.request("POST", "/personas", { body: { name: "x" } })).toMatchObject({ name: "x" });
  });

  test("of a signed-in page sends no key, and says that it comes from there", async () => {
    const page = createClient({ baseUrl: app.proxy.url, credentials: "session" });
    const error = await rejection(page.credits.get());
    expect(error).toMatchObject({ kind: "unauthorized" });
    const [request] = app.proxy.seen("GET", "/api/v1/credits").filter(({ headers }) => headers["x-vireo-dashboard"]);
    expect(request?.headers["x-vireo-dashboard"]).toBe("1");
    expect(request?.headers.authorization).toBeUndefined();
  });
});

describe("an error", () => {
  test("tells its kind, fields and request", async () => {
    const { vireo } = await app.account();
    const error = (await rejection(vireo.images.generate({ prompt: "" }))) as VireoError;
    expect(error).toBeInstanceOf(VireoError);
    expect(error).toMatchObject({ name: "VireoError", kind: "validation_error", status: 400 });
    expect(error.errors.prompt?.[0]).toBeString();
    expect(error.requestId).toMatch(/^[\w-]{36}$/);
    expect(error.message).toContain(error.detail);
    expect(error.message).toContain(String(error.requestId));
  });

  test("keeps what else the server says, such as the price", async () => {
    const { vireo } = await app.account({ credits: 1 });
    const error = (await rejection(vireo.images.generate({ prompt: "a lamp" }))) as VireoError;
    expect([error.kind, error.problem?.required, error.problem?.available]).toEqual(["insufficient_credits", 6, 1]);
  });

  test("of somebody who is not this API says so", async () => {
    const { vireo } = await app.account();
    app.proxy.next("/api/v1/credits", { status: 200, headers: { "content-type": "text/html" }, body: "<p>Sign in" });
    expect(await rejection(vireo.credits.get())).toMatchObject({ kind: "unexpected_answer", status: 200 });
    app.proxy.next("/api/v1/credits", { status: 404, headers: { "content-type": "text/html" }, body: "<p>Nothing" });
    expect(await rejection(vireo.credits.get())).toMatchObject({ kind: "unexpected_answer", status: 404 });
  });

  test("is a network error where nobody listens", async () => {
    const nobody = createClient({ baseUrl: "http://127.0.0.1:1", tries: 1 });
    expect(await rejection(nobody.health.get())).toMatchObject({ kind: "network_error", status: 0 });
  });
});

describe("a fault on the way", () => {
  const busy = { status: 503, headers: { "content-type": "text/plain" }, body: "busy" };
  const gateway = { status: 502, headers: { "content-type": "text/html" }, body: "<p>Bad gateway" };
  const limited = {
    status: 429,
    headers: { "content-type": "application/problem+json", "retry-after": "1" },
    body: JSON.stringify({
      type: "http://x/errors/rate_limit_exceeded",
      title: "",
      status: 429,
      detail: "Slow down.",
      instance: "",
    }),
  };
  const all: [string, Fault][] = [
    ["a connection that breaks", "reset"],
    ["an answer that gets lost", "lost"],
    ["a 503", busy],
    ["a gateway's 502", gateway],
    ["a 429", limited],
  ];

  test.each(all)("%s does a write once, and charges it once", async (_, fault) => {
    const { vireo } = await app.account();
    const before = app.proxy.seen("POST", IMAGES).length;
    app.proxy.next(IMAGES, fault, fault);
    const started = performance.now();
    const made = await vireo.images.generate({ prompt: "a lamp" });
    if (fault === limited) expect(performance.now() - started).toBeGreaterThan(1900);
    expect(made.imageId).toStartWith("img_");
    expect(await imageCount(vireo)).toBe(1);
    expect((await vireo.credits.get()).balance).toBe(994);
    const keys = app.proxy
      .seen("POST", IMAGES)
      .slice(before)
      .map(({ headers }) => headers["idempotency-key"]);
    expect([keys.length, new Set(keys).size]).toEqual([3, 1]);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  });

  test.each(all)("%s is met again by reads", async (_, fault) => {
    const { vireo } = await app.account();
    app.proxy.next("/api/v1/credits", fault);
    expect((await vireo.credits.get()).balance).toBe(1000);
  });

  test("that does not end is told after the third try", async () => {
    const { vireo } = await app.account();
    const before = app.proxy.seen("GET", "/api/v1/credits").length;
    const later = { ...busy, headers: { ...busy.headers, "retry-after": "60" } };
    app.proxy.next("/api/v1/credits", busy, busy, "reset", later);
    expect(await rejection(vireo.credits.get())).toMatchObject({ kind: "network_error" });
    expect(app.proxy.seen("GET", "/api/v1/credits").length - before).toBe(3);
    expect(await rejection(vireo.credits.get({ timeoutMs: 50_000 }))).toMatchObject({ status: 503 });
  });

  test("is not repeated where nobody wants that", async () => {
    const { vireo } = await app.account({ tries: 1 });
    app.proxy.next("/api/v1/credits", "reset");
    expect(await rejection(vireo.credits.get())).toMatchObject({ kind: "network_error" });
  });

  test("is not repeated when waiting would outlast the call", async () => {
    const { vireo } = await app.account();
    app.proxy.next("/api/v1/credits", { ...limited, headers: { ...limited.headers, "retry-after": "30" } });
    const error = await rejection(vireo.credits.get({ timeoutMs: 20_000 }));
    expect(error).toMatchObject({ kind: "rate_limit_exceeded", retryAfter: 30 });
  });

  test("after a DELETE was done is no error", async () => {
    const { vireo } = await app.account();
    const { id } = await vireo.personas.create({ name: "x" });
    app.proxy.next("/api/v1/personas", "lost");
    expect(await vireo.personas.delete(id)).toBeUndefined();
    expect(await rejection(vireo.personas.delete(id))).toMatchObject({ kind: "not_found" });
  });

  test("while the work goes on waits for its answer, and does not do it twice", async () => {
    const { vireo } = await app.account();
    const arrived = Promise.withResolvers<void>();
    let requests = 0;
    const source = Bun.serve({
      hostname: "127.0.0.1",
      port: 0,
      async fetch() {
        requests++;
        await arrived.promise;
        return new Response(PIXEL);
      },
    });
    app.proxy.next("/api/v1/upload", "left");
    const call = vireo.uploads.create({ url: `http://127.0.0.1:${source.port}/dot.png` });
    // The server refuses the repetition as long as the first one runs.
    await until(() => app.proxy.seen("POST", "/api/v1/upload").length >= 2 && requests > 0);
    arrived.resolve();
    expect(await call).toMatchObject({ status: "stored", contentType: "image/png" });
    expect([requests, (await vireo.uploads.list()).pagination.total]).toEqual([1, 1]);
    await source.stop(true);
  });

  test("that the API itself calls final is not repeated", async () => {
    const { vireo } = await app.account();
    const before = app.proxy.seen("POST", IMAGES).length;
    const body = JSON.stringify({ ...JSON.parse(limited.body), type: "http://x/errors/provider_error", status: 502 });
    app.proxy.next(IMAGES, { ...limited, status: 502, headers: { "content-type": "application/problem+json" }, body });
    expect(await rejection(vireo.images.generate({ prompt: "a lamp" }))).toMatchObject({ kind: "provider_error" });
    expect(app.proxy.seen("POST", IMAGES).length - before).toBe(1);
  });

  test("never repeats a form, which has no key", async () => {
    const { vireo } = await app.account();
    const form = new FormData();
    form.set("file", new File([PIXEL], "dot.png", { type: "image/png" }));
    app.proxy.next("/api/v1/upload", "reset");
    expect(await rejection(vireo.uploads.create(form))).toMatchObject({ kind: "network_error" });
    expect(await vireo.uploads.create(form)).toMatchObject({ status: "stored", contentType: "image/png" });
    const forms = app.proxy
      .seen("POST", "/api/v1/upload")
      .filter(({ headers }) => headers["content-type"]?.startsWith("multipart/"));
    expect(forms.map(({ headers }) => headers["idempotency-key"])).toEqual([undefined, undefined]);
  });
});

test("a key of one's own makes two calls one", async () => {
  const { vireo } = await app.account();
  const call = () => vireo.images.generate({ prompt: "a lamp" }, { idempotencyKey: "order 17" });
  expect((await call()).imageId).toBe((await call()).imageId);
  expect(await rejection(vireo.images.generate({ prompt: "another" }, { idempotencyKey: "order 17" }))).toMatchObject({
    kind: "idempotency_key_reuse",
  });
});

describe("a call ends early", () => {
  const silent = () => {
    const server = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => new Promise<Response>(() => {}) });
    return { url: `http://127.0.0.1:${server.port}`, stop: () => server.stop(true) };
  };

  test("with the reason of its signal", async () => {
    const server = silent();
    const stop = new AbortController();
    const call = createClient({ baseUrl: server.url }).health.get({ signal: stop.signal });
    const reason = new Error("The user went away.");
    setTimeout(() => stop.abort(reason), 20);
    expect(await rejection(call)).toBe(reason);
    expect(await rejection(createClient({ baseUrl: server.url }).health.get({ signal: stop.signal }))).toBe(reason);
    await server.stop();
  });

  test("with a timeout", async () => {
    const server = silent();
    const call = createClient({ baseUrl: server.url }).health.get({ timeoutMs: 50 });
    expect(await rejection(call)).toMatchObject({ kind: "timeout", status: 0 });
    await server.stop();
  });
});
