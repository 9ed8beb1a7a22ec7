/** What an engine shows of a video before it is finished. */
import { afterAll, beforeAll, expect, spyOn, test } from "bun:test";
import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import { type Engine, EngineError, type Run } from "#core/engine";
import { REPLACED_MS } from "#core/generations/run-context";
import { defineModule } from "#core/module";
import { modules } from "#modules/index";
import { startApp, type TestApp } from "#test/app";
import { PIXEL } from "#test/engines";
import { until } from "#test/until";

const clip = join(import.meta.dir, "../plugins/local/footage/slow.mp4");

let app: TestApp;
/** Ends the run of a video with a file, or with this error. */
const ends = new Map<string, (error?: Error) => void>();

async function showStill(run: Run, role: string): Promise<void> {
  const path = join(run.folder, `${role}.png`);
  await Bun.write(path, PIXEL);
  await run.show?.({ [role]: path });
}

const painter = defineModule({
  name: "painter",
  start: () => {
    const video: Engine<{ prompt: string }> = {
      name: "painter",
      models: [{ id: "painter-1", title: "Painter", duration: { min: 1, max: 60, default: 3 } }],
      repeatable: true,
      async create({ prompt }, run) {
        const ended = new Promise<Error | undefined>((resolve) => ends.set(prompt, resolve));
        await showStill(run, "poster");
        await showStill(run, "preview");
        await run.show?.({ preview: join(run.folder, "missing.mp4") });
        const error = await ended;
        if (error) throw error;
        const path = join(run.folder, "out.mp4");
        await copyFile(clip, path);
        return { state: "completed", files: { main: { path } } };
      },
    };
    return { engines: { video: video as Engine<never> } };
  },
});

beforeAll(async () => {
  app = await startApp({}, [...modules, painter]);
});
afterAll(() => app.stop());

const isServed = async (url: string) => (await app.vireo.handle(new Request(url))).status === 200;

/** Starts a video, and waits until its draft is visible. */
async function start(prompt: string) {
  const { api } = await app.account(100);
  const { body } = await api("POST", "/videos/generate", { prompt, model: "painter-1" });
  const path = `/videos/${body.videoId}`;
  const shown = await until(async () => {
    const { body: video } = await api("GET", path);
    return video.previewUrl && video;
  });
  const readStored = async () => (await api("GET", "/usage")).body.storageBytes.used as number;
  return { api, path, shown, readStored };
}

test("a still and a draft are visible while the video is processing, and make room for its files", async () => {
  const { api, path, shown, readStored } = await start("finish");
  expect(shown).toMatchObject({ status: "processing" });
  expect(await isServed(shown.posterUrl)).toBe(true);
  expect(await isServed(shown.previewUrl)).toBe(true);
  expect(await readStored()).toBe(2 * PIXEL.length);
  const timers = spyOn(globalThis, "setTimeout");
  ends.get("finish")!();
  const video = await app.ended(path, api);
  expect(video).toMatchObject({ status: "completed" });
  expect(video.previewUrl).toBeUndefined();
  expect(await isServed(video.url)).toBe(true);
  // Open pages show the draft until they have read the video.
  expect(await isServed(shown.previewUrl)).toBe(true);
  for (const [remove, ms] of timers.mock.calls) if (ms === REPLACED_MS) (remove as () => void)();
  timers.mockRestore();
  await until(async () => !(await isServed(shown.previewUrl)) && !(await isServed(shown.posterUrl)));
  expect(await isServed(video.url)).toBe(true);
});

test.each(["fail", "cancel"])("nothing of them is left if the video ends with: %s", async (how) => {
  const { api, path, shown, readStored } = await start(how);
  if (how === "cancel") await api("DELETE", path);
  else ends.get(how)!(new EngineError("engine_error", "It broke."));
  const video = await app.ended(path, api);
  expect(video.status).toBe("failed");
  expect([video.previewUrl, video.posterUrl, video.thumbnailUrl]).toEqual([undefined, undefined, undefined]);
  await until(async () => !(await isServed(shown.previewUrl)) && !(await isServed(shown.posterUrl)));
  expect(await readStored()).toBe(0);
});
