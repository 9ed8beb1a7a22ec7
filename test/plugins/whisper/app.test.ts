import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Engine } from "#core/engine";
import { defineModule } from "#core/module";
import { modules } from "#modules/index";
import { local } from "#plugins/local/index";
import { whisper } from "#plugins/whisper/index";
import type { VideoRequest } from "#sdk/slots/video";
import { startApp, type TestApp } from "#test/app";
import { serveFiles } from "#test/files";
import { writeModel } from "./model";

const files = serveFiles();
/** Makes no video, but hands out a clip with a tone. */
const camera = defineModule({
  name: "camera",
  start() {
    const video: Engine<VideoRequest> = {
      name: "camera",
      models: [{ id: "clip", title: "Clip" }],
      create: async () => ({ state: "completed", files: { main: { url: files.clip } } }),
    };
    return { engines: { video } };
  },
});

let folder: string;
let app: TestApp;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "vireo-whisper-"));
  await writeModel(folder);
  const more = { allowHosts: ["127.0.0.1"], providers: { video: "camera" } };
  app = await startApp(more, [...modules, local, whisper, camera], { WHISPER_MODEL: folder });
});
afterAll(async () => {
  await app.stop();
  await rm(folder, { recursive: true, force: true });
});

test("captions without a text say what the model hears in the video's own sound", async () => {
  const { api } = app;
  const { videoId } = (await api("POST", "/videos/generate", { prompt: "Kaffee" })).body;
  await app.ended(`/videos/${videoId}`);
  // Where nothing is heard this is 400.
  const { status, body } = await api("POST", `/videos/${videoId}/captions`, { style: "karaoke" });
  expect([status, body.version, body.operation]).toEqual([200, 2, "captions"]);
}, 120_000);
