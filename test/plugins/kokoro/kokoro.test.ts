import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { probe } from "#core/media/probe";
import { createLog } from "#core/observability/log";
import { toPhonemes } from "#plugins/kokoro/phonemes";
import { createSpeaker } from "#plugins/kokoro/speaker";
import { speakerConformance } from "#sdk/testing/conformance/speak";
import { createFiles, writeModel } from "./model";

let folder: string;
const place = (name: string) => join(folder, name);
const stops: (() => Promise<void>)[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "vireo-kokoro-"));
  await writeModel(place("timed"));
  await writeModel(place("plain"), { durations: false });
});
afterAll(async () => {
  await Promise.all(stops.map((stop) => stop()));
  await rm(folder, { recursive: true, force: true });
});
function make(model: string, more: object = {}) {
  const log = createLog({ level: "silent" } as never);
  const speaker = createSpeaker({
    ...{ model, voice: "af_heart", dtype: "q8", offline: false, cacheDir: place("models"), log },
    ...more,
  });
  stops.push(speaker.stop);
  return speaker;
}
const run = () => ({ folder, signal: AbortSignal.timeout(50_000), progress() {}, download: async () => "" });

speakerConformance("kokoro", {
  speaker: () => make(place("timed")),
  voice: "bm_george",
  refused: [
    { request: { text: "Hello", voice: "jf_alpha" }, code: "provider_rejected" },
    { request: { text: "Hello", voice: "../x" }, code: "provider_rejected" },
  ],
});

test("words have the times of their sounds, those that are said in several words too", async () => {
  const { path, words = [] } = await make(place("timed")).speak({ text: "Save 20% today, out of $5." }, run());
  expect(words.map(({ word }) => word)).toEqual(["Save", "20%", "today,", "out", "of", "$5."]);
  const { duration = 0 } = (await probe(path)) ?? {};
  const lengths = words.map(({ start, end }) => end - start);
  expect(lengths[1]!).toBeGreaterThan(lengths[0]!);
  expect(words.at(-1)!.end).toBeWithin(duration * 0.9, duration);
});

test("without durations there are no word times, and captions follow the pauses", async () => {
  expect(await make(place("plain")).speak({ text: "Hello there." }, run())).toEqual({ path: expect.any(String) });
});

test("its voices are those of the model, with accent and gender", async () => {
  const voices = await make(place("timed")).listVoices?.(AbortSignal.timeout(60_000));
  expect(voices?.length).toBe(28);
  expect(voices).toContainEqual({ id: "bf_emma", name: "Emma", language: "en-GB", gender: "female" });
});

describe("a named model", () => {
  const files = createFiles();
  let missing = "";
  const asked: string[] = [];
  const hub = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch(request) {
      const name = new URL(request.url).pathname.replace("/us/kokoro/resolve/main/", "");
      asked.push(name);
      const content = files[name];
      return content && name !== missing ? new Response(content as string) : new Response("missing", { status: 404 });
    },
  });
  afterAll(() => hub.stop(true));

  test("is downloaded once, at first use, whole or not at all, and then works offline", async () => {
    const options = { hub: hub.url.href };
    missing = "voices/am_puck.bin";
    const failed = await make("us/kokoro", options)
      .speak({ text: "Hello" }, run())
      .catch((error) => error);
    expect([failed.code, failed.message]).toEqual(["model_unreadable", expect.stringContaining("am_puck")]);
    missing = "";
    const speaker = make("us/kokoro", options);
    expect((await speaker.listVoices?.(AbortSignal.timeout(60_000)))?.length).toBe(28);
    await speaker.speak({ text: "Hello" }, run());
    const sums = await readFile(place("models/q8/us/kokoro/SHA256SUMS"), "utf8");
    expect(sums).toContain("voices/af_heart.bin");
    asked.length = 0;
    await make("us/kokoro", { ...options, offline: true }).speak({ text: "Hello", voice: "am_puck" }, run());
    expect(asked).toEqual([]);
    const wrong = await make("us/kokoro", { ...options, sha256: "0".repeat(64) })
      .speak({ text: "Hi" }, run())
      .catch((e) => e);
    expect(wrong.message).toContain("settings.kokoro.sha256");
  });
});

test("sounds that the model does not know are left out, and pauses are kept", async () => {
  const vocabulary = new Map([..."abc ,."].map((sound, id) => [sound, id]));
  const phonemize = async (text: string) => [text.toLowerCase()];
  expect(await toPhonemes("Ab, cab cx. 🎬", "en-us", { phonemize, vocabulary })).toEqual({
    text: "ab, cab c.",
    parts: [
      { word: "Ab,", from: 0, to: 2 },
      { word: "cab", from: 4, to: 7 },
      { word: "cx.", from: 8, to: 9 },
      { word: "🎬", from: 10, to: 10 },
    ],
  });
});
