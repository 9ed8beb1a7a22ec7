/** Data by which editors preview captions. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { basename } from "node:path";
import { EngineError } from "#core/engine";
import { defineModule, type Module } from "#core/module";
import { modules } from "#modules/index";
import { Composition } from "#plugins/local/edit/composition";
import { local } from "#plugins/local/index";
import { ROWS } from "#sdk/captions/text-rows";
import { startApp, type TestApp } from "#test/app";
import { clipVideos } from "#test/engines";
import { clip, tools } from "#test/plugins/local/edit-clips";

let app: TestApp;
let source: string;
const clips = () => clipVideos(source);
let held: ReturnType<typeof clipVideos>;
beforeAll(async () => {
  source = await clip(tools(), "clip.mp4");
  held = clips();
  app = await startApp({ providers: { video: "clips" } }, [...modules, local, held.module]);
});
afterAll(() => app.stop());

const start = async (prompt: string): Promise<string> =>
  (await app.api("POST", "/videos/generate", { prompt, duration: 3 })).body.videoId;

test("an editor gets the speech, cuts and text that an edit lays out captions by, for any version and free of charge", async () => {
  const videoId = await start("Hello");
  await app.ended(`/videos/${videoId}`);
  const balance = async () => (await app.api("GET", "/credits")).body.balance;
  const before = await balance();
  const { status, body } = await app.api("GET", `/videos/${videoId}/caption-guides`);
  const video = await Composition.open(source, tools());
  const measured = { ...(await video.measureText()), speech: await video.findSpeech() };
  expect([status, body, await balance()]).toEqual([200, { videoId, version: 1, ...measured }, before]);
  expect(body.pictures.length).toBeGreaterThan(5);
  expect(body.pictures[0]).toHaveLength(ROWS);

  await app.api("POST", `/videos/${videoId}/trim`, { start: 0, end: 1 });
  const newest = await app.api("GET", `/videos/${videoId}/caption-guides`);
  expect([newest.body.version, newest.body.pictures.length]).toEqual([2, 5]);
  const first = await app.api("GET", `/videos/${videoId}/caption-guides?version=1`);
  expect(first.body).toEqual(body);
  expect((await app.api("GET", `/videos/${videoId}/caption-guides?version=3`)).status).toBe(404);
});

test("404 while the video has no version", async () => {
  const videoId = await start("held");
  expect((await app.api("GET", `/videos/${videoId}/caption-guides`)).status).toBe(404);
  held.release();
  await app.ended(`/videos/${videoId}`);
  expect((await app.api("GET", `/videos/${videoId}/caption-guides`)).status).toBe(200);
});

/** Asks for the guides of a video on a server with these plug-ins. Returns the status, the problem and its reason. */
async function fail(...plugins: Module[]) {
  const other = await startApp({ providers: { video: "clips" } }, [...modules, clips().module, ...plugins]);
  try {
    const { body } = await other.api("POST", "/videos/generate", { prompt: "Hello", duration: 3 });
    await other.ended(`/videos/${body.videoId}`);
    const { status, body: problem } = await other.api("GET", `/videos/${body.videoId}/caption-guides`);
    return [status, basename(problem.type), problem.failCode];
  } finally {
    await other.stop();
  }
}

test("503 without the plug-in that measures videos", async () => {
  expect(await fail()).toEqual([503, "provider_unavailable", undefined]);
});

test("502 with the reason if a video can't be measured", async () => {
  const captionGuides = () => Promise.reject(new EngineError("source_timeout", "Too long."));
  const broken = defineModule({ name: "local", start: () => ({ service: { captionGuides } as never }) });
  expect(await fail(broken)).toEqual([502, "provider_error", "source_timeout"]);
});
