/** Transcripts made on request, by a stand-in for a transcriber. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { EngineError } from "#core/engine";
import { defineModule } from "#core/module";
import { modules } from "#modules/index";
import { local } from "#plugins/local/index";
import type { Cue, Transcriber } from "#sdk/slots/transcribe";
import { startApp, type TestApp } from "#test/app";
import { clipVideos } from "#test/engines";
import { clip, tools } from "#test/plugins/local/edit-clips";
import { until } from "#test/until";

const DONE = { status: "completed", progress: 100 };
const CUES: Cue[] = [{ start: 0, end: 2, text: "Hello there" }];
let hear: (progress: (percent: number) => void) => Promise<Cue[]>;
const asked: (string | undefined)[] = [];
const transcribe: Transcriber = {
  name: "ears",
  transcribe({ language }, run) {
    asked.push(language);
    return hear(run.progress);
  },
};
const ears = defineModule({ name: "ears", start: () => ({ engines: { transcribe } }) });

let app: TestApp;
let deaf: TestApp;
let source: string;
beforeAll(async () => {
  source = await clip(tools(), "clip.mp4");
  const start = (...others: (typeof ears)[]) =>
    startApp({ providers: { video: "clips" } }, [...modules, local, clipVideos(source).module, ...others]);
  [app, deaf] = await Promise.all([start(ears), start()]);
});
afterAll(() => Promise.all([app.stop(), deaf.stop()]));

async function makeVideo({ api, ended }: TestApp): Promise<string> {
  const { body } = await api("POST", "/videos/generate", { prompt: "Hello", duration: 3 });
  return (await ended(`/videos/${body.videoId}`)).videoId;
}
const getBalance = async () => (await app.api("GET", "/credits")).body.balance;

test("a video has no transcript until one is made; then it is read, and captions show it", async () => {
  const videoId = await makeVideo(app);
  const path = `/videos/${videoId}/transcript`;
  const missing = await app.api("GET", path);
  expect([missing.status, missing.body.detail]).toEqual([404, expect.stringContaining("POST")]);

  hear = async () => CUES;
  const before = await getBalance();
  const made = await app.api("POST", path, { language: "en" });
  expect([made.status, made.body]).toEqual([200, { videoId, version: 1, ...DONE, cues: CUES }]);
  expect([asked, made.headers.get("x-credits-used"), await getBalance()]).toEqual([["en"], "1", before - 1]);
  expect((await app.api("GET", path)).body).toEqual(made.body);

  // Once made, it is free, and the engine is not asked again.
  hear = () => Promise.reject(new Error("asked twice"));
  expect((await app.api("POST", path)).body).toEqual(made.body);
  expect(await getBalance()).toBe(before - 1);
  const captioned = await app.api("POST", `/videos/${videoId}/captions`, {});
  expect([captioned.status, captioned.body.version]).toEqual([200, 2]);
  expect((await app.api("GET", path)).body).toEqual({ ...made.body, version: 2 });
});

test("the old version names the video as it names every video", async () => {
  const videoId = await makeVideo(app);
  hear = async () => CUES;
  const { body } = await app.api("POST", `/videos/${videoId}/transcript`, {}, { "service-version": "2025-11-10" });
  expect(body).toEqual({ id: body.taskId, taskId: expect.any(String), version: 1, ...DONE, cues: CUES });
});

test("502 and a refund if the engine fails; then it can be tried again", async () => {
  const path = `/videos/${await makeVideo(app)}/transcript`;
  const before = await getBalance();
  hear = () => Promise.reject(new EngineError("provider_error", "The microphone is off."));
  const failed = await app.api("POST", path);
  expect([failed.status, failed.body.failCode]).toEqual([502, "provider_error"]);
  expect([failed.headers.get("x-credits-used"), await getBalance()]).toEqual(["0", before]);
  expect((await app.api("GET", path)).body).toMatchObject({
    ...{ status: "failed", cues: [], failCode: "provider_error", failMessage: "The microphone is off." },
  });
  hear = async () => [];
  expect(await app.api("POST", path)).toMatchObject({ status: 200, body: { cues: [] } });
  expect(await app.api("GET", path)).toMatchObject({ status: 200, body: { cues: [] } });
});

test("409 while it is being made, and one charge", async () => {
  const path = `/videos/${await makeVideo(app)}/transcript`;
  const before = await getBalance();
  const { promise, resolve } = Promise.withResolvers<Cue[]>();
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  hear = () => {
    begin();
    return promise;
  };
  const first = app.api("POST", path, { language: "en" });
  await begun;
  expect((await app.api("POST", path)).status).toBe(409);
  expect((await app.api("GET", path)).body).toMatchObject({ status: "processing", progress: 0, cues: [] });
  resolve(CUES);
  expect((await first).status).toBe(200);
  expect(await getBalance()).toBe(before - 1);
});

test("the transcript of a version without pauses is not that of its original, whose times differ", async () => {
  const soundFilter = "volume='between(t,0.5,2.5)+between(t,5,7)':eval=frame";
  const talk = await clip(tools(), "talk.mp4", { seconds: 8, soundFilter });
  const form = new FormData();
  form.append("file", Bun.file(talk), "talk.mp4");
  const { videoId } = (await app.api("POST", "/upload", form)).body;
  const tight = await app.api("POST", `/videos/${videoId}/render`, { layers: [{ type: "tighten" }] });
  expect(tight.body.version).toBe(2);
  hear = async () => [{ start: 3, end: 4, text: "Second" }];
  expect((await app.api("POST", `/videos/${videoId}/transcript`)).body.version).toBe(2);
  hear = async () => [{ start: 5, end: 7, text: "Second" }];
  expect((await app.api("POST", `/videos/${videoId}/captions`, { fromVersion: 1 })).status).toBe(200);
  const { body } = await app.api("GET", `/videos/${videoId}/versions/3`);
  expect(body.layers[0].transcript).toEqual([{ start: 5, end: 7, text: "Second" }]);
});

test("202 at once with Prefer: respond-async, then GET shows the progress and the transcript", async () => {
  const videoId = await makeVideo(app);
  const path = `/videos/${videoId}/transcript`;
  const { promise, resolve } = Promise.withResolvers<Cue[]>();
  hear = (progress) => {
    progress(42);
    return promise;
  };
  const started = await app.api("POST", path, {}, { prefer: "respond-async" });
  expect([started.status, started.headers.get("preference-applied")]).toEqual([202, "respond-async"]);
  expect(started.body).toEqual({ videoId, version: 1, status: "processing", progress: expect.any(Number), cues: [] });
  const read = async () => (await app.api("GET", path)).body;
  const heard = await until(async () => (await read()).progress > 0 && read());
  expect(heard).toMatchObject({ status: "processing", progress: 42 });
  resolve(CUES);
  const made = await until(async () => (await read()).status !== "processing" && read());
  expect(made).toMatchObject({ ...DONE, cues: CUES });
});

test("another account's video and unknown versions are 404", async () => {
  const videoId = await makeVideo(app);
  const stranger = await app.account();
  expect((await stranger.api("POST", `/videos/${videoId}/transcript`)).status).toBe(404);
  expect((await app.api("POST", `/videos/${videoId}/transcript`, { version: 9 })).status).toBe(404);
});

test("503 without an engine that transcribes, with a way to get one", async () => {
  const { status, body } = await deaf.api("POST", `/videos/${await makeVideo(deaf)}/transcript`);
  expect([status, body.detail]).toEqual([503, expect.stringContaining("WHISPER_MODEL")]);
});
