import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { modules } from "#modules/index";
import { local } from "#plugins/local/index";
import { whisper } from "#plugins/whisper/index";
import { startApp, type TestApp } from "#test/app";
import { clipVideos } from "#test/engines";
import { serveFiles } from "#test/files";
import { writeModel } from "./model";

const files = serveFiles();

let folder: string;
let app: TestApp;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "vireo-whisper-"));
  await writeModel(folder);
  const more = { allowHosts: ["127.0.0.1"], providers: { video: "clips" } };
  app = await startApp(more, [...modules, local, whisper, clipVideos(files.clip).module], { WHISPER_MODEL: folder });
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
});
