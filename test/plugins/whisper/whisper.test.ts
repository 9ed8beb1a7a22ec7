import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TObject } from "@sinclair/typebox";
import { parseSettings } from "#core/config/settings";
import type { Module } from "#core/module";
import { createLog } from "#core/observability/log";
import { whisper } from "#plugins/whisper/index";
import type { Cue, Transcriber } from "#sdk/slots/transcribe";
import { transcriberConformance } from "#sdk/testing/conformance/transcribe";
import { serveFiles } from "#test/files";
import { footageOf, makeEars, silent, wave } from "./make";
import { SAID, writeModel } from "./model";

const files = serveFiles();
let folder: string;
let clip: string;
let sound: Uint8Array;
const stops: (() => Promise<void>)[] = [];
const place = (name: string) => join(folder, name);
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "vireo-whisper-"));
  clip = place("clip");
  await Bun.write(clip, await fetch(files.clip));
  await writeModel(place("german"));
  await writeModel(place("segments"), { words: false });
  await writeModel(place("english"), { multilingual: false });
});
afterAll(async () => {
  await Promise.all(stops.map((stop) => stop()));
  await rm(folder, { recursive: true, force: true });
});

function make(model: string, more: object = {}) {
  const made = makeEars({ model, cacheDir: place("models"), ...more }, () => sound);
  stops.push(made.stop);
  return made;
}
const hear = (transcriber: Transcriber, more: object = {}, progress: (percent: number) => void = () => {}) =>
  transcriber.transcribe({ path: clip, ...more }, { folder, signal: AbortSignal.timeout(50_000), progress });
const wordsOf = (cues: readonly Cue[]) => cues.map(({ text }) => text);

transcriberConformance("whisper", {
  transcriber() {
    sound = wave(5);
    return make(place("german")).transcriber;
  },
  spoken: () => clip,
  seconds: 5,
  quiet: {
    path: () => clip,
    hush() {
      sound = wave(5, 0.0005);
    },
  },
  unreadable: () => import.meta.path,
});

test("words become cues with their times, in the language that is spoken", async () => {
  sound = wave(5);
  const cues = await hear(make(place("german")).transcriber);
  expect(wordsOf(cues)).toEqual(["Der Kaffee ist gut.", "Trink ihn!"]);
  const words = cues.flatMap((cue) => cue.words ?? []);
  expect(words.map(({ word }) => word)).toEqual(["Der", "Kaffee", "ist", "gut.", "Trink", "ihn!"]);
  const times = SAID.filter(([word]) => word.startsWith(" ")).map(([, at]) => at);
  // Between two words the border is drawn where the model's attention moves on.
  words.forEach(({ start, end }, at) => {
    expect(times[at]).toBeWithin(start, end);
  });
});

test("a model of English alone is told no language, one without attentions knows whole sentences", async () => {
  sound = wave(5);
  expect(wordsOf(await hear(make(place("english")).transcriber, { language: "en" }))).toEqual([
    "Der Kaffee ist gut.",
    "Trink ihn!",
  ]);
  const segments = make(place("segments")).transcriber;
  for (const language of [undefined, "de-AT", "tlh"]) {
    const cues = await hear(segments, language ? { language } : {});
    expect(cues).toEqual([{ start: 0, end: 3.5, text: "Der Kaffee ist gut. Trink ihn!" }]);
  }
});

test("a long sound is heard in pieces that are cut where it is quiet, with times of the whole", async () => {
  sound = wave(65);
  const told: number[] = [];
  const cues = await hear(make(place("german")).transcriber, {}, (percent) => void told.push(percent));
  const starts = cues.filter(({ text }) => text.startsWith("Der")).map(({ start }) => start);
  expect(starts).toHaveLength(3);
  // The gaps are the last half second of each ten.
  for (const start of starts.slice(1)) expect((start - 0.2 + 0.3) % 10).toBeWithin(0, 0.7);
  expect(starts[1]).toBeGreaterThan(19);
  expect(told).toHaveLength(3);
  expect(told.at(-1)).toBeCloseTo(100);
});

test("one that is given up while it listens ends at once; the next one is heard all the same", async () => {
  sound = wave(5);
  const { transcriber } = make(place("german"));
  await hear(transcriber);
  const cut = new AbortController();
  const reason = new Error("cut off");
  const work = transcriber.transcribe({ path: clip }, { folder, signal: cut.signal, progress() {} });
  const next = hear(transcriber);
  cut.abort(reason);
  await expect(work).rejects.toBe(reason);
  expect(wordsOf(await next)).toHaveLength(2);
});

test("stopping lets what was begun end, and refuses the rest", async () => {
  sound = wave(5);
  const { transcriber, ears, stop } = make(place("german"));
  const work = ears.recognize(new Float32Array(16_000).fill(0.1), "de", AbortSignal.timeout(30_000));
  await Promise.resolve();
  await stop();
  expect((await work).text).toContain("Kaffee");
  await expect(hear(transcriber)).rejects.toMatchObject({ code: "engine_unavailable" });
});

describe("a model by its name", () => {
  const NAME = "somebody/whisper-tiny_timestamped";
  function startHub() {
    const asked: string[] = [];
    const server = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      async fetch({ url }) {
        const { pathname } = new URL(url);
        asked.push(pathname);
        const file = Bun.file(join(place("german"), pathname.replace(`/${NAME}/resolve/main/`, "")));
        return (await file.exists()) ? new Response(file) : new Response("none", { status: 404 });
      },
    });
    return { hub: server.url.href, asked, stop: () => server.stop(true) };
  }

  test("is downloaded once, at its first use, with its digest in the log; changed files are refused", async () => {
    sound = wave(5);
    const hub = startHub();
    const cacheDir = place("fresh");
    const lines: string[] = [];
    const log = createLog({ level: "info", format: "json", write: (line) => void lines.push(line) });
    const first = make(NAME, { hub: hub.hub, cacheDir, log });
    expect(await first.transcriber.check?.()).toMatchObject({ ok: true });
    expect(hub.asked).toEqual([]);
    expect(wordsOf(await hear(first.transcriber))).toHaveLength(2);
    const { sha256 } = lines.map((line) => JSON.parse(line)).find((line) => line.sha256);
    expect(lines.some((line) => JSON.parse(line).percent === 100)).toBe(true);
    const asked = hub.asked.length;

    expect(wordsOf(await hear(make(NAME, { offline: true, cacheDir, sha256 }).transcriber))).toHaveLength(2);
    expect(hub.asked.length).toBe(asked);
    const strict = make(NAME, { hub: hub.hub, cacheDir, sha256: "0".repeat(64) }).transcriber;
    await expect(hear(strict)).rejects.toMatchObject({
      code: "model_unreadable",
      message: expect.stringContaining("settings.whisper.sha256 expects 000"),
    });
    await Bun.write(join(cacheDir, "q8", NAME, "config.json"), "{}");
    const changed = make(NAME, { hub: hub.hub, cacheDir }).transcriber;
    await expect(hear(changed)).rejects.toMatchObject({
      message: expect.stringContaining("config.json is not the file"),
    });
    expect(await changed.check?.()).toMatchObject({ ok: false });
    await hub.stop();
  });

  test("is not looked for when offline", async () => {
    const hub = startHub();
    const { transcriber } = make(NAME, { hub: hub.hub, offline: true, cacheDir: place("empty") });
    await expect(hear(transcriber)).rejects.toMatchObject({
      message: expect.stringContaining("downloads are disabled"),
    });
    expect(hub.asked).toEqual([]);
    await hub.stop();
  });
});

test("it offers nothing where no model is named, or nobody takes the sound out; a directory that is none is told", () => {
  const start = (env: Record<string, string>, services: object = { local: footageOf(() => sound) }) => {
    const { settings, mistakes } = parseSettings(whisper.settings as TObject, {}, env, "whisper");
    expect(mistakes).toEqual([]);
    const context = { settings, services, host: { dataDir: folder }, log: silent };
    return whisper.start(context as unknown as Parameters<Module["start"]>[0]) as { engines?: object };
  };
  expect(start({})).toEqual({});
  expect(start({ WHISPER_MODEL: NAMED }, {})).toEqual({});
  expect(Object.keys(start({ WHISPER_MODEL: NAMED }).engines ?? {})).toEqual(["transcribe"]);
  expect(() => start({ WHISPER_MODEL: "./no/such/model" })).toThrow("is not a model directory");
});
const NAMED = "onnx-community/whisper-base_timestamped";
