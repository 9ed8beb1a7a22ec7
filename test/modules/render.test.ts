import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { probe } from "#core/media/probe";
import { defineModule } from "#core/module";
import { modules } from "#modules/index";
import { local } from "#plugins/local/index";
import type { Speaker } from "#sdk/slots/speak";
import type { Transcriber } from "#sdk/slots/transcribe";
import { startApp, type TestApp } from "#test/app";
import { clipVideos } from "#test/engines";
import { brightness, clip, tools } from "#test/plugins/local/edit-clips";
import { toneOf } from "#test/tone";

const speak: Speaker = {
  name: "mouth",
  models: [{ id: "mouth-1", title: "Mouth" }],
  async speak({ text, speed }, { folder }) {
    const path = join(folder, `${crypto.randomUUID()}.wav`);
    const wave = toneOf(text, speed);
    wave.writeUInt32LE(wave.length - 44, 40);
    await Bun.write(path, wave);
    return { path };
  },
};
let listened = 0;
const transcribe: Transcriber = {
  name: "ears",
  async transcribe() {
    listened++;
    return [
      { start: 0, end: 0.9, text: "Gone" },
      { start: 1.2, end: 1.9, text: "Hello there" },
    ];
  },
};
const senses = defineModule({ name: "senses", start: () => ({ engines: { speak, transcribe } }) });

let app: TestApp;
let videoId: string;
const kit = tools();
beforeAll(async () => {
  const { module } = clipVideos(await clip(kit, "clip.mp4", { seconds: 3 }));
  app = await startApp({ providers: { video: "clips" } }, [...modules, local, module, senses]);
  const { body } = await app.api("POST", "/videos/generate", { prompt: "Hello", duration: 3 });
  ({ videoId } = await app.ended(`/videos/${body.videoId}`));
});
afterAll(() => app.stop());

const render = (body: object, headers = {}) => app.api("POST", `/videos/${videoId}/render`, body, headers);
const balance = async () => (await app.api("GET", "/credits")).body.balance;
const readVideo = async () => (await app.api("GET", `/videos/${videoId}`)).body;
const readVersion = async (version: number) => (await app.api("GET", `/videos/${videoId}/versions/${version}`)).body;
async function fetched(url: string): Promise<string> {
  const path = join(kit.folder, `${crypto.randomUUID()}.mp4`);
  await Bun.write(path, await app.vireo.handle(new Request(url)));
  return path;
}

test("several edits make one version, for the sum of their prices", async () => {
  const before = await balance();
  const { status, body } = await render({
    layers: [
      { type: "trim", start: 1 },
      { type: "overlay", text: "SALE", position: "top" },
      { type: "captions" },
      { type: "voiceover", text: "Twenty letters here." },
    ],
  });
  expect([status, body]).toEqual([
    200,
    { videoId, url: expect.any(String), version: 2, operation: "render", creditsUsed: 7 },
  ]);
  expect(await balance()).toBe(before - 7);
  const { duration, versions } = await readVideo();
  expect(duration).toBeCloseTo(2, 1);
  expect(versions.map(({ operation }: { operation: string }) => operation)).toEqual(["original", "render"]);
  // What was said from 1.2 s on is read from 0.2 s on, and what was cut off is not.
  const seen = await brightness(await fetched(body.url), 0.5, 180, 320);
  expect(seen(0.1, 0.6, 0.9, 0.8)).toBeGreaterThan(0.03);
  expect(seen(0.1, 0, 0.9, 0.3)).toBeGreaterThan(0.005);
});

test("a version shows the captions that it was made with, but no text taken from the video", async () => {
  const readCaptions = async () => (await readVideo()).versions.at(-1).captions;
  expect(await readCaptions()).toEqual({ style: "bold", position: "bottom" });
  const settings = {
    ...{ transcript: [{ start: 0.2, end: 0.9, text: "Hi there" }], style: "karaoke", position: "top" },
    ...{ fontFamily: "Anton", fontSize: 90, color: "#fff", highlightColor: "#fca311", outlineColor: "#000000" },
    ...{ maxWordsPerLine: 2, uppercase: true, avoidText: false },
  };
  const copy = (await app.api("POST", "/videos", { url: (await readVideo()).versions[0].url })).body.videoId;
  const edit = async (operation: string, request: object) => {
    const { status, body } = await app.api("POST", `/videos/${copy}/${operation}`, request);
    expect({ status, body }).toMatchObject({ status: 200 });
  };
  await edit("captions", settings);
  await edit("captions", { language: "en" });
  const layers = [
    { type: "captions", text: "Hi there", position: "center" },
    { type: "overlay", text: "Sale" },
  ];
  await edit("render", { layers, fromVersion: 1 });
  const { body } = await app.api("GET", `/videos/${copy}`);
  expect(body.versions.map((version: { captions?: object }) => version.captions)).toEqual([
    undefined,
    settings,
    { language: "en", style: "bold", position: "bottom" },
    { text: "Hi there", style: "bold", position: "center" },
  ]);
  // Lists leave out texts, which can be as long as the video.
  const { transcript: _, ...look } = settings;
  const { body: list } = await app.api("GET", "/videos?source=upload");
  expect(list.videos[0].versions[1].captions).toEqual(look);
  expect(list.videos[0].versions[3].captions).toEqual({ style: "bold", position: "center" });
  await app.api("DELETE", `/videos/${copy}`);
});

test("captions after a voice-over show what it says, without a transcription", async () => {
  const before = listened;
  const layers = [{ type: "voiceover", text: "Twenty letters here." }, { type: "captions" }];
  const { status, body } = await render({ layers, fromVersion: 1 });
  expect([status, body.version, body.creditsUsed, listened]).toEqual([200, 3, 5, before]);
  expect((await readVideo()).versions.at(-1).captions).toEqual({ style: "bold", position: "bottom" });
});

test("an edit begins at the version asked for", async () => {
  const { body } = await app.api("POST", `/videos/${videoId}/overlay`, { type: "text", text: "Hi", fromVersion: 1 });
  expect((await probe(await fetched(body.url)))?.duration).toBeCloseTo(3, 1);
  const refused = await app.api("POST", `/videos/${videoId}/trim`, { start: 1, fromVersion: 99 });
  expect([refused.status, refused.body.errors.fromVersion]).toEqual([400, ["The video has versions 1 to 4."]]);
});

test("a trim is an edit of its own, in both API versions", async () => {
  const { status, body } = await app.api(
    ...(["POST", `/videos/${videoId}/trim`, { start: 0.5, end: 1.5, fromVersion: 1 }] as const),
    { "service-version": "2025-11-10" },
  );
  expect([status, body.operation, body.creditsUsed]).toEqual([200, "trim", 1]);
  expect(body.id).toBe(body.taskId);
  expect((await probe(await fetched(body.resultUrl)))?.duration).toBeCloseTo(1, 1);
});

test.each<[string, object, string[]]>([
  ["for more than 50 layers", { layers: Array(51).fill({ type: "overlay", text: "Hi" }) }, ["layers"]],
  ["for a layer of another version", { layers: [{ id: "lay_unknown" }] }, ["layers.0.id"]],
  [
    "for a time outside the trimmed video",
    {
      layers: [
        { type: "trim", start: 1 },
        { type: "overlay", text: "Hi", start: 2.5 },
      ],
      fromVersion: 1,
    },
    ["layers.1.start"],
  ],
  ["for a layer that is not there", { layers: [{ type: "confetti" }] }, ["layers.0.type"]],
  ["for a field that its layer does not take", { layers: [{ type: "trim", start: 1, text: "Hi" }] }, ["layers.0.text"]],
  ["for a value out of range", { layers: [{ type: "voiceover", text: "Hi", volume: 3 }] }, ["layers.0.volume"]],
  ["for an overlay of nothing", { layers: [{ type: "overlay" }] }, ["layers.0.text"]],
  [
    "for a trim of more than is left",
    {
      fromVersion: 1,
      layers: [
        { type: "trim", start: 1 },
        { type: "trim", start: 1, end: 2.5 },
      ],
    },
    ["layers.1.end"],
  ],
  [
    "for captions with two sources",
    { layers: [{ type: "captions", text: "Hi", transcript: [{ start: 0, end: 1, text: "Hi" }] }] },
    ["layers.0.text"],
  ],
])("400 %s, and nothing is charged", async (_, body, fields) => {
  const before = await balance();
  const answer = await render(body);
  expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([400, fields]);
  expect(await balance()).toBe(before);
});

test("new captions take the place of old ones, also below later layers", async () => {
  const caption = (body: object) => app.api("POST", `/videos/${videoId}/captions`, { text: "Hello you", ...body });
  const first = await caption({ position: "top", fromVersion: 1 });
  const second = await caption({ position: "bottom" });
  expect([first.status, second.status]).toEqual([200, 200]);
  const isTopBright = async (url: string) => (await brightness(await fetched(url), 1, 180, 320))(0, 0.1, 1, 0.4) > 0;
  expect([await isTopBright(first.body.url), await isTopBright(second.body.url)]).toEqual([true, false]);

  await caption({ position: "top", fromVersion: 1 });
  await app.api("POST", `/videos/${videoId}/overlay`, { type: "text", text: "Hi", position: "left", start: 0.5 });
  const { body } = await caption({ position: "bottom" });
  expect(await isTopBright(body.url)).toBe(false);
  const types = async (version: number) =>
    (await readVersion(version)).layers.map(({ type }: { type: string }) => type);
  expect(await types(body.version)).toEqual(["overlay", "captions"]);
  const stacked = await caption({ replace: false, position: "top" });
  expect([await types(stacked.body.version), await isTopBright(stacked.body.url)]).toEqual([
    ["overlay", "captions", "captions"],
    true,
  ]);
});

test("music of the account is a layer, for its price; 400 for a track of nobody, both sources or none", async () => {
  const { body: track } = await app.api("POST", "/music/generate", { prompt: "A calm beat, 10 seconds" });
  await app.ended(`/music/${track.musicId}`);
  const before = await balance();
  const music = { type: "music", musicId: track.musicId, volume: 0.4, fadeOut: 0.5 };
  const { status, body } = await render({ layers: [music], fromVersion: 1 });
  expect([status, body.operation, before - (await balance())]).toEqual([200, "render", 1]);
  expect((await probe(await fetched(body.url)))?.duration).toBeCloseTo(3, 0);
  // A version says what it adds to which: clients replace the layers that it has.
  const { versions } = (await app.api("GET", `/videos/${videoId}`)).body;
  expect(versions.at(-1)).toMatchObject({ operation: "render", baseVersion: 1, layers: ["music"] });
  expect(versions[0]).not.toContainAnyKeys(["baseVersion", "layers"]);
  const captioned = versions.find((one: { operation: string }) => one.operation === "captions");
  expect(captioned).toMatchObject({ baseVersion: 1, layers: ["captions"] });
  for (const wrong of [{ musicId: "mus_unknown" }, { ...music, audioUrl: body.url }, {}]) {
    const refused = await render({ layers: [{ ...wrong, type: "music" }] });
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([400, ["layers.0.musicId"]]);
  }
});
