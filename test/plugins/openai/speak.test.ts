import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import type { SpeechCreateParams } from "openai/resources/audio/speech";
import { probe } from "#core/media/probe";
import { splitText } from "#sdk/speech/pieces";
import { joinWaves } from "#sdk/speech/wave";
import { asEngine, speakerConformance } from "#sdk/testing/conformance/speak";
import { vendorFaults } from "#sdk/testing/conformance/vendor";
import { mp3Of, toneOf } from "#test/tone";
import { enginesAt } from "./make";
import { KEY, type OpenAi, startOpenAi } from "./server";

let server: OpenAi;
let folder: string;
beforeAll(async () => {
  server = await startOpenAi();
  folder = await mkdtemp(join(tmpdir(), "vireo-openai-"));
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});
afterEach(() => {
  delete server.control.speaks;
});

const OWN = { speechModel: "kokoro" };
const make = (more = {}) => enginesAt(server.url, { timeoutSeconds: 20, ...OWN, ...more }).speak!;
const work = () => ({ folder, signal: AbortSignal.timeout(60_000), progress() {}, download: async () => "" });
const say = (text: string, asked = {}, more = {}) => make(more).speak({ text, ...asked }, work());
const sent = () => server.calls.filter(({ path }) => path === "/v1/audio/speech").map(({ json }) => json);
const seconds = async (path: string) => (await probe(path))?.duration ?? 0;

speakerConformance("openai", {
  speaker: () => make(),
  voice: "coral",
  refused: [
    { request: { text: "Hello", voice: "nobody" }, code: "provider_rejected" },
    { request: { text: "A forbidden word" }, code: "moderated" },
  ],
  async hold() {
    const path = /audio\/speech/;
    const before = server.count("POST", path);
    server.fail("POST", path, "silent-before");
    while (server.count("POST", path) === before) await Bun.sleep(5);
  },
});

vendorFaults("openai speak", {
  async start(timeoutMs) {
    const own = await startOpenAi();
    return { server: own, engine: asEngine(enginesAt(own.url, { ...OWN, timeoutSeconds: timeoutMs / 1000 }).speak!) };
  },
  create: ["POST", /audio\/speech/],
  request: { text: "Hello" },
});

test("voice, model and speed are passed on; the default voice is the one of the settings", async () => {
  await say("Hello", { voice: "af_heart+bf_emma", speed: 1.25 });
  const form = { model: "kokoro", input: "Hello", response_format: "wav" } as const;
  expect(sent().at(-1)).toEqual({ ...form, voice: "af_heart+bf_emma", speed: 1.25 } satisfies SpeechCreateParams);
  await say("Hello", {}, { speechVoice: "bf_emma" });
  expect(sent().at(-1)).toEqual({ ...form, voice: "bf_emma" });
});

test("a sound whose header promises hours is as long as it is", async () => {
  expect(await seconds((await say("Twenty letters here.")).path)).toBeCloseTo(1, 2);
});

test("a long text goes in pieces, cut between sentences, and comes back as one sound", async () => {
  const text = "This is one of very many sentences. ".repeat(130).trim();
  const before = sent().length;
  const { path } = await say(text);
  const inputs: string[] = sent()
    .slice(before)
    .map(({ input }) => input);
  expect(inputs.length).toBe(3);
  for (const input of inputs) expect(input).toEndWith("sentences.");
  expect(inputs.join(" ")).toBe(text);
  expect(await seconds(path)).toBeCloseTo(inputs.join("").length * 0.05, 1);
});

test("a server that answers in another kind of sound is understood; pieces are joined if they are MP3", async () => {
  server.control.speaks = { body: mp3Of(1), headers: { "content-type": "audio/mpeg" } };
  const { path } = await say("One sentence of several. ".repeat(100));
  expect(extname(path)).toBe(".mp3");
  expect(await seconds(path)).toBeCloseTo(2, 0);
  server.control.speaks = { body: Buffer.concat([Buffer.from("fLaC"), Buffer.alloc(60)]) };
  expect(extname((await say("Hello")).path)).toBe(".flac");
  await expect(say("One sentence of several. ".repeat(100))).rejects.toMatchObject({
    code: "provider_error",
    message: expect.stringContaining("joined"),
  });
});

describe("an answer without sound is a failure that says so:", () => {
  test.each([
    ["nothing", { body: "" }, "no audio."],
    ["an error as a success", { json: { error: { message: "voice not loaded" } } }, "voice not loaded"],
    ["a page", { body: "<html><body>Welcome</body></html>", headers: { "content-type": "text/html" } }, "no audio."],
    ["a page that says it is sound", { body: "<html>", headers: { "content-type": "audio/wav" } }, "no audio."],
    ["a picture", { body: toneOf("").fill(0x89), headers: { "content-type": "image/png" } }, "no audio."],
  ])("%s", async (_, reply, words) => {
    server.control.speaks = reply;
    const before = sent().length;
    await expect(say("Hello")).rejects.toMatchObject({
      code: "provider_error",
      message: expect.stringContaining(words),
    });
    expect(sent().length).toBe(before + 1);
  });
});

test("faults have their codes, and no key is told", async () => {
  const refused = await say("Hello", {}, { apiKey: "sk-wrong-key-1" }).catch((error) => error);
  expect(refused).toMatchObject({ code: "provider_unauthorized", message: expect.not.stringContaining("sk-wrong") });
  await expect(say("Hello", {}, { speechModel: "gone" })).rejects.toMatchObject({ code: "provider_model_retired" });
});

test("a server of its own gets no key of another, and tells no voices that it may not have", async () => {
  const own = make({ speechUrl: `${server.url}/v1`, speechModel: undefined });
  expect([own.models?.map(({ id }) => id), own.voices]).toEqual([["tts-1"], undefined]);
  await own.speak({ text: "Hello" }, work());
  expect(server.calls.at(-1)?.headers.authorization).toBeUndefined();
  const keyed = make({ speechUrl: `${server.url}/v1`, speechApiKey: KEY });
  expect(await keyed.check?.()).toMatchObject({ ok: true });
  expect(server.calls.at(-1)?.headers.authorization).toBe(`Bearer ${KEY}`);
});

test("OpenAI's models tell when they end, and its voices are known", () => {
  const { models, voices } = enginesAt("http://unused", { baseUrl: "https://api.openai.com/v1" }).speak!;
  expect(models).toMatchObject([{ id: "gpt-4o-mini-tts", retiredAt: "2027-01-06" }]);
  expect(voices).toContain("alloy");
});

describe("a text in pieces", () => {
  test("stays whole where it may, and is cut between sentences, words, letters", () => {
    expect(splitText("  One. Two.\n", 40)).toEqual(["One. Two."]);
    expect(splitText("One two. Three four! Five?", 12)).toEqual(["One two.", "Three four!", "Five?"]);
    expect(splitText("one two three four", 8)).toEqual(["one two", "three", "four"]);
    expect(splitText("🎬".repeat(9), 8).join("")).toBe("🎬".repeat(9));
    expect(splitText("你好。再见。", 3)).toEqual(["你好。", "再见。"]);
  });
  test("loses nothing, and is never longer than allowed", () => {
    const text = `${"x".repeat(5000)} ${"слово ".repeat(900)}${"a. ".repeat(900)}`;
    const all = splitText(text, 2000);
    expect(Math.max(...all.map(({ length }) => length))).toBeLessThanOrEqual(2000);
    expect(all.join("").replace(/\s/g, "")).toBe(text.replace(/\s/g, ""));
  });
});

test("sounds of different forms are not joined, and what is no sound is none", () => {
  const slow = toneOf("Hello");
  slow.writeUInt32LE(16_000, 24);
  expect(joinWaves([toneOf("Hello"), slow])).toBeUndefined();
  expect(joinWaves([toneOf("Hello"), Buffer.from("RIFF")])).toBeUndefined();
  expect(joinWaves([])).toBeUndefined();
  const odd = Buffer.concat([toneOf("Hello"), Buffer.from([1])]);
  expect(joinWaves([odd])?.length).toBe(toneOf("Hello").length);
});
