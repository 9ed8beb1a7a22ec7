import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { modules } from "#modules/index";
import { startApp, type TestApp } from "#test/app";
import { fakeImages, PIXEL } from "#test/engines";

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ sizes: { json: 10_000, image: 50_000, audio: 1000, video: 1000 } as never }, [
    ...modules,
    fakeImages({}),
  ]);
});
afterAll(() => app.stop());

const form = (bytes: Uint8Array, name = "../../pixel.png") => {
  const data = new FormData();
  data.append("file", new Blob([bytes as Uint8Array<ArrayBuffer>], { type: "text/html" }), name);
  return data;
};
const fetchOwn = (url: string) => app.vireo.handle(new Request(url));

test("a file sent as a form is stored at once; its type comes from its bytes", async () => {
  const { status, body } = await app.api("POST", "/upload", form(PIXEL));
  expect(status).toBe(201);
  expect(body).toMatchObject({
    status: "stored",
    contentType: "image/png",
    size: PIXEL.length,
    kind: "image",
    width: 1,
    height: 1,
  });
  expect(body.url).not.toContain("pixel");
  const file = await fetchOwn(body.url);
  expect(file.headers.get("content-type")).toBe("image/png");
  expect(file.headers.get("x-content-type-options")).toBe("nosniff");
  expect(Buffer.from(await file.arrayBuffer()).equals(PIXEL)).toBe(true);
});

describe("a one-time address", () => {
  const ask = (size = PIXEL.length, contentType = "image/png") =>
    app.api("POST", "/upload", { fileName: "a.png", contentType, size });
  const put = (url: string, bytes: Uint8Array) => app.as(undefined)("PUT", url, bytes);

  test("takes the bytes without a key, once", async () => {
    const { status, body } = await ask();
    expect(status).toBe(201);
    expect(body).toMatchObject({ status: "pending", method: "PUT" });
    expect((await fetchOwn(body.url)).status).toBe(404);
    expect((await put(body.uploadUrl, PIXEL)).status).toBe(200);
    expect((await fetchOwn(body.url)).status).toBe(200);
    expect((await put(body.uploadUrl, PIXEL)).status).toBe(404);
  });

  test("400 when fewer bytes come, 413 when more come, 415 when they are of another type; it can be tried again", async () => {
    const { body: short } = await ask(PIXEL.length + 1);
    expect((await put(short.uploadUrl, PIXEL)).status).toBe(400);
    const { body: long } = await ask(PIXEL.length - 1);
    expect((await put(long.uploadUrl, PIXEL)).status).toBe(413);
    const { body: other } = await ask(PIXEL.length, "image/gif");
    expect((await put(other.uploadUrl, PIXEL)).status).toBe(415);
    const { body: good } = await ask();
    expect((await put(good.uploadUrl, PIXEL.subarray(1))).status).toBe(415);
    expect((await put(good.uploadUrl, PIXEL)).status).toBe(200);
  });

  test("400 for a type that is not taken, 413 for a size that is not", async () => {
    expect((await ask(10, "text/html")).status).toBe(400);
    expect((await ask(10, "application/json")).status).toBe(400);
    expect((await ask(50_001)).status).toBe(413);
  });
});

test("413 for a form with too large a file, 415 for what is no media, 400 without a file", async () => {
  expect((await app.api("POST", "/upload", form(Buffer.concat([PIXEL, Buffer.alloc(60_000)])))).status).toBe(413);
  expect((await app.api("POST", "/upload", form(Buffer.from("<html><script>alert(1)</script>"), "a.png"))).status).toBe(
    415,
  );
  expect((await app.api("POST", "/upload", new FormData())).status).toBe(400);
});

test("400 unsafe_url when an import points inside, however it is spelt", async () => {
  for (const host of [
    "127.0.0.1",
    "localhost",
    "0x7f000001",
    "2130706433",
    "[::1]",
    "[::ffff:127.0.0.1]",
    "169.254.169.254",
    "10.0.0.1",
    "[64:ff9b::7f00:1]",
  ]) {
    const { status, body } = await app.api("POST", "/upload", { url: `http://${host}/x.png` });
    expect([host, status, body.type?.split("/").at(-1)]).toEqual([host, 400, "unsafe_url"]);
  }
  for (const url of [
    "file:///etc/passwd",
    "data:image/png;base64,aa",
    "ftp://example.com/a",
    "javascript:alert(1)",
    "http://user:pass@example.com/",
  ]) {
    expect([url, (await app.api("POST", "/upload", { url })).status]).toEqual([url, 400]);
  }
});

test("our own media addresses are taken wherever a URL is", async () => {
  const { body: first } = await app.api("POST", "/upload", form(PIXEL));
  const { status, body } = await app.api("POST", "/upload", { url: first.url });
  expect(status).toBe(201);
  expect(body.size).toBe(PIXEL.length);
  expect((await app.api("POST", "/upload", { url: first.url.replace("/media/", "/api/v1/") })).status).toBe(400);
});

test("uploads are listed and deleted, inside the account", async () => {
  const { api } = await app.account();
  const { body: made } = await api("POST", "/upload", form(PIXEL));
  expect((await app.api("DELETE", `/uploads/${made.uploadId}`)).status).toBe(404);
  const { body } = await api("GET", "/uploads");
  expect(body).toMatchObject({
    uploads: [{ uploadId: made.uploadId }],
    pagination: { total: 1, page: 1, pageSize: 20, hasMore: false },
  });
  expect((await api("DELETE", `/uploads/${made.uploadId}`)).status).toBe(204);
  expect((await fetchOwn(made.url)).status).toBe(404);
});
