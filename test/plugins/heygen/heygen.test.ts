import { afterAll, beforeAll, expect, test } from "bun:test";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { HeygenClient } from "#plugins/heygen/client";
import { createTalker } from "#plugins/heygen/talker";
import { talkerConformance } from "#sdk/testing/conformance/talk";
import { vendorFaults } from "#sdk/testing/conformance/vendor";
import { serveResults } from "#test/plugins/kie/results";
import { synthesize } from "#test/plugins/local/edit-clips";
import { type HeyGen, KEY, startHeygen } from "./server";

const results = serveResults();
let server: HeyGen;
beforeAll(async () => {
  server = await startHeygen(results);
});
afterAll(() => server.stop());

const make = (url = server.url, apiKey = KEY, timeoutMs?: number) =>
  createTalker(new HeygenClient({ apiKey, baseUrl: url, uploadUrl: url, ...(timeoutMs ? { timeoutMs } : {}) }));
const base = { model: "heygen-avatar", prompt: "", aspectRatio: "9:16", resolution: "720p" };
const stock = { ...base, avatar: "Wayne", ownVoice: "v1" };

talkerConformance("heygen", {
  talker: () => make(),
  requests: [stock, { ...base, avatar: "Wayne" }, { ...base, imageUrl: results.image }],
  refused: [
    { request: stock, code: "provider_error", text: "[fail the avatar is broken]" },
    { request: stock, code: "moderated", text: "[fail content was flagged by moderation]" },
    { request: stock, code: "provider_error", text: "[empty]" },
    { request: stock, code: "provider_out_of_credit", text: "[quota]" },
    { request: { ...base, avatar: "nobody" }, code: "provider_model_retired" },
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
  create: ["POST", /video\/generate/],
  read: ["GET", /video_status/],
  request: { ...base, avatar: "Wayne", speech: { text: "Hello", voice: "v1" } },
});

const run = (callbackUrl?: string) => ({
  ...{ id: "", folder: "", signal: AbortSignal.timeout(60_000), progress() {}, download: async () => "" },
  ...(callbackUrl ? { callbackUrl } : {}),
});

test("its own people and voices are sent by their ids, with the size of the frame and the callback", async () => {
  const speech = { text: "Hello", voice: "v1", speed: 3 };
  await make().create({ ...base, avatar: "Wayne", speech }, run("https://me/open/callbacks/1"));
  expect(server.bodies.at(-1)).toEqual({
    video_inputs: [
      {
        character: { type: "avatar", avatar_id: "Wayne", avatar_style: "normal" },
        voice: { type: "text", input_text: "Hello", voice_id: "v1", speed: 1.5 },
      },
    ],
    dimension: { width: 720, height: 1280 },
    callback_url: "https://me/open/callbacks/1",
  });
});

test("its voices and people are listed; broken entries are left out", async () => {
  const signal = AbortSignal.timeout(60_000);
  expect(await make().listVoices?.(signal)).toEqual([
    { id: "v1", name: "Anna", language: "English", gender: "female", previewUrl: "https://a/1.mp3" },
  ]);
  expect(await make().listAvatars?.(signal)).toEqual([
    { id: "Wayne", name: "Wayne in a suit", gender: "male", imageUrl: "https://a/w.jpg" },
  ]);
});

test("a wrong key is told apart, and told nowhere", async () => {
  expect(await make().check?.()).toEqual({ ok: true, detail: "HeyGen accepts the key; 10 credits left" });
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
