import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { modules } from "#modules/index";
import { local } from "#plugins/local/index";
import { whisper } from "#plugins/whisper/index";
import { startApp, type TestApp } from "#test/app";
import { writeModel } from "./model";

let folder: string;
let app: TestApp;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "vireo-whisper-"));
  await writeModel(folder);
  app = await startApp({}, [...modules, local, whisper], { WHISPER_MODEL: folder });
});
afterAll(async () => {
  await app.stop();
  await rm(folder, { recursive: true, force: true });
});

test("captions without a text say what the model hears in the video's own sound", async () => {
  const { api } = app;
  const track = await api("POST", "/music/generate", { prompt: "calm piano" });
  await app.ended(`/music/${track.body.musicId}`);
  const asked = { prompt: "Kaffee", duration: 3, resolution: "720p", musicId: track.body.musicId };
  const { videoId } = (await api("POST", "/videos/generate", asked)).body;
  await app.ended(`/videos/${videoId}`);
  const { status, body } = await api("POST", `/videos/${videoId}/captions`, { style: "karaoke" });
  expect([status, body.version, body.operation]).toEqual([200, 2, "captions"]);
  const { request } = await app.vireo.db
    .selectFrom("generations")
    .select("request")
    .where("kind", "=", "edit")
    .executeTakeFirstOrThrow();
  // What is heard is heard for the run, and not written into what was asked.
  expect(request).not.toHaveProperty("transcript");
  expect((await api("GET", "/ready")).status).toBe(200);
}, 120_000);
