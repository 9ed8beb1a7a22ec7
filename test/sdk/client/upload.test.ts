import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { modules } from "#modules/index";
import { PIXEL } from "#test/engines";
import { type ClientApp, rejection, startServer } from "#test/sdk/client/server";

let app: ClientApp;
beforeAll(async () => {
  app = await startServer(modules);
});
afterAll(() => app.stop());

const PUT = "/open/upload/";
const dot = () => new File([PIXEL], "dot.png", { type: "image/png" });

/** A picture of some megabytes: a dot, and something behind its end. */
const large = () => new File([PIXEL, new Uint8Array(5_000_000)], "large.png", { type: "image/png" });

test("a file is announced, sent to the one-time address, and stored", async () => {
  const { vireo, key } = await app.account();
  const upload = await vireo.upload(dot());
  expect(upload).toMatchObject({
    status: "stored",
    fileName: "dot.png",
    contentType: "image/png",
    width: 1,
    height: 1,
  });
  expect(await (await fetch(upload.url)).bytes()).toEqual(new Uint8Array(PIXEL));
  const [sent] = app.proxy.seen("PUT", PUT);
  expect([sent?.headers["content-type"], sent?.headers["content-length"]]).toEqual(["image/png", String(PIXEL.length)]);
  // The address is the permission; the key has no business there.
  expect(JSON.stringify(sent?.headers)).not.toContain(key);
});

test("progress is told in bytes, up to the whole file", async () => {
  const { vireo } = await app.account();
  const file = large();
  const told: number[] = [];
  const upload = await vireo.upload(file, {
    onProgress(sent, total) {
      expect(total).toBe(file.size);
      told.push(sent);
    },
  });
  expect(upload).toMatchObject({ status: "stored", size: file.size });
  expect(told.length).toBeGreaterThan(1);
  expect(told).toEqual(told.toSorted((a, b) => a - b));
  expect(told.at(-1)).toBe(file.size);
});

describe("what a file is", () => {
  test("is known from its name, without the folders", async () => {
    const { vireo } = await app.account();
    const path = join(app.vireo.config.dataDir, "photo.PNG");
    await Bun.write(path, PIXEL);
    const upload = await vireo.upload(Bun.file(path));
    expect(upload).toMatchObject({ status: "stored", fileName: "photo.PNG", contentType: "image/png" });
  });

  test("must be said where it cannot be known", async () => {
    const { vireo } = await app.account();
    expect(await rejection(vireo.upload(new Blob([PIXEL])))).toMatchObject({
      message: expect.stringContaining("contentType"),
    });
    const upload = await vireo.upload(new Blob([PIXEL]), { contentType: "image/png", fileName: "a.bin" });
    expect(upload).toMatchObject({ status: "stored", fileName: "a.bin" });
  });

  test("is refused by the server where it is something else", async () => {
    const { vireo } = await app.account();
    const text = new File(["hello, this is no picture at all"], "dot.png", { type: "image/png" });
    expect(await rejection(vireo.upload(text))).toMatchObject({ kind: "unsupported_media_type", status: 415 });
  });
});

test.each(["reset", { status: 503 }] as const)(
  "a fault on the way (%p) is met by sending the whole file again",
  async (fault) => {
    const { vireo } = await app.account();
    app.proxy.next(PUT, fault);
    const told: number[] = [];
    const file = large();
    const upload = await vireo.upload(file, { onProgress: (sent) => told.push(sent) });
    expect([upload.status, upload.size, told.at(-1)]).toEqual(["stored", file.size, file.size]);
  },
);

test("a file whose response is lost is stored once, and reported as stored", async () => {
  const { vireo } = await app.account();
  app.proxy.next(PUT, "lost");
  expect(await vireo.upload(dot())).toMatchObject({ status: "stored", size: PIXEL.length });
  expect((await vireo.uploads.list()).pagination.total).toBe(1);
});

test("an upload that is called off rejects with the signal's reason", async () => {
  const { vireo } = await app.account();
  const stop = new AbortController();
  const upload = vireo.upload(large(), {
    signal: stop.signal,
    onProgress: () => stop.abort(new Error("Not that one.")),
  });
  expect(await rejection(upload)).toMatchObject({ message: "Not that one." });
});

describe("a large file is sent in parts", () => {
  const video = () => new File([PIXEL, new Uint8Array(18_000_000)], "large.png", { type: "image/png" });
  const ranges = (from: number) =>
    app.proxy
      .seen("PUT", PUT)
      .slice(from)
      .map(({ headers }) => headers["content-range"]?.replace(/\/.*/, ""));
  const PARTS = ["bytes 0-8388607", "bytes 8388608-16777215", `bytes 16777216-${PIXEL.length + 18_000_000 - 1}`];

  test("a part whose response is lost is not sent twice", async () => {
    const { vireo } = await app.account();
    const before = app.proxy.seen("PUT", PUT).length;
    app.proxy.next(PUT, { status: 503 }, "lost");
    const told: number[] = [];
    const upload = await vireo.upload(video(), { onProgress: (sent) => told.push(sent) });
    expect(upload).toMatchObject({ status: "stored", size: video().size });
    expect(told.at(-1)).toBe(video().size);
    // The 503, the lost response, its repetition (409) and the question that follows.
    expect(ranges(before)).toEqual([PARTS[0], PARTS[0], PARTS[0], "bytes *", PARTS[1], PARTS[2]]);
  });

  test("a later call goes on where an earlier one ended", async () => {
    const { vireo } = await app.account();
    const stop = new AbortController();
    let uploadUrl: string | undefined;
    const cut = vireo.upload(video(), {
      signal: stop.signal,
      onStart: (upload) => (uploadUrl = upload.uploadUrl),
      onProgress: (sent) => sent > 10_000_000 && stop.abort(new Error("The tab was closed.")),
    });
    expect(await rejection(cut)).toMatchObject({ message: "The tab was closed." });
    const before = app.proxy.seen("PUT", PUT).length;
    expect(await vireo.upload(video(), { resume: uploadUrl })).toMatchObject({ status: "stored", size: video().size });
    // The part that was cut off may pass late.
    const sent = ranges(before);
    expect(sent.slice(sent.indexOf("bytes *"))).toEqual(["bytes *", PARTS[1], PARTS[2]]);
    // What is stored is not sent again.
    expect(await vireo.upload(video(), { resume: uploadUrl })).toMatchObject({ status: "stored", size: video().size });
    expect(ranges(before).filter((range) => range === PARTS[2])).toHaveLength(1);
  });
});
