import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { EngineError } from "#core/engine";
import { probe } from "#core/media/probe";
import { defineModule } from "#core/module";
import { modules } from "#modules/index";
import { local } from "#plugins/local/index";
import type { Speaker, SpeakRequest } from "#sdk/slots/speak";
import type { Transcriber } from "#sdk/slots/transcribe";
import { startApp, type TestApp } from "#test/app";
import { clipVideos } from "#test/engines";
import { clip, listen, tools } from "#test/plugins/local/edit-clips";
import { TONE, toneOf } from "#test/tone";

let asked: SpeakRequest[] = [];
let refuses: EngineError | undefined;
const speak: Speaker = {
  name: "mouth",
  models: [{ id: "mouth-1", title: "Mouth" }],
  voices: ["anna", "ben"],
  async speak(request, { folder }) {
    asked.push(request);
    if (refuses) throw refuses;
    const path = join(folder, "voice.wav");
    const wave = toneOf(request.text, request.speed);
    wave.writeUInt32LE(wave.length - 44, 40);
    await Bun.write(path, wave);
    return { path };
  },
};
const heard: (number | undefined)[] = [];
const transcribe: Transcriber = {
  name: "ears",
  async transcribe({ path }) {
    heard.push((await probe(path))?.duration);
    return [{ start: 0, end: 1, text: "Hello" }];
  },
};
const senses = defineModule({ name: "senses", start: () => ({ engines: { speak, transcribe } }) });

let app: TestApp;
let silent: TestApp;
// biome-ignore lint/suspicious/noExplicitAny: the answer of an API
let video: any;
const kit = tools();
const make = async ({ api, ended }: TestApp) =>
  ended(`/videos/${(await api("POST", "/videos/generate", SHORT)).body.videoId}`);
const SHORT = { prompt: "Hello", duration: 3 };
// The soundtrack is low, so that the voice can be told from it.
const clips = clipVideos(await clip(kit, "clip.mp4", { seconds: 3, soundFilter: "volume=0.1" }));
const config = { providers: { video: "clips" } };
beforeAll(async () => {
  [app, silent] = await Promise.all([
    startApp(config, [...modules, local, clips.module, senses]),
    startApp(config, [...modules, local, clips.module]),
  ]);
  video = await make(app);
});
afterAll(() => Promise.all([app.stop(), silent.stop()]));
afterEach(() => {
  asked = [];
  refuses = undefined;
});

const say = (body: object, headers = {}, client = app.api) =>
  client("POST", `/videos/${video.videoId}/voiceover`, body, headers);
const balance = async () => (await app.api("GET", "/credits")).body.balance;
/** A stored file, on disk. */
async function fetched(url: string): Promise<string> {
  const path = join(kit.folder, `${crypto.randomUUID()}.mp4`);
  await Bun.write(path, await app.vireo.handle(new Request(url)));
  return path;
}

/** Twenty letters take a second. */
const SECOND = "Twenty letters here.";

test("a voice-over is a new version in which the text is heard from its start on; the original stays", async () => {
  const before = await balance();
  const { status, body } = await say({ text: SECOND, voice: "anna", start: 1 });
  expect([status, body]).toEqual([
    200,
    { videoId: video.videoId, url: expect.any(String), version: 2, operation: "voiceover", creditsUsed: 3 },
  ]);
  expect(await balance()).toBe(before - 3);
  expect(asked).toEqual([{ text: SECOND, voice: "anna" }]);

  const [original, voiced] = await Promise.all([fetched(video.url), fetched(body.url)]);
  const [was, is] = [await listen(original), await listen(voiced)];
  expect(is(TONE, 1.1, 1.9)).toBeGreaterThan(0.2);
  for (const [from, to] of [
    [0.2, 0.9],
    [2.1, 2.8],
  ] as const)
    expect(is(TONE, from, to)).toBeLessThan(was(TONE, from, to) + 0.02);
  expect((await probe(voiced))?.duration).toBeCloseTo(video.duration, 1);

  const { body: now } = await app.api("GET", `/videos/${video.videoId}`);
  expect(now.url).toBe(body.url);
  expect(now.versions.map(({ operation }: { operation: string }) => operation)).toEqual(["original", "voiceover"]);
});

test("the old API version answers in its shape", async () => {
  const { status, body } = await say({ text: "Hi" }, { "service-version": "2025-11-10" });
  expect([status, body.operation, body.version]).toEqual([200, "voiceover", 3]);
  expect(body).toMatchObject({ id: body.taskId, resultUrl: expect.any(String) });
  expect(body).not.toHaveProperty("url");
});

test("a character speaks with its own voice", async () => {
  const [{ body: tom }, { body: mute }] = [
    await app.api("POST", "/characters", { name: "Tom", voiceId: "ben" }),
    await app.api("POST", "/characters", { name: "Mute" }),
  ];
  expect((await say({ text: "Hi", characterId: tom.id, speed: 1.5 })).status).toBe(200);
  expect(asked).toEqual([{ text: "Hi", voice: "ben", speed: 1.5 }]);
  for (const [body, field] of [
    [{ text: "Hi", characterId: mute.id }, "characterId"],
    [{ text: "Hi", characterId: "chr_nobody" }, "characterId"],
    [{ text: "Hi", characterId: tom.id, voice: "anna" }, "voice"],
  ] as const) {
    const answer = await say(body);
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([400, [field]]);
  }
});

test("a voice longer than the video holds the last picture; what comes after works on the longer one", async () => {
  const { status, body } = await say({ text: SECOND.repeat(5), start: 1, fromVersion: 1 });
  expect(status).toBe(200);
  const held = await fetched(body.url);
  expect((await probe(held))?.duration).toBeCloseTo(6, 1);
  expect((await listen(held))(TONE, 5.2, 5.9)).toBeGreaterThan(0.2);

  expect((await app.api("GET", `/videos/${video.videoId}`)).body.duration).toBeCloseTo(6, 1);
  expect((await app.api("GET", "/videos")).body.videos[0].duration).toBeCloseTo(6, 1);

  expect((await say({ text: "Hi", start: 5 })).status).toBe(200);
  const captioned = await app.api("POST", `/videos/${video.videoId}/captions`, {});
  expect([captioned.status, captioned.body.operation]).toEqual([200, "captions"]);
  // They show what the voices say, which nobody has to transcribe.
  expect(heard).toEqual([]);
  const { layers } = (await app.api("GET", `/videos/${video.videoId}/versions/${captioned.body.version}`)).body;
  const { transcript } = layers.find(({ type }: { type: string }) => type === "captions");
  expect(transcript.map(({ start, text }: { start: number; text: string }) => [start, text])).toEqual([
    [1, SECOND.repeat(5).trim()],
    [5, "Hi"],
  ]);
});

describe("nothing is spoken and nothing charged:", () => {
  test.each<[string, object, string]>([
    ["400 without a text", {}, "text"],
    ["400 for a text of spaces", { text: " \n" }, "text"],
    ["400 for a text that nobody could say in that time", { text: "Very long. ".repeat(400) }, "text"],
    ["400 for a start after the video's end", { text: "Hi", start: 600 }, "start"],
    ["400 for a start before the video", { text: "Hi", start: -1 }, "start"],
    ["400 for a voice louder than twice", { text: "Hi", volume: 2.1 }, "volume"],
    ["400 for the video's sound made louder", { text: "Hi", originalVolume: 1.1 }, "originalVolume"],
    ["400 for a field that is not there", { text: "Hi", pitch: 1 }, "pitch"],
  ])("%s", async (_, body, field) => {
    const before = await balance();
    const answer = await say(body);
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([400, [field]]);
    expect([await balance(), asked]).toEqual([before, []]);
  });

  test("409 while the video is not completed, 404 for another's", async () => {
    const { body } = await app.api("POST", "/videos/generate", { ...SHORT, prompt: "held" });
    expect((await app.api("POST", `/videos/${body.videoId}/voiceover`, { text: "Hi" })).status).toBe(409);
    const { api } = await app.account();
    expect((await say({ text: "Hi" }, {}, api)).status).toBe(404);
    clips.release();
    await app.ended(`/videos/${body.videoId}`);
    expect(asked).toEqual([]);
  });

  test("503 where no engine speaks, which says what to set", async () => {
    const own = await make(silent);
    const { status, body } = await silent.api("POST", `/videos/${own.videoId}/voiceover`, { text: "Hi" });
    expect([status, body.type]).toEqual([503, expect.stringContaining("provider_unavailable")]);
    for (const words of ["OPENAI_API_KEY", "OPENAI_SPEECH_URL", "providers: { speak:"])
      expect(body.detail).toContain(words);
    const { body: ledger } = await silent.api("GET", "/credits/transactions");
    expect(JSON.stringify(ledger)).not.toContain("Voice-over");
  });
});

describe("what goes wrong is answered with the reason, and refunded:", () => {
  test("400 for a voice that outlasts the video by more than 10 seconds, with both lengths", async () => {
    const before = await balance();
    const { status, body } = await say({ text: SECOND.repeat(18) });
    expect([status, body.failCode, asked.length]).toEqual([400, "voiceover_too_long", 1]);
    expect(body.detail).toContain("takes 18.0 s, the video is 6.0 s long");
    expect(await balance()).toBe(before);
  });

  test.each([
    ["provider_rejected", 400],
    ["moderated", 400],
    ["provider_rate_limited", 502],
    ["outcome_unknown", 502],
  ] as const)("%s of the engine that speaks: %i", async (code, expected) => {
    const before = await balance();
    refuses = new EngineError(code, "There is no voice of this name.");
    const { status, body } = await say({ text: "Hi" });
    expect([status, body.failCode]).toEqual([expected, code]);
    expect(body.detail).toContain("no voice of this name");
    expect(await balance()).toBe(before);
  });
});

test("the price and the voices are listed", async () => {
  const { body: pricing } = await app.api("GET", "/credits/pricing");
  expect(pricing.prices).toContainEqual({ operation: "voiceover", credits: 3, per: "call" });
  const { body } = await app.api("GET", "/models");
  expect(body.models).toContainEqual({
    ...{ id: "mouth-1", title: "Mouth", kind: "speak", engine: "mouth", default: true },
    voices: ["anna", "ben"],
    price: { credits: 3, per: "call" },
  });
});

test("a video whose request is not known any more is shown without its ratio", async () => {
  const { db } = app.vireo;
  await db.updateTable("generations").set({ request: {} }).where("kind", "=", "video").execute();
  const { status, body } = await app.api("GET", `/videos/${video.videoId}`);
  expect([status, body.videoId]).toEqual([200, video.videoId]);
  expect(body).not.toHaveProperty("aspectRatio");
  expect((await app.api("GET", "/videos")).status).toBe(200);
});
