import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { createCanvas, loadImage } from "@napi-rs/canvas";
import type { Engine, Run } from "#core/engine";
import { defineModule } from "#core/module";
import { modules } from "#modules/index";
import { local } from "#plugins/local/index";
import { startApp, type TestApp } from "#test/app";
import { fakeImages } from "#test/engines";
import { synthesize } from "#test/plugins/local/edit-clips";
import { until } from "#test/until";

/** A photo of 1500 × 2000. */
const photo = createCanvas(1500, 2000).toBuffer("image/png");

async function writePhoto(run: Run) {
  const path = join(run.folder, "photo.png");
  await Bun.write(path, photo);
  return { path };
}

const vendor = fakeImages(
  { create: async (_, run) => ({ state: "completed", files: { main: await writePhoto(run) } }) },
  "vendor",
);

const music: Engine<object> = {
  name: "band",
  models: [{ id: "band-1", title: "Band" }],
  async create(_, run) {
    const path = join(run.folder, "track.wav");
    await synthesize(path, { sound: "sine=d=1" });
    return { state: "completed", files: { main: { path }, art: await writePhoto(run) } };
  },
};
const band = defineModule({ name: "band", start: () => ({ engines: { music: music as Engine<never> } }) });

let app: TestApp;
beforeAll(async () => {
  const config = { providers: { image: "vendor", music: "band" } };
  app = await startApp(config, [...modules, local, vendor, band]);
});
afterAll(() => app.stop());

const open = (url: string) => app.vireo.handle(new Request(url));

/** Waits for the thumbnail of what is at a path, and checks its size. */
async function findThumbnail(read: () => Promise<{ thumbnailUrl?: string }>): Promise<string> {
  const thumbnailUrl = await until(async () => (await read()).thumbnailUrl);
  const response = await open(thumbnailUrl);
  expect(response.headers.get("content-type")).toBe("image/webp");
  const { width, height } = await loadImage(await response.bytes());
  expect([width, height]).toEqual([312, 416]);
  return thumbnailUrl;
}

async function generate(path: string) {
  const { body } = await app.api("POST", `${path}/generate`, { prompt: "A mug on a table" });
  const at = `${path}/${body.imageId ?? body.musicId}`;
  const thumbnailUrl = await findThumbnail(async () => (await app.api("GET", at)).body);
  return { at, thumbnailUrl };
}

test("an image of a vendor gets a small copy for lists, which goes with it", async () => {
  const { at, thumbnailUrl } = await generate("/images");
  const { images } = (await app.api("GET", "/images")).body;
  expect(images[0]).toMatchObject({ thumbnailUrl, width: 1500, height: 2000 });
  expect((await app.api("DELETE", at)).status).toBe(204);
  expect((await open(thumbnailUrl)).status).toBe(404);
});

test("the cover of a vendor's track gets a small copy", async () => {
  const { at, thumbnailUrl } = await generate("/music");
  expect((await app.api("GET", at)).body.albumArtUrl).not.toBe(thumbnailUrl);
});

test("an uploaded image gets a small copy for lists, which goes with it", async () => {
  const form = new FormData();
  form.append("file", new Blob([new Uint8Array(photo)]), "photo.png");
  const { uploadId, url } = (await app.api("POST", "/upload", form)).body;
  const thumbnailUrl = await findThumbnail(async () => (await app.api("GET", "/uploads")).body.uploads[0]);
  expect(thumbnailUrl).not.toBe(url);
  expect((await app.api("DELETE", `/uploads/${uploadId}`)).status).toBe(204);
  expect((await open(thumbnailUrl)).status).toBe(404);
});
