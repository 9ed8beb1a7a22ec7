import { afterAll, beforeAll, expect, test } from "bun:test";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { HeygenClient } from "#plugins/heygen/client";
import { createTalker } from "#plugins/heygen/talker";
import { talkerConformance } from "#sdk/testing/conformance/talk";
import { vendorFaults } from "#sdk/testing/conformance/vendor";
import { serveResults } from "#test/plugins/kie/results";
import { synthesize } from "#test/plugins/local/edit-clips";
import { toneOf } from "#test/tone";
import { type HeyGen, KEY, startHeygen } from "./server";

const results = serveResults();
let server: HeyGen;
beforeAll(async () => {
  server = await startHeygen(results);
});
afterAll(() => server.stop());

const make = (url = server.url, apiKey = KEY, timeoutMs?: number) =>
  createTalker(new HeygenClient({ apiKey, baseUrl: url, ...(timeoutMs ? { timeoutMs } : {}) }));
const base = { model: "heygen-avatar", prompt: "", aspectRatio: "9:16", resolution: "720p" };
const stock = { ...base, avatar: "Wayne", ownVoice: "v1" };

talkerConformance("heygen", {
  talker: () => make(),
  requests: [stock, { ...base, avatar: "Wayne" }, { ...base, imageUrl: results.image }],
  refused: [
    { request: stock, code: "provider_error", text: "[fail render_failed the avatar is broken]" },
    { request: stock, code: "provider_error", text: "[fail]" },
    { request: stock, code: "moderated", text: "[fail content_moderation rejected]" },
    { request: stock, code: "provider_error", text: "[empty]" },
    { request: stock, code: "provider_error", text: "[lost]" },
    { request: stock, code: "moderated", text: "[blocked]" },
    { request: stock, code: "provider_out_of_credit", text: "[credit]" },
    { request: stock, code: "provider_out_of_credit", text: "[trial]" },
    { request: stock, code: "outcome_unknown", text: "[twice]" },
    { request: { ...base, avatar: "nobody" }, code: "provider_rejected" },
    { request: { ...base, imageUrl: results.missing }, code: "download_failed" },
    { request: { ...base, imageUrl: results.text }, code: "provider_rejected" },
  ],
  shortest: { ...base, avatar: "Wayne" },
  made: () => server.bodies.length,
});

vendorFaults("heygen", {
  async start(timeoutMs) {
    const own = await startHeygen({ video: "http://127.0.0.1:1/v", image: "http://127.0.0.1:1/i" });
    return { server: own, engine: make(own.url, KEY, timeoutMs) };
  },
  create: ["POST", /^\/v3\/videos$/],
  read: ["GET", /^\/v3\/videos\/./],
  request: { ...base, avatar: "Wayne", speech: { text: "Hello", voice: "v1" } },
});

const run = (callbackUrl?: string) => ({
  ...{ id: crypto.randomUUID(), folder: tmpdir(), signal: AbortSignal.timeout(60_000), progress() {} },
  download: async (url: string) => download(url),
  ...(callbackUrl ? { callbackUrl } : {}),
});

test("its own people and voices are sent by their ids, with the shape and the callback", async () => {
  const speech = { text: "Hello", voice: "v1", speed: 3 };
  await make().create({ ...base, prompt: "calm", avatar: "Wayne", speech }, run("https://me/open/callbacks/1"));
  expect(server.bodies.at(-1)).toEqual({
    ...{ type: "avatar", avatar_id: "Wayne" },
    ...{ script: "Hello", voice_id: "v1", voice_settings: { speed: 1.5 } },
    ...{ aspect_ratio: "9:16", resolution: "720p", callback_url: "https://me/open/callbacks/1" },
  });
});

test("a portrait moves as the prompt says, and files are named by their types", async () => {
  const voicePath = join(tmpdir(), `vireo-heygen-${crypto.randomUUID()}.wav`);
  await Bun.write(voicePath, toneOf("Hello"));
  const uploaded = server.uploads.length;
  const speech = { text: "Hello" };
  await make().create({ ...base, prompt: "waves", imageUrl: results.image, speech, voicePath }, run());
  expect(server.uploads.slice(uploaded).map(({ name, type }) => [name, type])).toEqual([
    ["portrait.png", "image/png"],
    ["speech.wav", "audio/wav"],
  ]);
  expect(server.bodies.at(-1)).toEqual({
    ...{ type: "image", image: { type: "asset_id", asset_id: expect.any(String) }, motion_prompt: "waves" },
    ...{ audio_asset_id: expect.any(String), aspect_ratio: "9:16", resolution: "720p" },
  });
});

test("a generation has one Idempotency-Key, so HeyGen makes its video once however often it is sent", async () => {
  const one = run();
  const speech = { text: "Hello", voice: "v1" };
  const before = server.bodies.length;
  const create = () => make().create({ ...base, avatar: "Wayne", speech }, one);
  expect(await create()).toEqual(await create());
  expect(server.bodies.length - before).toBe(1);
});

test("a video waits while HeyGen makes ten others", async () => {
  server.busy = 6;
  const before = server.bodies.length;
  const outcome = await make().create({ ...base, avatar: "Wayne", speech: { text: "Hello", voice: "v1" } }, run());
  expect([outcome.state, server.bodies.length - before]).toEqual(["pending", 1]);
});

test("scripts are limited to 5000 characters", () => {
  const speech = { text: "a".repeat(5_001), voice: "v1" };
  expect(make().review?.({ ...base, avatar: "Wayne", speech })).toEqual({
    script: "HeyGen accepts at most 5000 characters.",
  });
});

test("all pages of its voices and people are listed, without those that are broken or cannot speak", async () => {
  const signal = AbortSignal.timeout(60_000);
  expect(await make().listVoices?.(signal)).toEqual([
    { id: "own", name: "My voice", language: "English", gender: "female" },
    { id: "v1", name: "Anna", language: "English", gender: "female", previewUrl: "https://a/1.mp3" },
  ]);
  expect(await make().listAvatars?.(signal)).toEqual([
    { id: "Wayne", name: "Wayne in a suit", gender: "male", imageUrl: "https://a/w.jpg" },
  ]);
});

test("a wrong key is told apart, and told nowhere", async () => {
  expect(await make().check?.()).toEqual({ ok: true, detail: "HeyGen accepts the key; $12.50 left" });
  const health = await make(server.url, "heygen-wrong-key").check?.();
  expect(health).toMatchObject({ ok: false, detail: expect.not.stringContaining("heygen-wrong-key") });
});

const download = async (url: string) => {
  const path = join(tmpdir(), `vireo-heygen-${crypto.randomUUID()}.mp4`);
  await Bun.write(path, await fetch(url));
  return path;
};
const check = (talker = make()) => talker.live![0]!.run({ ...run(), signal: AbortSignal.timeout(60_000), download });

test("its live check makes one short video of one of its people, with one of its voices", async () => {
  const before = server.bodies.length;
  expect(await check()).toEqual([
    expect.stringContaining("360×640"),
    "aspect ratio 9:16: as requested",
    expect.stringContaining("voices"),
  ]);
  expect(server.bodies.length - before).toBe(1);
});

test("its live check fails if nobody is heard", async () => {
  const silent = join(tmpdir(), `vireo-heygen-silent-${crypto.randomUUID()}.mp4`);
  await synthesize(silent, { pictures: "testsrc2=s=360x640:r=15:d=2" });
  const files = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response(Bun.file(silent)) });
  const own = await startHeygen({ video: `${files.url.origin}/silent.mp4`, image: results.image });
  try {
    await expect(check(make(own.url))).rejects.toThrow("Nobody is heard");
  } finally {
    await Promise.all([own.stop(), files.stop(true)]);
  }
});
