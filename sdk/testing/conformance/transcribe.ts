/**
 * Conformance suite for transcription engines:
 *
 *     transcriberConformance("my transcriber", { transcriber: () => make(), spoken: path, seconds: 12 });
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { EngineError } from "vireo/engine";
import type { Cue, Transcriber } from "vireo/slots/transcribe";

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

export function transcriberConformance(name: string, facts: TranscriberCase): void {
  const { seconds, quiet, unreadable, hold, limitMs = 120_000 } = facts;

  describe(`${name} is a transcription engine:`, () => {
    let transcriber: Transcriber;
    let folder: string;
    beforeAll(async () => {
      transcriber = await facts.transcriber();
      folder = await mkdtemp(join(tmpdir(), "vireo-transcriber-"));
    });
    afterAll(() => rm(folder, { recursive: true, force: true }));
    const hear = (
      path: string,
      signal = new AbortController().signal,
      progress: (percent: number) => void = () => {},
    ) => transcriber.transcribe({ path }, { folder, signal, progress });

    test("its name is well-formed, and check() reports its health", async () => {
      expect(transcriber.name).toMatch(/^[a-z][a-z0-9-]*$/);
      const health = await transcriber.check?.();
      if (health) expect(health.detail).not.toBe("");
    });

    test(
      "cues in the order of time, none into the next, inside the file",
      async () => {
        const told: number[] = [];
        const cues = await hear(facts.spoken(), undefined, (percent) => void told.push(percent));
        expect(cues.length).toBeGreaterThan(0);
        expectReadable(cues, seconds);
        expect(told).toEqual([...told].sort((a, b) => a - b));
        for (const percent of told) expect(percent).toBeWithin(0, 101);
      },
      limitMs,
    );

    if (quiet) {
      test(
        "no cues where nothing is said",
        async () => {
          quiet.hush?.();
          expect(await hear(quiet.path())).toEqual([]);
        },
        limitMs,
      );
    }

    if (unreadable) {
      test(
        "an EngineError for a file without sound to be had",
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
        "it stops when its signal fires",
        async () => {
          const waiting = hold();
          const cut = new AbortController();
          const reason = new Error("cut off");
          const work = hear(facts.spoken(), cut.signal);
          await Promise.race([waiting, work]);
          cut.abort(reason);
          await expect(work).rejects.toBe(reason);
        },
        limitMs,
      );
    }
  });
}
