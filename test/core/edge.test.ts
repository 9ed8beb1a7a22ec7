import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { kernelErrors } from "#core/request/errors";
import { modules } from "#modules/index";
import { ADMIN, startApp, type TestApp } from "#test/app";
import { fakeImages } from "#test/engines";

const admin = { authorization: `Bearer ${ADMIN}` };
let app: TestApp;
beforeAll(async () => {
  app = await startApp({}, [...modules, fakeImages({})]);
});
afterAll(() => app.stop());

describe("keys", () => {
  test("401 with WWW-Authenticate when the key is missing", async () => {
    const { status, headers, body } = await app.as(undefined)("GET", "/music");
    expect(status).toBe(401);
    expect(headers.get("www-authenticate")).toContain("Bearer");
    expect(headers.get("content-type")).toBe("application/problem+json");
    expect(body).toMatchObject({ status: 401, title: kernelErrors.unauthorized?.title });
    expect(body.type).toEndWith("/errors/unauthorized");
    expect(body.instance).toEndWith(headers.get("x-request-id") ?? "?");
  });

  test("401 when the key is wrong, even with a broken body", async () => {
    expect((await app.as("vireo_wrong")("POST", "/music/generate", "{broken")).status).toBe(401);
  });

  test("the scheme is case-insensitive; keys in the query or under another scheme are refused", async () => {
    const { key } = await app.account();
    const status = async (authorization: string | undefined, path = "/music") =>
      (await app.as(undefined)("GET", path, undefined, authorization ? { authorization } : {})).status;
    expect(await status(`bearer ${key}`)).toBe(200);
    expect(await status(`BEARER  ${key}`)).toBe(200);
    expect(await status(`Basic ${key}`)).toBe(401);
    expect(await status(key)).toBe(401);
    expect(await status(undefined, `/music?access_token=${key}`)).toBe(401);
  });

  test("401 on unknown paths below the base path, so that nothing can be probed without a key", async () => {
    expect((await app.as(undefined)("GET", "/nothing-here")).status).toBe(401);
  });

  test("a key has the documented form: vireo_, 30 digits, CRC32 of what is before", async () => {
    const { key } = await app.account();
    expect(key).toMatch(/^vireo_[0-9A-Za-z]{36}$/);
    const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    const crc = [...key.slice(36)].reduce((sum, digit) => sum * 62 + alphabet.indexOf(digit), 0);
    expect(crc).toBe(Bun.hash.crc32(key.slice(0, 36)));
  });

  test("401 at once after a key is revoked, rotated or expired", async () => {
    const { api, as } = app;
    const { body: revoked } = await api("POST", "/keys", { name: "a" });
    expect((await as(revoked.key)("GET", "/credits")).status).toBe(200);
    expect((await api("DELETE", `/keys/${revoked.keyId}`)).status).toBe(204);
    expect((await as(revoked.key)("GET", "/credits")).status).toBe(401);

    const { body: old } = await api("POST", "/keys", { name: "b" });
    expect((await as(old.key)("GET", "/credits")).status).toBe(200);
    const { body: rotated } = await api("POST", `/keys/${old.keyId}/rotate`);
    expect((await as(old.key)("GET", "/credits")).status).toBe(401);
    expect((await as(rotated.key)("GET", "/credits")).status).toBe(200);

    const expiresAt = Date.now() + 1000;
    const { body: brief } = await api("POST", "/keys", { name: "c", expiresAt });
    const { status } = await as(brief.key)("GET", "/credits");
    // On a slow machine, the key may have expired meanwhile.
    if (Date.now() < expiresAt) expect(status).toBe(200);
    await Bun.sleep(expiresAt + 50 - Date.now());
    expect((await as(brief.key)("GET", "/credits")).status).toBe(401);
  });

  test("403 names the scope that is missing, before the body is looked at", async () => {
    const { api } = await app.account(100, { scopes: ["media:read"] });
    const { status, body } = await api("POST", "/music/generate", { nonsense: true });
    expect(status).toBe(403);
    expect(body.type).toEndWith("/insufficient_scope");
    expect(body.detail).toContain("media:write");
    expect((await api("GET", "/music")).status).toBe(200);
  });

  test("403 when a key asks for a scope that its maker lacks, or touches a stronger key", async () => {
    const { api } = await app.account(0, { scopes: ["keys:manage", "credits:read"] });
    expect((await api("POST", "/keys", { name: "x", scopes: ["media:*"] })).status).toBe(403);
    const { body: own } = await api("POST", "/keys", { name: "x" });
    expect(own.scopes).toEqual(["credits:read", "keys:manage"]);
    const { body: keys } = await app.api("GET", "/keys");
    const { body: weak } = await app.api("POST", "/keys", { name: "weak", scopes: ["keys:manage"] });
    const admin = keys.keys.find((key: { scopes: string[] }) => key.scopes.includes("admin"));
    const weakly = app.as(weak.key);
    expect((await weakly("POST", `/keys/${admin.keyId}/rotate`)).status).toBe(403);
    expect((await weakly("PATCH", `/keys/${admin.keyId}`, { name: "mine" })).status).toBe(403);
    expect((await weakly("DELETE", `/keys/${admin.keyId}`)).status).toBe(403);
  });
});

describe("versions", () => {
  test("the header wins over the key's pin, the pin over the latest", async () => {
    const { api } = await app.account(0, { apiVersion: "2025-11-10" });
    const used = async (client = api, headers = {}) =>
      (await client("GET", "/credits", undefined, headers)).headers.get("service-version");
    expect(await used()).toBe("2025-11-10");
    expect(await used(api, { "service-version": "2026-03-06" })).toBe("2026-03-06");
    expect(await used(app.api)).toBe("2026-03-06");
  });

  test.each(["2026-1-1", "latest", "2026-03-07", ""])(
    "400 invalid_version for %p, with the header on the answer",
    async (version) => {
      const { status, body, headers } = await app.api("GET", "/credits", undefined, { "service-version": version });
      expect(status).toBe(400);
      expect(body.type).toEndWith("/invalid_version");
      expect(headers.get("service-version")).toBe("2026-03-06");
    },
  );

  test("the versions are listed without a key", async () => {
    const { status, body } = await app.as(undefined)("GET", "/versions");
    expect(status).toBe(200);
    expect(body.versions.map((one: { version: string }) => one.version)).toEqual(["2026-03-06", "2025-11-10"]);
  });
});

describe("errors", () => {
  test("400 names each field: missing, unknown, out of range", async () => {
    const { status, body } = await app.api("POST", "/images/generate", {
      model: 8,
      aspectRatio: "2:1",
      colour: "red",
    });
    expect(status).toBe(400);
    expect(Object.keys(body.errors).sort()).toEqual(["aspectRatio", "colour", "model", "prompt"]);
    expect(body.errors.prompt).toEqual(["This field is required."]);
    expect(body.errors.aspectRatio[0]).toContain("9:16, 16:9");
  });

  test("400 with a dotted path for items of lists", async () => {
    const { body } = await app.api("POST", "/images/generate", {
      prompt: "x",
      referenceImageUrls: ["https://example.com/a.png", 7],
    });
    expect(Object.keys(body.errors)).toEqual(["referenceImageUrls.1"]);
  });

  test("400 invalid_json for a body that is none", async () => {
    const { status, body } = await app.api("POST", "/music/generate", "{bad");
    expect([status, body.type.split("/").at(-1)]).toEqual([400, "invalid_json"]);
  });

  test.each([["null"], ["[]"], ['"text"'], ["7"], [""]])("400 for a body that is no object: %p", async (body) => {
    expect((await app.api("POST", "/music/generate", body)).status).toBe(400);
  });

  test("400 for text that no database can store", async () => {
    for (const prompt of ["a\0b", "\ud800"]) {
      const { status, body } = await app.api("POST", "/music/generate", JSON.stringify({ prompt }));
      expect(status).toBe(400);
      expect(Object.keys(body.errors)).toEqual(["prompt"]);
    }
  });

  test("lengths count code points: 2000 emoji are a prompt, 2001 are not", async () => {
    const at = (count: number) => app.api("POST", "/images/generate", { prompt: "🎬".repeat(count) });
    expect((await at(2000)).status).toBe(202);
    expect((await at(2001)).status).toBe(400);
  });

  test("405 with Allow where the path exists for other methods", async () => {
    const { status, headers } = await app.api("DELETE", "/music");
    expect(status).toBe(405);
    expect(headers.get("allow")).toBe("GET, HEAD");
  });

  test("404 for paths that do not exist, odd encodings included", async () => {
    for (const path of ["/nothing", "/music/%00", "/music/%zz", "/music/a/b/c", "//", "/music/%F0%9F"]) {
      expect([path, (await app.api("GET", path)).status]).toEqual([path, 404]);
    }
  });

  test("404 for a path without the base path names the right one, whatever the type of the body", async () => {
    const post = async (path: string, body: FormData | string) => {
      const response = await app.vireo.handle(new Request(`http://localhost${path}`, { method: "POST", body }));
      return [response.status, ((await response.json()) as { detail: string }).detail];
    };
    expect(await post("/upload", new FormData())).toEqual([404, expect.stringContaining("/api/v1/upload")]);
    expect(await post("/upload", "{}")).toEqual([404, expect.stringContaining("/api/v1/upload")]);
    expect(await post("/nothing", "{}")).toEqual([404, "Path not found."]);
  });

  test.each(["q=%", "q=%ff", "q=%00", "q=%F0%9F", "q=a%zz&limit=5", "q=%C0%80"])(
    "400 that names the parameter for the query %s, on every kind of route",
    async (query) => {
      for (const path of ["/music", "/images", "/audit-log", "/credits"]) {
        const { status, body } = await app.api("GET", `${path}?${query}`);
        expect([path, status, Object.keys(body.errors)]).toEqual([path, 400, ["q"]]);
      }
      for (const path of ["/health", "/docs", "/errors/not_found"])
        expect([path, (await app.as(undefined)("GET", `${path}?${query}`)).status]).toEqual([path, 400]);
      expect((await app.as(undefined)("GET", `/music?${query}`)).status).toBe(401);
    },
  );

  test("400 for a query whose name is not well-formed, and 200 for any text that is", async () => {
    expect((await app.api("GET", "/music?%ff=1")).body.errors).toHaveProperty("query");
    expect((await app.api("GET", "/music?%")).body.errors).toHaveProperty("query");
    expect((await app.api("GET", "/music?page=%31")).status).toBe(200);
  });

  test("metrics have one path, which proxies refuse", async () => {
    const metrics = (path: string) => app.vireo.handle(new Request(`http://localhost${path}`, { headers: admin }));
    expect((await metrics("/metrics")).status).toBe(200);
    for (const path of ["/metrics/", "/metrics//", "//metrics"]) expect((await metrics(path)).status).toBe(404);
  });

  test("413 for a body over the limit, declared or not", async () => {
    const large = JSON.stringify({ prompt: "x".repeat(1_100_000) });
    expect((await app.api("POST", "/music/generate", large)).status).toBe(413);
    const stream = new Blob([large]).stream();
    const { status, body } = await app.api("POST", "/music/generate", stream);
    expect(status).toBe(413);
    expect(body.type).toEndWith("/payload_too_large");
  });

  test("415 for anything but JSON", async () => {
    expect((await app.api("POST", "/music/generate", "prompt=x", { "content-type": "text/plain" })).status).toBe(415);
  });

  test("415 names Content-Encoding for a compressed body, also of an upload; identity is no compression", async () => {
    const plain = JSON.stringify({ name: "Cup", description: "A cup" });
    const gzip = Bun.gzipSync(plain);
    for (const encoding of ["gzip", "GZIP", "br", "identity, gzip"])
      for (const path of ["/products", "/upload", "/open/upload/token"]) {
        const method = path.startsWith("/open") ? "PUT" : "POST";
        const headers = { "content-type": "application/json", "content-encoding": encoding };
        const { status, body, headers: answer } = await app.api(method, path, gzip, headers);
        expect([path, status, answer.get("accept-encoding")]).toEqual([path, 415, "identity"]);
        expect(body.detail).toStartWith(`Content-Encoding ${encoding} is not supported. Send the body uncompressed`);
      }
    const form = new FormData();
    form.append("file", new Blob([gzip]));
    expect((await app.api("POST", "/upload", form, { "content-encoding": "gzip" })).body.detail).toContain("gzip");
    for (const encoding of ["identity", "Identity", ""])
      expect((await app.api("POST", "/products", plain, { "content-encoding": encoding })).status).toBe(201);
  });

  test("every kind has a page that explains it", async () => {
    for (const kind of Object.keys(kernelErrors)) {
      const { status, body, headers } = await app.as(undefined)("GET", `/errors/${kind}`);
      expect(status).toBe(200);
      expect(body).toContain(kind);
      expect(headers.get("content-security-policy")).toContain("default-src 'none'");
    }
    expect((await app.as(undefined)("GET", "/errors/constructor")).status).toBe(404);
  });

  test("a good X-Request-Id is taken over, a bad one is not", async () => {
    const good = await app.api("GET", "/credits", undefined, { "x-request-id": "abc-123" });
    expect(good.headers.get("x-request-id")).toBe("abc-123");
    const granted = { accountId: (await app.account(0)).accountId, amount: 1 };
    await app.api("POST", "/credits/grants", granted, { "x-request-id": "abc-123" });
    const { entries } = (await app.api("GET", "/audit-log?action=credits.granted")).body;
    expect(entries[0].requestId).toMatch(/^[0-9a-f-]{36}$/);
    const bad = await app.api("GET", "/credits", undefined, { "x-request-id": "a b\tc" });
    expect(bad.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
  });

  test("HEAD answers like GET, without a body", async () => {
    const { status, body } = await app.api("HEAD", "/credits");
    expect([status, body]).toEqual([200, ""]);
  });
});

describe("bodies and parameters", () => {
  const create = (body: string | Uint8Array, type: string) =>
    app.api("POST", "/personas", body, { "content-type": type });

  test.each(["APPLICATION/JSON", "application/json;charset=UTF-8", "application/vnd.api+json"])(
    "JSON may be called %s",
    async (type) => {
      const { status, body } = await create('{"name":"Ana"}', type);
      expect([status, body.name]).toEqual([201, "Ana"]);
    },
  );

  test("400 for a body that is not UTF-8", async () => {
    const latin = Buffer.from('{"name":"Zoë"}', "latin1");
    const { status, body } = await create(new Uint8Array(latin), "application/json");
    expect([status, body.type]).toEqual([400, expect.stringMatching(/invalid_json$/)]);
    expect((await create(new Uint8Array(Buffer.from('{"name":"Zoë"}')), "application/json")).body.name).toBe("Zoë");
  });

  test("400 for a parameter that is sent twice, because one would be ignored", async () => {
    const { status, body } = await app.api("GET", "/images?page=1&pageSize=5&page=2");
    expect([status, Object.keys(body.errors)]).toEqual([400, ["page"]]);
  });

  test("requests with an unknown version count against the rate limit, and show it", async () => {
    const left = async (headers: Record<string, string> = {}) =>
      Number((await app.api("GET", "/credits", undefined, headers)).headers.get("x-ratelimit-remaining"));
    const before = await left();
    expect(await left({ "service-version": "2020-01-01" })).toBe(before - 1);
  });

  test("the list of versions needs no key with a slash at its end either", async () => {
    expect((await app.as(undefined)("GET", "/versions/")).status).toBe(200);
  });
});

describe("idempotency", () => {
  const send = (key: string, body: unknown, path = "/images/generate") =>
    app.api("POST", path, body, { "idempotency-key": key });

  test("the same key replays the answer, and nothing is charged twice", async () => {
    const first = await send("k1", { prompt: "a" });
    const balance = (await app.api("GET", "/credits")).body.balance;
    const second = await send("k1", { prompt: "a" });
    expect(second.status).toBe(202);
    expect(second.body).toEqual(first.body);
    expect(second.headers.get("idempotency-replayed")).toBe("true");
    for (const name of ["location", "x-credits-used", "x-credits-remaining"]) {
      expect(first.headers.get(name)).toBeString();
      expect(second.headers.get(name)).toBe(first.headers.get(name));
    }
    expect((await app.api("GET", "/credits")).body.balance).toBe(balance);
  });

  test("422 when the key comes with another body or route", async () => {
    await send("k2", { prompt: "a" });
    expect((await send("k2", { prompt: "b" })).status).toBe(422);
    expect((await send("k2", { prompt: "a" }, "/music/generate")).status).toBe(422);
  });

  test("of many calls at once one is made; the others are told to wait or get its answer", async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => send("k3", { prompt: "a" })));
    const made = answers.filter((answer) => answer.status === 202);
    expect(new Set(made.map((answer) => answer.body.imageId)).size).toBe(1);
    for (const { status, body } of answers) if (status !== 202) expect(body.type).toEndWith("/idempotency_in_progress");
  });

  test("a refused call may be repeated with the same key after it was put right", async () => {
    expect((await send("k4", {})).status).toBe(400);
    expect((await send("k4", { prompt: "now right" })).status).toBe(202);
  });

  test("400 for a key that is too long", async () => {
    expect((await send("x".repeat(256), { prompt: "a" })).status).toBe(400);
    expect((await send("x".repeat(255), { prompt: "a" })).status).toBe(202);
  });

  test("another account's key is another key", async () => {
    const { api } = await app.account();
    const mine = await send("k5", { prompt: "a" });
    const theirs = await api("POST", "/images/generate", { prompt: "a" }, { "idempotency-key": "k5" });
    expect(theirs.headers.get("idempotency-replayed")).toBeNull();
    expect(theirs.body.imageId).not.toBe(mine.body.imageId);
  });
});
