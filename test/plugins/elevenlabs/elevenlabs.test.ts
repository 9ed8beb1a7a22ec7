import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { probe } from "#core/media/probe";
import { createClient } from "#plugins/elevenlabs/client";
import { createSpeaker } from "#plugins/elevenlabs/speaker";
import { asEngine, speakerConformance } from "#sdk/testing/conformance/speak";
import { vendorFaults } from "#sdk/testing/conformance/vendor";
import { CHARACTER, type ElevenLabs, KEY, startElevenLabs } from "./server";

let server: ElevenLabs;
let folder: string;
beforeAll(async () => {
  server = await startElevenLabs();
  folder = await mkdtemp(join(tmpdir(), "vireo-elevenlabs-"));
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => {
  server.orders.length = 0;
  server.withoutTimes = false;
});

const make = ({ apiKey = KEY, url = server.url, timeoutMs = 20_000, model = "eleven_multilingual_v2" } = {}) =>
  createSpeaker(createClient({ apiKey, baseUrl: url }), { model, voice: "george", timeoutMs });
const run = () => ({ folder, signal: AbortSignal.timeout(60_000), progress() {}, download: async () => "" });
const codeOf = (text: string, more = {}) =>
  make(more)
    .speak({ text }, run())
    .then(
      () => "spoken",
      ({ code, message }) => [code, message],
    );

speakerConformance("elevenlabs", {
  speaker: () => make(),
  voice: "eve",
  refused: [
    { request: { text: "Hello", voice: "nobody" }, code: "provider_rejected" },
    { request: { text: "[policy] words" }, code: "moderated" },
    { request: { text: "[quota] words" }, code: "provider_out_of_credit" },
    { request: { text: "[silent] words" }, code: "provider_error" },
  ],
  async hold() {
    const path = /text-to-speech/;
    const before = server.count("POST", path);
    server.fail("POST", path, "silent-before");
    while (server.count("POST", path) === before) await Bun.sleep(5);
  },
});
// A model with a small limit speaks in parts, whose words must fit together.
speakerConformance("elevenlabs in parts", { speaker: () => make({ model: "eleven_v3" }), voice: "eve" });

vendorFaults("elevenlabs", {
  async start(timeoutMs) {
    const own = await startElevenLabs();
    return { server: own, engine: asEngine(make({ url: own.url, timeoutMs })) };
  },
  create: ["POST", /text-to-speech/],
  request: { text: "Hello" },
});

test("voice, model, speed and format are sent; the speed stays within what ElevenLabs takes", async () => {
  await make().speak({ text: "Hello", speed: 2 }, run());
  await make({ model: "eleven_flash_v2_5" }).speak({ text: "Hello", voice: "a/b" }, run());
  expect(server.orders).toEqual([
    {
      voice: "george",
      format: "mp3_44100_128",
      body: { text: "Hello", model_id: "eleven_multilingual_v2", voice_settings: { speed: 1.2 } },
    },
    { voice: "a/b", format: "mp3_44100_128", body: { text: "Hello", model_id: "eleven_flash_v2_5" } },
  ]);
});

test("words come with their times, also in scripts without spaces", async () => {
  const { path, words } = await make().speak({ text: "Save 20% today!" }, run());
  expect(extname(path)).toBe(".mp3");
  expect((await probe(path))?.duration).toBeCloseTo(15 * CHARACTER, 1);
  expect(words?.map(({ word, start }) => [word, Math.round(start * 100) / 100])).toEqual([
    ["Save", 0],
    ["20%", 0.25],
    ["today!", 0.45],
  ]);
  expect((await make().speak({ text: "你好世界。" }, run())).words?.length).toBeGreaterThan(1);
  server.withoutTimes = true;
  expect((await make().speak({ text: "Hello" }, run())).words).toBeUndefined();
});

test.each(["eleven_v4", "eleven_v4_turbo"])("%s takes texts of 10,000 characters in one call", async (model) => {
  const text = "Word. ".repeat(800).trim();
  await make({ model }).speak({ text }, run());
  expect(server.orders.map(({ body }) => [body.model_id, body.text.length])).toEqual([[model, text.length]]);
});

test("voices of all pages are listed, and broken entries left out", async () => {
  expect(await make().listVoices?.(AbortSignal.timeout(60_000))).toEqual([
    { id: "george", name: "George", gender: "male", language: "en", previewUrl: "https://samples/george.mp3" },
    { id: "eve", name: "Eve", gender: "female", language: "en", previewUrl: "https://samples/eve.mp3" },
  ]);
});

test("faults have their codes, and no key is told", async () => {
  const [code, message] = await codeOf("Hello", { apiKey: "sk_wrong_key" });
  expect([code, message]).toEqual(["provider_unauthorized", expect.not.stringContaining("sk_wrong_key")]);
  expect(await codeOf("[invalid]")).toEqual(["provider_rejected", expect.stringContaining("too long")]);
  expect(await codeOf("Hello", { model: "gone" })).toEqual(["provider_rejected", expect.stringContaining("gone")]);
});

test("its health tells what is left; a key that may not read the usage is accepted", async () => {
  expect(await make().check?.()).toEqual({ ok: true, detail: "ElevenLabs accepts the key; 9600 characters left" });
  expect(await make({ apiKey: "sk_wrong_key" }).check?.()).toMatchObject({ ok: false });
  const [live] = make().live ?? [];
  expect(await live?.run({ ...run(), id: "" })).toEqual(["0.9 s", "3 of 3 words have times"]);
});
