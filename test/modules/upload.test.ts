import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { BufferTarget, EncodedAudioPacketSource, EncodedPacket, Mp4OutputFormat, Output } from "mediabunny";
import type { Context } from "#core/module";
import { modules } from "#modules/index";
import { openParts } from "#modules/upload/parts";
import { TestClock } from "#sdk/testing/clock";
import { startApp, type TestApp } from "#test/app";
import { fakeImages, PIXEL } from "#test/engines";

const clock = new TestClock();
let app: TestApp;
beforeAll(async () => {
  const sizes = { json: 10_000, image: 4_000_000, audio: 1000, video: 1000 };
  app = await startApp({ sizes: sizes as never }, [...modules, fakeImages({})], {}, clock);
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

test("422 where an Idempotency-Key comes with another file to announce, however long its JSON is", async () => {
  const announce = (fileName: string) =>
    app.api("POST", "/upload", { fileName, contentType: "image/png", size: 10 }, { "idempotency-key": "announced" });
  const first = await announce("a.png");
  expect((await announce("a.png")).body.uploadId).toBe(first.body.uploadId);
  const other = await announce("b.png");
  expect([other.status, other.body.type]).toEqual([422, expect.stringMatching(/idempotency_key_reuse$/)]);
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

  test.each([
    ["audio/mp4", "audio/x-m4a audio/m4a Audio/X-M4A"],
    ["audio/mpeg", "audio/mp3 audio/x-mp3 audio/mpeg;charset=binary"],
    ["audio/wav", "audio/x-wav audio/wave audio/vnd.wave"],
    ["audio/aac", "audio/x-aac audio/aacp"],
    ["audio/flac", "audio/x-flac"],
    ["audio/ogg", "audio/opus application/ogg audio/ogg;codecs=opus"],
    ["image/jpeg", "image/jpg image/pjpeg IMAGE/JPG"],
    ["video/mp4", "video/x-m4v video/mp4;codecs=avc1 video/3gpp"],
    ["video/x-matroska", "video/matroska video/x-matroska;codecs=avc1,opus"],
    ["video/webm", "audio/webm;codecs=opus"],
  ])("is also given for %s by the names that browsers use: %s", async (type, names) => {
    for (const name of names.split(" ")) {
      const { status, body } = await ask(10, name);
      expect([name, status, body.contentType]).toEqual([name, 201, type]);
    }
  });

  test("takes sound that says it is a video, as many recorders write M4A", async () => {
    const output = new Output({ format: new Mp4OutputFormat(), target: new BufferTarget() });
    const track = new EncodedAudioPacketSource("opus");
    output.addAudioTrack(track);
    await output.start();
    const decoderConfig = { codec: "opus", sampleRate: 48_000, numberOfChannels: 2 };
    await track.add(new EncodedPacket(new Uint8Array(4), "key", 0, 0.02), { decoderConfig });
    await output.finalize();
    const sound = new Uint8Array((output.target as BufferTarget).buffer!);
    const { body } = await ask(sound.length, "audio/x-m4a");
    expect((await put(body.uploadUrl, sound)).body).toMatchObject({ kind: "audio", contentType: "audio/mp4" });
  });

  test("400 for a type that is not taken, 413 for a size that is not", async () => {
    expect((await ask(10, "text/html")).status).toBe(400);
    expect((await ask(10, "application/json")).status).toBe(400);
    expect((await ask(4_000_001)).status).toBe(413);
  });
});

test("413 for a form with too large a file, 415 for what is no media, 400 without a file", async () => {
  expect((await app.api("POST", "/upload", form(Buffer.concat([PIXEL, Buffer.alloc(4_100_000)])))).status).toBe(413);
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

test("uploads are found by name, tag and kind, and only their account changes them", async () => {
  const { api } = await app.account();
  const stranger = await app.account();
  const create = async (fileName: string, contentType: string) =>
    (await api("POST", "/upload", { fileName, contentType, size: 10 })).body.uploadId as string;
  const logo = await create("Logo 100%_final.png", "image/png");
  const voice = await create("voice.mp3", "audio/mpeg");
  const changed = await api("PATCH", `/uploads/${logo}`, { tags: [" Brand ", "Brand", "night owl"] });
  expect([changed.status, changed.body.tags]).toEqual([200, ["Brand", "night owl"]]);
  const find = async (query: string) =>
    (await api("GET", `/uploads?${query}`)).body.uploads.map(({ fileName }: { fileName: string }) => fileName);
  for (const query of ["q=100%25_F", "q=owl", "tag=Brand", "kind=image"])
    expect([query, await find(query)]).toEqual([query, ["Logo 100%_final.png"]]);
  await api("PATCH", `/uploads/${voice}`, { tags: ["Brand"] });
  const tags = [
    { name: "Brand", count: 2 },
    { name: "night owl", count: 1 },
  ];
  expect((await api("GET", "/uploads/tags")).body).toEqual({ tags });
  expect((await stranger.api("GET", "/uploads/tags")).body).toEqual({ tags: [] });
  await api("PATCH", `/uploads/${voice}`, { tags: [] });
  expect(await find("q=100%25_X")).toEqual([]);
  expect(await find("kind=audio")).toEqual(["voice.mp3"]);
  expect((await api("PATCH", `/uploads/${logo}`, { fileName: "mark.png", tags: [] })).body).toMatchObject({
    fileName: "mark.png",
  });
  expect(await find("tag=Brand")).toEqual([]);
  for (const body of [{}, { fileName: " " }, { tags: ["x".repeat(51)] }, { size: 1 }])
    expect([body, (await api("PATCH", `/uploads/${logo}`, body)).status]).toEqual([body, 400]);
  expect((await stranger.api("PATCH", `/uploads/${logo}`, { tags: ["x"] })).status).toBe(404);
  expect((await stranger.api("GET", "/uploads")).body.uploads).toEqual([]);
});

describe("a file in parts", () => {
  const MB = 1024 ** 2;
  const file = Buffer.concat([PIXEL, Buffer.alloc(2 * MB + 7, 1)]);
  const announce = async (api = app.api, bytes = file) =>
    (await api("POST", "/upload", { fileName: "a.png", contentType: "image/png", size: bytes.length })).body;
  const send = async (url: string, range: string, bytes?: Uint8Array) => {
    const request = new Request(url, {
      method: "PUT",
      headers: { "content-range": `bytes ${range}` },
      body: (bytes as Uint8Array<ArrayBuffer>) ?? null,
    });
    const response = await app.vireo.handle(request);
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  const sendPart = (url: string, start: number, end: number, bytes = file) =>
    send(url, `${start}-${end - 1}/${bytes.length}`, bytes.subarray(start, end));
  const countFiles = async () => {
    let count = 0;
    for await (const files of app.vireo.tools.storage.list()) count += files.length;
    return count;
  };
  const getUsed = async (accountId: string) => (await app.api("GET", `/accounts/${accountId}`)).body.usage.storageBytes;

  test("is stored after its last part, also by a later request, and takes the storage of the file alone", async () => {
    const { api, accountId: id } = await app.account();
    const before = await countFiles();
    const { uploadUrl, url } = await announce(api);
    expect(await sendPart(uploadUrl, 0, MB)).toMatchObject({ status: 202, body: { status: "pending", received: MB } });
    expect(await getUsed(id)).toBe(MB);
    // As after a lost connection: nothing is known but the address.
    expect(await send(uploadUrl, `*/${file.length}`)).toMatchObject({ status: 202, body: { received: MB } });
    expect(await sendPart(uploadUrl, MB, 2 * MB)).toMatchObject({ status: 202, body: { received: 2 * MB } });
    expect(await sendPart(uploadUrl, 2 * MB, file.length)).toMatchObject({
      status: 200,
      body: { status: "stored", size: file.length, width: 1 },
    });
    expect(Buffer.from(await (await fetchOwn(url)).arrayBuffer()).equals(file)).toBe(true);
    expect([await countFiles(), await getUsed(id)]).toEqual([before + 1, file.length]);
    // Every account may see its own.
    const { body: usage } = await api("GET", "/usage");
    expect(usage).toMatchObject({ storageBytes: { used: file.length, limit: 10_000_000_000 }, keys: { used: 1 } });
    // As if the response to the last part was lost: it tells the result again, and nothing is stored.
    const stored = { status: 200, body: { status: "stored", url, size: file.length, width: 1 } };
    expect(await sendPart(uploadUrl, 2 * MB, file.length)).toMatchObject(stored);
    expect(await send(uploadUrl, `*/${file.length}`)).toMatchObject(stored);
    expect((await sendPart(uploadUrl, 0, MB)).status).toBe(409);
    expect([await countFiles(), await getUsed(id)]).toEqual([before + 1, file.length]);
    await clock.advance(24 * 3_600_000);
    expect((await send(uploadUrl, `*/${file.length}`)).status).toBe(404);
  });

  test("409 with the bytes received for a part that is not the next one, also when two come at once", async () => {
    const { uploadUrl } = await announce();
    expect(await sendPart(uploadUrl, MB, 2 * MB)).toMatchObject({ status: 409, body: { received: 0 } });
    const both = await Promise.all([sendPart(uploadUrl, 0, MB), sendPart(uploadUrl, 0, MB)]);
    expect(both.map(({ status }) => status).sort()).toEqual([202, 409]);
    expect((await send(uploadUrl, `*/${file.length}`)).body).toMatchObject({ received: MB });
  });

  test("400 for parts that are cut off, too small, or of another file; what has arrived is kept", async () => {
    const { uploadUrl } = await announce();
    await sendPart(uploadUrl, 0, MB);
    for (const range of [`${MB}-${2 * MB - 1}/${file.length}`, `${MB}-${MB + 99}/${file.length}`, "0-9/99", "0-9"])
      expect([range, (await send(uploadUrl, range, file.subarray(MB, MB + 100))).status]).toEqual([range, 400]);
    expect((await send(uploadUrl, `*/${file.length}`)).body).toMatchObject({ received: MB });
  });

  test("415 for the last part of what is no image; then all of it can be sent again", async () => {
    const { uploadUrl } = await announce();
    const wrong = Buffer.alloc(file.length, 1);
    await sendPart(uploadUrl, 0, MB, wrong);
    expect((await sendPart(uploadUrl, MB, file.length, wrong)).status).toBe(415);
    expect((await send(uploadUrl, `*/${file.length}`)).body).toMatchObject({ received: 0 });
    expect((await sendPart(uploadUrl, 0, file.length)).status).toBe(200);
  });

  test("a file that fills the storage quota is stored, and two requests that complete it store it once", async () => {
    const { api, accountId: id } = await app.account();
    await app.api("PATCH", `/accounts/${id}`, { storageBytes: file.length });
    const { uploadUrl, uploadId } = await announce(api);
    expect((await sendPart(uploadUrl, 0, MB)).status).toBe(202);
    const { storage } = app.vireo.tools;
    const open = storage.open.bind(storage);
    let asked: Promise<unknown> | undefined;
    // A second request arrives while the parts are joined.
    storage.open = async (key, ...rest) => {
      asked ??= send(uploadUrl, `*/${file.length}`);
      return open(key, ...rest);
    };
    try {
      const last = await sendPart(uploadUrl, MB, file.length);
      const statuses = [last.status, ((await asked) as { status: number }).status];
      // The slower one is told that the file is there, or that another request was faster.
      expect(statuses).toContain(200);
      for (const status of statuses) expect([200, 409]).toContain(status);
    } finally {
      storage.open = open;
    }
    expect((await api("GET", `/uploads/${uploadId}`)).status).not.toBe(500);
    expect(await getUsed(id)).toBe(file.length);
  });

  test("409 if another request has joined the parts before they are read", async () => {
    const { db, tools } = app.vireo;
    const joined = openParts({ db, media: tools } as unknown as Context, crypto.randomUUID());
    await expect(joined.getReader().read()).rejects.toMatchObject({ kind: "conflict" });
  });

  test("its parts count for the storage quota, and go with the upload or a day after the last one", async () => {
    const { api, accountId: id } = await app.account();
    await app.api("PATCH", `/accounts/${id}`, { storageBytes: 3 * MB });
    const before = await countFiles();
    const [first, second] = [await announce(api), await announce(api)];
    await sendPart(first.uploadUrl, 0, MB);
    expect((await sendPart(second.uploadUrl, 0, 2 * MB)).status).toBe(202);
    expect(await sendPart(first.uploadUrl, MB, 2 * MB)).toMatchObject({ status: 507 });
    expect((await api("DELETE", `/uploads/${second.uploadId}`)).status).toBe(204);
    expect(await getUsed(id)).toBe(MB);
    await clock.advance(24 * 3_600_000 - 60_000);
    expect((await send(first.uploadUrl, `*/${file.length}`)).status).toBe(202);
    await clock.advance(2 * 60_000);
    expect((await send(first.uploadUrl, `*/${file.length}`)).status).toBe(404);
    await clock.advance(3_600_000);
    // Also those of the tests above.
    expect(await countFiles()).toBeLessThanOrEqual(before);
    expect(await getUsed(id)).toBe(0);
  });
});

test("415 says what a file is that is not supported, what to do, and which formats are", async () => {
  const { status, body } = await app.api("POST", "/upload", form(Buffer.from("II*\0\x08\0\0\0"), "scan.tiff"));
  expect(status).toBe(415);
  expect(body.detail).toMatch(
    /^TIFF images and raw photos are not supported\. Convert the image to JPEG or PNG\. Supported formats: MP4, /,
  );
});

test("400 names unknown fields of a form, and nothing is stored", async () => {
  const { api } = await app.account();
  const data = form(PIXEL);
  data.append("title", "Logo");
  data.append("tags", "brand");
  const { status, body } = await api("POST", "/upload", data);
  expect([status, Object.keys(body.errors)]).toEqual([400, ["title", "tags"]]);
  expect((await api("GET", "/uploads")).body.pagination.total).toBe(0);
});

test("a quotation mark in a file name is stored as one", async () => {
  expect((await app.api("POST", "/upload", form(PIXEL, 'a "b".png'))).body.fileName).toBe('a "b".png');
});
