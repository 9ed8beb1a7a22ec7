/** Conformance suite for transcription engines. */
import { beforeAll, describe, expect, test } from "bun:test";
import { EngineError } from "vireo/engine";
import type { Cue, Transcriber } from "vireo/slots/transcribe";
import { createRun, expectAbort, expectIdentity, expectProgress, useFolders } from "vireo/testing/conformance/shared";

/** An engine to test, and files for it. */
export interface TranscriberCase {
  transcriber(): Promise<Transcriber> | Transcriber;
  /** Path of a video or audio file with speech. */
  spoken(): string;
  /** Its length in seconds. */
  seconds: number;
  /** A file without speech. `hush`, if given, silences the engine. */
  quiet?: { path(): string; hush?(): void };
  /** A file without audio, such as a text. */
  unreadable?(): string;
  /** Blocks the next response, and resolves when the engine is waiting for it. */
  hold?(): Promise<void>;
  /** Time limit for one request, in milliseconds. */
  limitMs?: number;
}

/**
 * Expects cues in order, without overlaps, inside a file of this length in seconds.
 * @example expectReadable([{ start: 0, end: 1.5, text: "Cold brew." }], 8); // undefined
 */
export function expectReadable(cues: readonly Cue[], seconds: number): void {
  let last = 0;
  for (const { start, end, text, words = [] } of cues) {
    expect(start).toBeGreaterThanOrEqual(last);
    expect(end).toBeGreaterThan(start);
    expect(text).toBe(text.trim());
    expect(text).not.toBe("");
    for (const [at, word] of words.entries()) {
      expect(word.word).toBe(word.word.trim());
      expect(word.word).not.toBe("");
      expect(word.start).toBeGreaterThanOrEqual(words[at - 1]?.start ?? start);
      expect(word.end).toBeGreaterThanOrEqual(word.start);
    }
    last = end;
  }
  // Timestamps are not exact at the end of a file.
  expect(last).toBeLessThanOrEqual(seconds + 0.5);
}

/**
 * Declares the tests of a transcription engine. Call it at the top of a test file.
 * @param name begins the titles of the tests
 * @example
 * transcriberConformance("acme", { transcriber: () => transcriber, spoken: () => "speech.wav", seconds: 12 });
 */
export function transcriberConformance(name: string, facts: TranscriberCase): void {
  const { seconds, quiet, unreadable, hold, limitMs = 120_000 } = facts;

  describe(`${name} is a transcription engine:`, () => {
    let transcriber: Transcriber;
    const folders = useFolders();
    beforeAll(async () => {
      transcriber = await facts.transcriber();
    });
    const start = async (signal?: AbortSignal) => createRun(await folders.create(), signal);
    const hear = async (path: string, started = start()) => transcriber.transcribe({ path }, (await started).run);

    test("its name is well-formed, and check() reports its health", () => expectIdentity(transcriber));

    test(
      "cues in order, without overlaps, inside the file",
      async () => {
        const started = start();
        const cues = await hear(facts.spoken(), started);
        expect(cues.length).toBeGreaterThan(0);
        expectReadable(cues, seconds);
        expectProgress((await started).progress);
      },
      limitMs,
    );

    if (quiet) {
      test(
        "no cues if nobody speaks",
        async () => {
          quiet.hush?.();
          expect(await hear(quiet.path())).toEqual([]);
        },
        limitMs,
      );
    }

    if (unreadable) {
      test(
        "an EngineError for a file without readable sound",
        async () => {
          const error = await hear(unreadable()).catch((thrown) => thrown);
          expect(error).toBeInstanceOf(EngineError);
          expect(error.message.length).toBeGreaterThan(10);
        },
        limitMs,
      );
    }

    if (hold) {
      test(
        "it stops when its signal aborts",
        () => expectAbort(hold(), (signal) => hear(facts.spoken(), start(signal))),
        limitMs,
      );
    }
  });
}
