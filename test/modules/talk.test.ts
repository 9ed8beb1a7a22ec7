/** A character with a picture and a voice, and a script: one call makes a video of a person who speaks. */
import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { join } from "node:path";
import { EngineError } from "#core/engine";
import { defineModule } from "#core/module";
import { modules } from "#modules/index";
import { fal } from "#plugins/fal/index";
import { heygen } from "#plugins/heygen/index";
import { local } from "#plugins/local/index";
import type { Speaker, SpeakRequest } from "#sdk/slots/speak";
import { toWords } from "#sdk/speech/words";
import { startApp, type TestApp } from "#test/app";
import { clipVideos } from "#test/engines";
import { KEY as FAL_KEY, type FalServer, startFal } from "#test/plugins/fal/server";
import { KEY as HEYGEN_KEY, type HeyGen, startHeygen } from "#test/plugins/heygen/server";
import { serveResults } from "#test/plugins/kie/results";
import { toneOf } from "#test/tone";
import { until } from "#test/until";

const results = serveResults();
const SCRIPT = "Hello, I am Ann. This cream is twenty percent off today.";
const MODEL = "fal-ai/kling-video/ai-avatar/v2/standard";

const spoken: SpeakRequest[] = [];
let refusal: EngineError | undefined;
const speak: Speaker = {
  name: "mouth",
  models: [{ id: "mouth-1", title: "Mouth" }],
  voices: ["ann"],
  async speak(request, { folder }) {
    spoken.push(request);
    if (refusal) throw refusal;
    const path = join(folder, "voice.wav");
    const wave = toneOf(request.text);
    wave.writeUInt32LE(wave.length - 44, 40);
    await Bun.write(path, wave);
    const characters = [...request.text];
    const starts = characters.map((_, at) => at * 0.05);
    return { path, words: toWords({ characters, starts, ends: starts.map((start) => start + 0.05) }) };
  },
};
const mouth = defineModule({ name: "mouth", start: () => ({ engines: { speak } }) });

let falServer: FalServer;
let heygenServer: HeyGen;
let app: TestApp;
let api: TestApp["api"];
// biome-ignore lint/suspicious/noExplicitAny: the answer of an API
let ann: any;
beforeAll(async () => {
  [falServer, heygenServer] = await Promise.all([startFal(results), startHeygen(results)]);
  app = await startApp(
    {
      settings: {
        fal: { apiKey: FAL_KEY, baseUrl: falServer.url, uploadUrl: falServer.url },
        heygen: { apiKey: HEYGEN_KEY, baseUrl: heygenServer.url },
      },
      providers: { speak: "mouth", talk: ["fal", "heygen"], video: "local" },
      publicUrl: "https://media.example.com",
      allowHosts: ["127.0.0.1"],
    },
    [...modules, local, fal, heygen, mouth, clipVideos(results.video).module],
  );
});
afterAll(() => Promise.all([app.stop(), falServer.stop(), heygenServer.stop()]));
beforeEach(async () => {
  spoken.length = 0;
  falServer.submitted.length = 0;
  falServer.callbacks.length = 0;
  heygenServer.bodies.length = 0;
  refusal = undefined;
  ({ api } = await app.account(200));
  const voice = { engine: "mouth", id: "ann" };
  ann = (await api("POST", "/characters", { name: "Ann", description: "A doctor.", imageUrls: [results.image], voice }))
    .body;
});
const generate = (body: object) => api("POST", "/videos/generate", body);
const finish = async (body: object) => {
  const { status, body: started } = await generate(body);
  expect([status, started.errors]).toEqual([202, undefined]);
  return app.ended(`/videos/${started.videoId}`, api);
};
const types = async () =>
  (await api("GET", "/credits/transactions")).body.transactions.map(({ type }: { type: string }) => type);

test("one call: the script is spoken once, the picture and the speech go to the vendor, the video is stored", async () => {
  const video = await finish({ characterId: ann.id, script: SCRIPT });
  expect(video).toMatchObject({ status: "completed", model: MODEL, engine: "fal", prompt: SCRIPT, width: 360 });
  expect(spoken).toEqual([{ text: SCRIPT, voice: "ann" }]);
  expect(falServer.submitted).toHaveLength(1);
  const { input } = falServer.submitted[0]!;
  expect(input).toEqual({
    prompt: expect.stringContaining("A doctor."),
    image_url: expect.stringMatching(/\.png$/),
    audio_url: expect.stringMatching(/\.wav$/),
  });
  // It is a video like any other: listed, with versions, and captioned from the words' times.
  expect((await api("GET", "/videos")).body.videos).toHaveLength(1);
  const { body: captions } = await api("POST", `/videos/${video.videoId}/captions`, {});
  expect(captions).toMatchObject({ version: 2, operation: "captions" });
  // Four seconds or so at the price of videos, and the speech.
  expect(video.creditsUsed).toBe(2 * 4 + 3);
});

test("layers are drawn on the vendor's file: captions hold the script, and the first version is without them", async () => {
  const layers = [{ type: "captions" }, { type: "overlay", text: "20% off" }];
  const video = await finish({ characterId: ann.id, script: SCRIPT, layers });
  expect(video).toMatchObject({ status: "completed", engine: "fal", creditsUsed: 2 * 4 + 3 + 2 + 1 });
  expect([spoken.length, falServer.submitted.length]).toEqual([1, 1]);
  expect(falServer.submitted[0]!.input).not.toHaveProperty("layers");
  expect(video.versions).toMatchObject([
    { version: 1, operation: "original" },
    { version: 2, operation: "render", baseVersion: 1, layers: ["captions", "overlay"] },
  ]);
  const { body: version } = await api("GET", `/videos/${video.videoId}/versions/2`);
  expect(version.layers).toMatchObject([{ text: SCRIPT }, { text: "20% off" }]);
  const { body: again } = await api("POST", `/videos/${video.videoId}/render`, { layers: version.layers });
  expect(again).toMatchObject({ version: 2, creditsUsed: 0 });
});

test("the person in a video says a script: the lips are changed, the shape stays, and nothing is asked of a character", async () => {
  const video = await finish({ videoUrl: results.video, script: SCRIPT, voice: "mouth:ann" });
  expect(video).toMatchObject({ status: "completed", model: "fal-ai/sync-lipsync/v2", engine: "fal" });
  expect(video.aspectRatio).toBeUndefined();
  expect(falServer.submitted.map(({ input }) => input)).toEqual([
    {
      video_url: expect.stringMatching(/\.mp4$/),
      audio_url: expect.stringMatching(/\.wav$/),
      sync_mode: "bounce",
    },
  ]);
  const { body } = await api("GET", "/models");
  const faces = body.models.flatMap(({ id, faces }: { id: string; faces?: string[] }) => (faces ? [[id, faces]] : []));
  expect(Object.fromEntries(faces)).toMatchObject({
    ...{ "heygen-avatar": ["avatar", "image"], [MODEL]: ["image"] },
    "fal-ai/sync-lipsync/v2": ["video"],
  });
});

test("HeyGen's own people speak with HeyGen's own voices, without a speech engine", async () => {
  const { body: wayne } = await api("POST", "/characters", {
    name: "Wayne",
    avatar: { engine: "heygen", id: "Wayne" },
    voice: { engine: "heygen", id: "v1" },
  });
  expect(await finish({ characterId: wayne.id, script: "Hello!" })).toMatchObject({
    status: "completed",
    engine: "heygen",
  });
  expect(spoken).toEqual([]);
  expect(heygenServer.bodies[0]).toMatchObject({
    type: "avatar",
    avatar_id: "Wayne",
    script: "Hello!",
    voice_id: "v1",
  });
  const { body } = await api("GET", "/avatars");
  expect(body.avatars).toContainEqual(expect.objectContaining({ id: "Wayne", engine: "heygen" }));
});

test("a failed video is refunded once, and the speech is not paid for again", async () => {
  const video = await finish({ characterId: ann.id, script: SCRIPT, prompt: "[fail CUDA error]" });
  expect(video).toMatchObject({ status: "failed", failCode: "provider_error" });
  expect(await types()).toEqual(["refund", "charge", "grant"]);
  expect([spoken.length, falServer.submitted.length]).toEqual([1, 1]);
});

test("a speech that fails is refunded before the vendor of the video is called", async () => {
  refusal = new EngineError("moderated", "The text is not allowed.");
  const video = await finish({ characterId: ann.id, script: SCRIPT });
  expect(video).toMatchObject({ status: "failed", failCode: "moderated" });
  expect([await types(), falServer.submitted.length]).toEqual([["refund", "charge", "grant"], 0]);
});

test("a vendor without credit ends the video, and it is refunded", async () => {
  falServer.answer("submit", { status: 403, json: { detail: "User is locked. Reason: Exhausted balance." } });
  const video = await finish({ characterId: ann.id, script: SCRIPT, imageUrl: results.image });
  expect(video).toMatchObject({ engine: "fal", status: "failed", failCode: "provider_out_of_credit" });
  expect(await types()).toEqual(["refund", "charge", "grant"]);
});

test("a forged callback has the task read, and a second one changes nothing", async () => {
  const { body } = await generate({ characterId: ann.id, script: SCRIPT, prompt: "[running 2] slow" });
  await until(() => falServer.callbacks.length);
  const { pathname } = new URL(falServer.callbacks[0]!);
  const forged = JSON.stringify({ status: "ERROR", payload: { video: { url: "http://evil" } } });
  for (let i = 0; i < 3; i++) expect((await app.as(undefined)("POST", pathname, forged)).status).toBe(204);
  expect(await app.ended(`/videos/${body.videoId}`, api)).toMatchObject({ status: "completed" });
  expect((await app.as(undefined)("POST", pathname, forged)).status).toBe(204);
  expect([await types(), falServer.submitted.length]).toEqual([["charge", "grant"], 1]);
});

test("HeyGen's callbacks are hints, too: forged and repeated ones change nothing", async () => {
  const avatar = { engine: "heygen", id: "Wayne" };
  const { body: wayne } = await api("POST", "/characters", {
    name: "Wayne",
    avatar,
    voice: { engine: "heygen", id: "v1" },
  });
  heygenServer.callbacks.length = 0;
  const { body } = await generate({ characterId: wayne.id, script: "Hello!" });
  await until(() => heygenServer.callbacks.length);
  const { pathname } = new URL(heygenServer.callbacks[0]!);
  const forged = JSON.stringify({ event_type: "avatar_video.fail", event_data: { video_id: "video_0", msg: "no" } });
  for (let i = 0; i < 3; i++) expect((await app.as(undefined)("POST", pathname, forged)).status).toBe(204);
  expect(await app.ended(`/videos/${body.videoId}`, api)).toMatchObject({ status: "completed" });
  expect((await app.as(undefined)("POST", pathname, forged)).status).toBe(204);
  expect([await types(), heygenServer.bodies.length]).toEqual([["charge", "grant"], 1]);
});

test.each([
  ["a model of speaking people needs a script", { model: MODEL }, "script"],
  ["nobody to show", { model: MODEL, script: "Hello" }, "characterId"],
  ["a script that can never fit", { model: "fal-ai/bytedance/omnihuman/v1.5", script: SCRIPT.repeat(40) }, "script"],
  ["what such a model does not take", { model: MODEL, script: "Hello", duration: 5 }, "duration"],
  ["a video for a model that shows a picture", { model: MODEL, script: "Hello", videoUrl: results.video }, "videoUrl"],
  ["no video for a model that needs one", { model: "fal-ai/sync-lipsync/v2", script: "Hello" }, "videoUrl"],
  ["a video for a model that does not speak", { model: "clips-1", prompt: "x", videoUrl: results.video }, "videoUrl"],
  ["a shape for a video that has one", { script: "Hello", videoUrl: results.video, aspectRatio: "1:1" }, "aspectRatio"],
  ["a video without a script", { videoUrl: results.video, prompt: "x" }, "script"],
])("400 for %s, and nothing is charged", async (_, more, field) => {
  const characterId = field === "characterId" ? undefined : ann.id;
  const { status, body } = await generate({ ...(characterId ? { characterId } : { prompt: "x" }), ...more });
  expect([status, Object.keys(body.errors ?? {})]).toEqual([400, [field]]);
  expect(await types()).toEqual(["grant"]);
});

test.each([
  ["a video model that does not speak", { model: "clips-1", script: SCRIPT }, "script"],
  ["a voice without a script", { prompt: "Hello", voice: "ann" }, "script"],
])("400 for %s: no silent video is made of a script", async (_, body, field) => {
  const { status, body: problem } = await generate(body);
  expect([status, Object.keys(problem.errors ?? {})]).toEqual([400, [field]]);
  expect(await types()).toEqual(["grant"]);
});

test("GET /models lists the models with price and limits", async () => {
  const { body } = await api("GET", "/models");
  expect(body.models).toContainEqual(
    expect.objectContaining({
      ...{ id: "heygen-avatar", kind: "talk", engine: "heygen", resolutions: ["720p", "1080p"] },
      duration: { min: 1, max: 600, default: 30 },
      price: { credits: 2, per: "second" },
    }),
  );
});
