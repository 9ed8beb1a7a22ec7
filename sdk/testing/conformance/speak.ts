/** Conformance suite for text-to-speech engines. */
import { beforeAll, describe, expect, test } from "bun:test";
import { dirname } from "node:path";
import { type Engine, EngineError } from "vireo/engine";
import { probe } from "vireo/media";
import type { Speaker, SpeakRequest, SpokenWord } from "vireo/slots/speak";
import { createRun, expectAbort, expectIdentity, expectProgress, useFolders } from "vireo/testing/conformance/shared";

/** A speech engine to test. */
export interface SpeakerCase {
  speaker(): Promise<Speaker> | Speaker;
  /** One of its voices. */
  voice: string;
  /** Requests it must refuse, with the error code. */
  refused?: readonly { request: SpeakRequest; code: string }[];
  /** Blocks the next response, and resolves when the engine is waiting for it. */
  hold?(): Promise<void>;
  /** Time limit for one request, in milliseconds. */
  limitMs?: number;
}

const SENTENCE = "The quick brown fox jumps over the lazy dog. ";

/**
 * Wraps a speech engine for `vendorFaults`, which takes engines of generations.
 * @example
 * const engine = asEngine(speaker);
 */
export const asEngine = (speaker: Speaker): Engine<SpeakRequest> => ({
  name: speaker.name,
  models: [],
  create: async (request, run) => ({ state: "completed", files: { main: await speaker.speak(request, run) } }),
});

/** Words of a text, in order, inside the sound. */
function checkWords(words: readonly SpokenWord[], text: string, duration: number): void {
  expect(words.map(({ word }) => word)).toEqual(text.trim().split(/\s+/));
  let last = 0;
  for (const { start, end } of words) {
    expect(start).toBeGreaterThanOrEqual(last - 0.01);
    expect(end).toBeGreaterThanOrEqual(start);
    last = start;
  }
  expect(words.at(-1)?.end).toBeWithin(duration * 0.9, duration * 1.01);
}

/**
 * Declares the tests of a text-to-speech engine. Call it at the top of a test file.
 * @param name begins the titles of the tests
 * @example
 * speakerConformance("acme", { speaker: () => speaker, voice: "anna" });
 */
export function speakerConformance(name: string, facts: SpeakerCase): void {
  const { voice, refused = [], hold, limitMs = 120_000 } = facts;

  describe(`${name} is a text-to-speech engine:`, () => {
    let speaker: Speaker;
    const folders = useFolders();
    let folder: string;
    beforeAll(async () => {
      speaker = await facts.speaker();
      folder = await folders.create();
    });
    const start = (signal?: AbortSignal) => createRun(folder, signal);
    const say = (request: SpeakRequest, { run } = start()) => speaker.speak(request, run);
    /** Length of the speech, in seconds. */
    async function measureLength(request: SpeakRequest): Promise<number> {
      const { path } = await say(request);
      expect(dirname(path)).toBe(folder);
      const file = await probe(path);
      expect(file).toMatchObject({ kind: "audio", hasAudio: true, hasVideo: false });
      expect(file?.duration).toBeGreaterThan(0);
      return file?.duration ?? 0;
    }

    test("its name is well-formed, its models are unique, and check() reports its health", async () => {
      await expectIdentity(speaker);
      const ids = speaker.models?.map(({ id }) => id) ?? [];
      expect(new Set(ids).size).toBe(ids.length);
    });

    test("its voices have names and unique ids", async () => {
      const voices = await speaker.listVoices?.(AbortSignal.timeout(limitMs));
      for (const { id, name } of voices ?? []) expect([id, name]).not.toContain("");
      const ids = voices?.map(({ id }) => id) ?? [];
      expect(new Set(ids).size).toBe(ids.length);
    });

    test(
      "a sound file in the run's folder, longer for more words",
      async () => {
        const seconds = await measureLength({ text: SENTENCE });
        expect(seconds).toBeWithin(0.3, 20);
        expect(await measureLength({ text: SENTENCE.repeat(4), voice })).toBeWithin(seconds * 2, seconds * 8);
      },
      limitMs,
    );

    test(
      "the longest text that the API accepts, to its end",
      async () => {
        const started = start();
        const text = SENTENCE.repeat(111).slice(0, 5000);
        const { path, words } = await say({ text }, started);
        const { duration = 0 } = (await probe(path)) ?? {};
        expect(duration).toBeGreaterThan(100);
        if (words) checkWords(words, text, duration);
        expectProgress(started.progress);
      },
      limitMs,
    );

    test(
      "it speaks texts in any script, with any characters",
      async () => {
        await measureLength({ text: 'Привет! 你好，世界。 مرحبا "quoted" <b>&amp;</b> 100 % \\n 🎬\n\nDone.' });
      },
      limitMs,
    );

    test(
      "two speeches at the same time get separate files",
      async () => {
        const made = await Promise.all([say({ text: SENTENCE }), say({ text: SENTENCE })]);
        expect(new Set(made.map(({ path }) => path)).size).toBe(2);
      },
      limitMs,
    );

    for (const { request, code } of refused) {
      test(
        `an EngineError ${code} for ${JSON.stringify(request).slice(0, 80)}`,
        async () => {
          const error = await say(request).catch((thrown) => thrown);
          expect(error).toBeInstanceOf(EngineError);
          expect(error.code).toBe(code);
          expect(error.message.length).toBeGreaterThan(10);
        },
        limitMs,
      );
    }

    if (hold) {
      test(
        "it stops when its signal aborts",
        () => expectAbort(hold(), (signal) => say({ text: SENTENCE }, start(signal))),
        limitMs,
      );
    }
  });
}
