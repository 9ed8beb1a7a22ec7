import { expect, test } from "bun:test";
import fc from "fast-check";
import { buildCues } from "#sdk/captions/cues";
import { expectReadable } from "#sdk/testing/conformance/transcribe";
import { SPEECH } from "#test/plugins/openai/server";

test("words become cues by sentence and length, with the punctuation that only the text has", () => {
  const cues = buildCues(SPEECH);
  expect(cues.map(({ text }) => text)).toEqual([
    "Stop scrolling!",
    "This coffee wakes you up, every day.",
    "It's 100% arabica.",
  ]);
  expect(cues[1]).toMatchObject({ start: 0.6, end: 1.4 });
  expect(cues[2]?.words).toEqual([
    { word: "It's", start: 1.5, end: 1.6 },
    { word: "100%", start: 1.6, end: 1.8 },
    { word: "arabica.", start: 1.8, end: 1.95 },
  ]);
  expectReadable(cues, 2);
});

test("a pause ends a cue, and a long sentence is split", () => {
  const words = Array.from({ length: 20 }, (_, at) => ({ word: ` word${at}`, start: at * 0.3, end: at * 0.3 + 0.25 }));
  const cues = buildCues({ text: words.map(({ word }) => word).join(""), words });
  expect(cues.length).toBeGreaterThan(2);
  for (const { text } of cues) expect(text.length).toBeLessThanOrEqual(42);
  expect(cues.flatMap((cue) => cue.words ?? []).length).toBe(20);
  const paused = buildCues({
    text: "one two",
    words: [
      { word: "one", start: 0, end: 0.3 },
      { word: "two", start: 2, end: 2.3 },
    ],
  });
  expect(paused.map(({ text }) => text)).toEqual(["one", "two"]);
});

test("a language without spaces gets none", () => {
  const words = [..."今日は雨です"].map((word, at) => ({ word, start: at / 10, end: (at + 1) / 10 }));
  expect(buildCues({ text: "今日は雨です。", words }).map(({ text }) => text)).toEqual(["今日は雨です。"]);
});

test("words inside segments count (whisper.cpp), and segments alone do, too", () => {
  const words = [
    { word: " Good", start: 0, end: 0.4 },
    { word: " morning", start: 0.4, end: 1 },
  ];
  const text = " Good morning";
  expect(buildCues({ text, segments: [{ start: 0, end: 1, text, words }] })).toEqual([
    {
      start: 0,
      end: 1,
      text: "Good morning",
      words: [
        { word: "Good", start: 0, end: 0.4 },
        { word: "morning", start: 0.4, end: 1 },
      ],
    },
  ]);
  expect(buildCues({ text, segments: [{ start: 0, end: 1, text }] })).toEqual([
    { start: 0, end: 1, text: "Good morning" },
  ]);
});

test("what was made up in silence is left out", () => {
  const segments = [{ start: 0, end: 2, text: " Thanks for watching!", no_speech_prob: 0.9, avg_logprob: -1.4 }];
  expect(buildCues({ text: "Thanks for watching!", segments })).toEqual([]);
});

test("whatever a server answers, cues can be read", () => {
  const entry = fc.record(
    { word: fc.string(), text: fc.string(), start: fc.double(), end: fc.double() },
    { requiredKeys: [] },
  );
  const heard = fc.record({
    text: fc.anything(),
    words: fc.oneof(fc.anything(), fc.array(entry)),
    segments: fc.array(entry),
  });
  fc.assert(
    fc.property(heard, (one) => {
      expectReadable(buildCues(one), Number.POSITIVE_INFINITY);
    }),
    { numRuns: 500, seed: 7 },
  );
});
