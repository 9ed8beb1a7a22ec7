/** HEIC and AVIF photos, as phones take them, wherever a picture is taken. test/pictures/make.ts made the files. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { createCanvas, loadImage } from "@napi-rs/canvas";
import type { Engine } from "#core/engine";
import { defineModule } from "#core/module";
import { modules } from "#modules/index";
import { local } from "#plugins/local/index";
import { fetchPicture, readPicture } from "#sdk/inputs/picture";
import type { ImageRequest } from "#sdk/slots/image";
import { startApp, type TestApp } from "#test/app";
import { picture } from "#test/engines";

const getFixture = (name: string) => Bun.file(join(import.meta.dir, "../pictures", name));

/** Colours of the corners of a picture. */
async function readCorners(bytes: Uint8Array) {
  const image = await loadImage(bytes);
  const { width, height } = image;
  const canvas = createCanvas(width, height);
  const context = canvas.getContext("2d");
  context.drawImage(image, 0, 0);
  const read = (x: number, y: number) => [...context.getImageData(x, y, 1, 1).data];
  return [read(8, 8), read(width - 8, 8), read(8, height - 8), read(width - 8, height - 8)];
}

/** The colours of the pictures, converted from Display P3 to sRGB. */
const [RED, GREEN, BLUE, WHITE] = [
  [217, 69, 51, 255],
  [0, 202, 58, 255],
  [85, 59, 208, 255],
  [240, 240, 240, 255],
];
/** What the encoders may change. */
const TOLERANCE = 4;
function expectCorners(actual: number[][], expected: (number[] | undefined)[]) {
  const worst = Math.max(...actual.flat().map((value, index) => Math.abs(value - expected.flat()[index]!)));
  expect(worst, JSON.stringify(actual)).toBeLessThanOrEqual(TOLERANCE);
}

const server = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  fetch: (request) => new Response(getFixture(new URL(request.url).pathname.slice(1))),
});
const toUrl = (name: string) => `${server.url.origin}/${name}`;
/** Types of the pictures that a vendor's engine got. */
const received: string[] = [];
const vendor: Engine<ImageRequest> = {
  name: "vendor",
  models: [{ id: "vendor-1", title: "Vendor" }],
  async create({ referenceImageUrls }, run) {
    for (const url of referenceImageUrls) received.push((await readPicture(url, run)).file.type);
    return picture(run);
  },
};
const platform = defineModule({
  name: "platform",
  start: (context) => ({
    engines: { image: vendor },
    routes: context.router().get(
      "/cover",
      async ({ query }) => {
        const options = { maxBytes: 1e6, timeoutMs: 10_000, signal: context.stopping };
        return { contentType: (await fetchPicture(context, query.url, options)).contentType };
      },
      {
        auth: "any",
        query: context.t.Object({ url: context.t.String() }),
        response: { 200: context.t.Object({ contentType: context.t.String() }) },
        detail: { summary: "Fetch a cover" },
      },
    ),
  }),
});

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ allowHosts: ["127.0.0.1"] }, [...modules, local, platform]);
});
afterAll(async () => {
  await app.stop();
  await server.stop(true);
});

const download = async (url: string) => (await app.vireo.handle(new Request(url))).bytes();

async function upload(name: string) {
  const data = new FormData();
  data.append("file", new Blob([await getFixture(name).bytes()]), name);
  return app.api("POST", "/upload", data);
}

describe("an uploaded photo", () => {
  test("of an iPhone, in tiles, becomes an upright JPEG in sRGB", async () => {
    const { status, body } = await upload("iphone.heic");
    expect(status).toBe(201);
    expect(body).toMatchObject({ kind: "image", contentType: "image/jpeg", width: 128, height: 112 });
    const bytes = await download(body.url);
    expect(body.size).toBe(bytes.length);
    expectCorners(await readCorners(bytes), [GREEN, WHITE, RED, BLUE]);
  });

  test("in AVIF is turned and mirrored as the file says", async () => {
    const { body } = await upload("turned.avif");
    expect(body).toMatchObject({ contentType: "image/jpeg", width: 64, height: 128 });
    expectCorners(await readCorners(await download(body.url)), [WHITE, GREEN, BLUE, RED]);
  });

  test("that is transparent becomes a PNG", async () => {
    const { body } = await upload("logo.avif");
    expect(body.contentType).toBe("image/png");
    const corners = await readCorners(await download(body.url));
    expect(corners.map(([, , , alpha]) => alpha)).toEqual([255, 0, 255, 0]);
  });

  test("that is damaged is refused with 415", async () => {
    const { status, body } = await upload("broken.heic");
    expect(status).toBe(415);
    expect(body.detail).toBe("The image could not be read. Use a PNG, JPEG, WebP, HEIC or AVIF file.");
  });

  test("can be sent to a one-time URL, and sent again if the response was lost", async () => {
    const bytes = await getFixture("iphone.heic").bytes();
    const asked = await app.api("POST", "/upload", {
      fileName: "a.heic",
      contentType: "image/heif",
      size: bytes.length,
    });
    expect(asked.status).toBe(201);
    const range = { "content-range": `bytes 0-${bytes.length - 1}/${bytes.length}` };
    for (let i = 0; i < 2; i++) {
      const { status, body } = await app.as(undefined)("PUT", asked.body.uploadUrl, bytes, range);
      expect([status, body.contentType, body.status]).toEqual([200, "image/jpeg", "stored"]);
      expectCorners(await readCorners(await download(body.url)), [GREEN, WHITE, RED, BLUE]);
    }
  });

  test("can be copied from a URL", async () => {
    const { status, body } = await app.api("POST", "/upload", { url: toUrl("iphone.heic") });
    expect([status, body.contentType]).toEqual([201, "image/jpeg"]);
  });
});

describe("a photo at a URL", () => {
  const generate = async (name: string, model: string) => {
    const referenceImageUrls = [toUrl(name)];
    const { body } = await app.api("POST", "/images/generate", { prompt: "Fresh bread", model, referenceImageUrls });
    return app.ended(`/images/${body.imageId}`);
  };

  test("reaches a vendor as JPEG or PNG", async () => {
    for (const name of ["iphone.heic", "logo.avif"])
      expect(await generate(name, "vendor-1")).toMatchObject({ status: "completed" });
    expect(received).toEqual(["image/jpeg", "image/png"]);
  });

  test("that is damaged fails the generation, and the message says so", async () => {
    expect(await generate("broken.heic", "vendor-1")).toMatchObject({
      status: "failed",
      failCode: "image_unreadable",
      failMessage: expect.stringContaining("could not be read"),
    });
  });

  test("is shown by the built-in engine", async () => {
    expect(await generate("turned.avif", "local-poster-1")).toMatchObject({ status: "completed" });
  });

  test("is fetched for a platform as JPEG or PNG", async () => {
    const { body } = await app.api("GET", `/platform/cover?url=${encodeURIComponent(toUrl("iphone.heic"))}`);
    expect(body).toEqual({ contentType: "image/jpeg" });
  });
});
