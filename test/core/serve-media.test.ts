import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serveMedia } from "#core/http/serve-media";
import { createLocalStorage } from "#core/storage/local";
import { createS3Storage } from "#core/storage/s3";
import { newStorageKey, type Storage } from "#core/storage/storage";
import { FakeS3 } from "#test/s3";

const content = Array.from({ length: 5000 }, (_, index) => String(index).padStart(4, "0")).join("");
const size = content.length;
const key = newStorageKey("mp4");
const s3 = new FakeS3();
let folder: string;
let storages: Record<"local" | "s3", Storage>;
let server: ReturnType<typeof Bun.serve>;

const answer = async (name: string, request: Request) =>
  (await serveMedia(storages[name as "local"], new URL(request.url).pathname.slice(1), request)) ??
  new Response("none", { status: 404 });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "serve-"));
  storages = { local: await createLocalStorage(folder), s3: createS3Storage(s3.settings) };
  for (const storage of Object.values(storages)) {
    await storage.put(key, new Blob([content]), { contentType: "video/mp4" });
  }
  server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: (request) => answer(request.headers.get("x-storage") ?? "", request),
  });
});
afterAll(async () => {
  s3.stop();
  await server.stop(true);
  await rm(folder, { recursive: true });
});

const ways = ["local", "s3"].flatMap((name) => [
  [
    `${name} storage, through the server`,
    name,
    (path: string, init: RequestInit) =>
      fetch(new URL(path, server.url), { ...init, headers: { ...init.headers, "x-storage": name } }),
  ] as const,
  [
    `${name} storage, called directly`,
    name,
    (path: string, init: RequestInit) => answer(name, new Request(`http://localhost/${path}`, init)),
  ] as const,
]);

describe.each(ways)("from %s", (_title, name, send) => {
  const get = (headers: Record<string, string> = {}, method = "GET") => send(key, { method, headers });
  const tag = async () => (await storages[name as "local"].open(key))!.etag;

  test("a media file comes whole, to be kept for ever and never run", async () => {
    const response = await get();
    expect(response.status).toBe(200);
    expect(await response.text()).toBe(content);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "accept-ranges": "bytes",
      "access-control-allow-origin": "*",
      "access-control-expose-headers": expect.stringContaining("content-range"),
      "cache-control": "public, max-age=31536000, immutable",
      "content-disposition": "inline",
      "content-security-policy": "sandbox; default-src 'none'",
      "content-type": "video/mp4",
      etag: await tag(),
      "x-content-type-options": "nosniff",
    });
    expect(Date.parse(response.headers.get("last-modified") ?? "")).toBeGreaterThan(0);
  });

  test("HEAD tells the size and sends nothing", async () => {
    const response = await get({ range: "bytes=0-1" }, "HEAD");
    expect([response.status, response.headers.get("content-length"), await response.text()]).toEqual([
      200,
      String(size),
      "",
    ]);
  });

  test.each([
    ["bytes=0-0", 0, 0],
    ["bytes=10-19", 10, 19],
    ["bytes=19990-", 19990, size - 1],
    ["bytes=19990-99999999", 19990, size - 1],
    ["bytes=-10", size - 10, size - 1],
    ["bytes=-99999999", 0, size - 1],
    ["BYTES=0-", 0, size - 1],
  ])("%s is a part of it", async (range, start, end) => {
    const response = await get({ range });
    expect(response.status).toBe(206);
    expect(response.headers.get("content-range")).toBe(`bytes ${start}-${end}/${size}`);
    expect(await response.text()).toBe(content.slice(start, end + 1));
  });

  test.each(["bytes=20000-", "bytes=99999999-99999999", "bytes=-0"])("%s lies outside", async (range) => {
    const response = await get({ range });
    expect([response.status, response.headers.get("content-range"), await response.text()]).toEqual([
      416,
      `bytes */${size}`,
      "",
    ]);
  });

  test.each(["bytes=9-5", "bytes=-", "bytes=0-1,5-6", "lines=0-1", "bytes=a-b", "bytes=0-1x"])(
    "%s is set aside",
    async (range) => {
      const response = await get({ range });
      expect([response.status, response.headers.get("content-range")]).toEqual([200, null]);
      expect(await response.text()).toBe(content);
    },
  );

  test("a part is sent only while the file is the one the client knows", async () => {
    const known = await get({ range: "bytes=0-3", "if-range": await tag() });
    expect([known.status, await known.text()]).toEqual([206, "0000"]);
    const other = await get({ range: "bytes=0-3", "if-range": '"other"' });
    expect([other.status, await other.text()]).toEqual([200, content]);
    const date = (await get()).headers.get("last-modified")!;
    expect((await get({ range: "bytes=0-3", "if-range": date })).status).toBe(206);
  });

  test("what the client has already is not sent again", async () => {
    const etag = await tag();
    for (const condition of [etag, `W/${etag}`, `"x", ${etag}`, "*"]) {
      const response = await get({ "if-none-match": condition });
      expect([condition, response.status, response.headers.get("etag"), await response.text()]).toEqual([
        condition,
        304,
        etag,
        "",
      ]);
    }
    expect((await get({ "if-none-match": '"x"' })).status).toBe(200);
    expect((await get({ "if-modified-since": new Date(Date.now() + 1000).toUTCString() })).status).toBe(304);
    expect((await get({ "if-modified-since": new Date(0).toUTCString() })).status).toBe(200);
    expect((await get({ "if-modified-since": "nonsense" })).status).toBe(200);
  });

  test("a name that we did not make is not there", async () => {
    expect((await send(newStorageKey("mp4"), {})).status).toBe(404);
    expect((await send("..%2f..%2fetc/passwd", {})).status).toBe(404);
  });
});

test("a file on disk is announced with its length, so that those who fetch it know when they have it all", async () => {
  const whole = await fetch(new URL(key, server.url), { headers: { "x-storage": "local" } });
  expect(whole.headers.get("content-length")).toBe(String(size));
  const part = await fetch(new URL(key, server.url), { headers: { "x-storage": "local", range: "bytes=5-9" } });
  expect(part.headers.get("content-length")).toBe("5");
});
