import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { join } from "node:path";
import { EngineError } from "#core/engine";
import { defineModule } from "#core/module";
import { modules } from "#modules/index";
import { local } from "#plugins/local/index";
import type { Speaker, SpeakRequest } from "#sdk/slots/speak";
import type { Cue } from "#sdk/slots/transcribe";
import { shiftWords, toWords } from "#sdk/speech/words";
import { startApp, type TestApp } from "#test/app";
import { clipVideos } from "#test/engines";
import { clip, tools } from "#test/plugins/local/edit-clips";
import { toneOf } from "#test/tone";

const asked: { engine: string; request: SpeakRequest }[] = [];
let refusal: EngineError | undefined;

/** Speaks a tone; `timed` with the time of each word. */
function speaker(name: string, { timed = false, ...more }: Partial<Speaker> & { timed?: boolean } = {}): Speaker {
  return {
    name,
    models: [{ id: `${name}-1`, title: name }],
    async speak(request, { folder }) {
      asked.push({ engine: name, request });
      if (refusal && name === "timed") throw refusal;
      const path = join(folder, `${name}.wav`);
      const wave = toneOf(request.text);
      wave.writeUInt32LE(wave.length - 44, 40);
      await Bun.write(path, wave);
      const characters = [...request.text];
      const starts = characters.map((_, at) => at * 0.05);
      const words = toWords({ characters, starts, ends: starts.map((start) => start + 0.05) });
      return { path, ...(timed ? { words } : {}) };
    },
    ...more,
  };
}
const timed = speaker("timed", {
  timed: true,
  voices: ["ann"],
  listVoices: async () => [
    { id: "ann", name: "Ann", gender: "female", language: "en", previewUrl: "https://a/ann.mp3" },
  ],
});
const plain = speaker("plain", { voices: ["bob"] });
let lists = 0;
const broken = speaker("broken", {
  async listVoices() {
    lists++;
    throw new EngineError("provider_unavailable", "Broken cannot be reached.");
  },
});
const mouths = [timed, plain, broken].map((speak) =>
  defineModule({ name: `mouth-${speak.name}`, start: () => ({ engines: { speak } }) }),
);

let app: TestApp;
let api: TestApp["api"];
// biome-ignore lint/suspicious/noExplicitAny: the answer of an API
let video: any;
beforeAll(async () => {
  const kit = tools();
  const clips = clipVideos(await clip(kit, "clip.mp4", { seconds: 3, soundFilter: "volume=0.1" }));
  const config = { providers: { video: "clips", speak: ["timed", "plain"] } };
  app = await startApp(config, [...modules, local, clips.module, ...mouths]);
  ({ api } = await app.account(1000));
  const { body } = await api("POST", "/videos/generate", { prompt: "Hello", duration: 3 });
  video = await app.ended(`/videos/${body.videoId}`, api);
});
afterAll(() => app.stop());
beforeEach(() => {
  asked.length = 0;
  refusal = undefined;
});
/** Of the video as it was generated: nothing is heard of the tests before. */
const voiceover = (body: object) => api("POST", `/videos/${video.videoId}/voiceover`, { fromVersion: 1, ...body });

test("voices of all engines are listed; one that cannot be asked is named, and asked rarely", async () => {
  const { status, body } = await api("GET", "/voices");
  expect(status).toBe(200);
  expect(body).toEqual({
    voices: [
      { id: "ann", engine: "timed", name: "Ann", gender: "female", language: "en", previewUrl: "https://a/ann.mp3" },
      { id: "bob", engine: "plain", name: "bob" },
    ],
    unavailable: [{ engine: "broken", message: "Broken cannot be reached." }],
  });
  expect((await api("GET", "/voices?engine=plain")).body.voices).toHaveLength(1);
  await api("GET", "/voices");
  expect(lists).toBe(1);
  expect((await api("GET", "/avatars")).body).toEqual({ avatars: [], unavailable: [] });
});

test.each([
  ["an id alone is spoken by the engine that has it", { voice: "bob" }, "plain", "bob"],
  ["an id that nobody lists goes to the default engine", { voice: "carl" }, "timed", "carl"],
  ["an engine can be named before the id", { voice: "plain:carl" }, "plain", "carl"],
  ["without a voice the default engine chooses", {}, "timed", undefined],
])("%s", async (_, voice, engine, id) => {
  expect((await voiceover({ text: "Hello there", ...voice })).status).toBe(200);
  expect(asked).toEqual([{ engine, request: { text: "Hello there", ...(id ? { voice: id } : {}) } }]);
});

test("a character's voice names its engine, and is shown as it was written", async () => {
  const voice = { engine: "plain", id: "bob" };
  const { body: character } = await api("POST", "/characters", { name: "Bob", voice, voiceId: "ann" });
  expect(character.voice).toEqual(voice);
  expect((await api("GET", `/characters/${character.id}`)).body.voice).toEqual(voice);
  expect((await voiceover({ text: "Hello", characterId: character.id })).status).toBe(200);
  expect(asked.map(({ engine, request }) => [engine, request.voice])).toEqual([["plain", "bob"]]);
});

test("the next engine speaks if the first has certainly not started, with a voice of its own", async () => {
  refusal = new EngineError("provider_out_of_credit", "No money left.");
  expect((await voiceover({ text: "Hello", voice: "carl" })).status).toBe(200);
  expect(asked.map(({ engine, request }) => [engine, request.voice])).toEqual([
    ["timed", "carl"],
    ["plain", undefined],
  ]);
});

/** Reads the cues of the captions of a version. */
async function readCues(version: number): Promise<Cue[]> {
  const { layers } = (await api("GET", `/videos/${video.videoId}/versions/${version}`)).body;
  return layers.findLast(({ type }: { type: string }) => type === "captions").transcript;
}

test("captions of a voice-over take the words' times from the engine, without a transcriber", async () => {
  const words = { text: "Save twenty percent. Order today!", start: 0.5, fromVersion: 1 };
  const { body: spokenVideo } = await voiceover(words);
  const { status, body } = await api("POST", `/videos/${video.videoId}/captions`, { maxWordsPerLine: 2 });
  expect([status, body.version]).toEqual([200, spokenVideo.version + 1]);
  const spoken = await readCues(body.version);
  expect(spoken.map(({ text }) => text)).toEqual(["Save twenty percent.", "Order today!"]);
  const [first] = shiftWords([{ word: "Save", start: 0, end: 0.2 }], 0.5);
  expect(spoken[0]?.words?.[0]).toEqual(first!);
  expect(spoken[1]?.start).toBeCloseTo(0.5 + 21 * 0.05, 3);
});

test("captions of a voice-over without word times show its text while it is heard", async () => {
  const { body: voiced } = await voiceover({ text: "Hello there", voice: "bob", fromVersion: 1 });
  const fromVersion = voiced.version;
  const { status, body } = await api("POST", `/videos/${video.videoId}/captions`, { fromVersion });
  expect(status).toBe(200);
  expect(await readCues(body.version)).toMatchObject([{ text: "Hello there", start: 0 }]);
});
