/** Which pauses and hesitation sounds a tightened version leaves out. */
import { describe, expect, test } from "bun:test";
import { planRemovals } from "#modules/videos/edits/tighten";
import { readTimeline, toOriginal, toOwn, toOwnCues } from "#modules/videos/edits/timeline";
import type { Cue } from "#sdk/slots/transcribe";

const fields = { silences: 0.7, fillers: false };
const range = { start: 0, end: 20 };
const voice = [
  { start: 1, end: 4 },
  { start: 4.5, end: 8 },
  { start: 10, end: 15 },
];
const say = (...words: [string, number, number][]): Cue[] => [
  {
    ...{ start: words[0]![1], end: words.at(-1)![2], text: words.map(([word]) => word).join(" ") },
    words: words.map(([word, start, end]) => ({ word, start, end })),
  },
];

test("pauses above the limit become a natural rest, at the ends as well", () => {
  expect(planRemovals(fields, { range, voice, cues: [] })).toEqual([
    { start: 0, end: 0.7, kind: "silence" },
    { start: 8.3, end: 9.82, kind: "silence" },
    { start: 15.7, end: 20, kind: "silence" },
  ]);
});

test("a quiet word that the transcript knows is kept", () => {
  const cues = say(["quietly", 8.7, 9.2]);
  const removed = planRemovals(fields, { range, voice, cues });
  expect(removed.some(({ start, end }) => start < 9.2 && end > 8.7)).toBe(false);
});

test("what is kept is not removed, and a version that is hardly shorter is left alone", () => {
  const keep = [{ start: 8, end: 10 }];
  expect(planRemovals({ ...fields, keep }, { range, voice, cues: [] }).map(({ start }) => start)).toEqual([0, 15.7]);
  const full = [{ start: 0.5, end: 19.5 }];
  expect(planRemovals(fields, { range, voice: full, cues: [] })).toEqual([]);
});

test("nobody speaks: nothing is a pause", () => {
  expect(planRemovals(fields, { range, voice: [], cues: [] })).toEqual([]);
});

describe("hesitation sounds", () => {
  const cues = say(["so", 1, 1.3], ["um", 1.5, 2], ["we", 2.1, 2.4], ["er", 2.5, 2.7], ["begin", 2.8, 3.4]);
  const heard = { range: { start: 0.8, end: 3.6 }, voice: [{ start: 1, end: 3.4 }], cues };
  test("are whole words of the list", () => {
    expect(planRemovals({ ...fields, fillers: true }, heard)).toEqual([{ start: 1.5, end: 2, kind: "filler" }]);
    expect(planRemovals(fields, heard)).toEqual([]);
    const own = { ...fields, fillers: true, fillerWords: ["Er", "um"] };
    expect(planRemovals(own, heard).map(({ start }) => start)).toEqual([1.5, 2.5]);
  });
  test("stay if the times of the words are estimates, which may be those of the words beside them", () => {
    const estimated = cues.map((cue) => ({ ...cue, isEstimated: true }));
    expect(planRemovals({ ...fields, fillers: true }, { ...heard, cues: estimated })).toEqual([]);
  });
  test("are no words of another language", () => {
    const portuguese = say(
      ["é", 1, 1.2],
      ["um", 1.3, 1.5],
      ["dia", 1.6, 2],
      ["e", 2.1, 2.2],
      ["uma", 2.3, 2.6],
      ["noite", 2.7, 3.4],
    );
    expect(planRemovals({ ...fields, fillers: true }, { ...heard, cues: portuguese })).toEqual([]);
  });
});

test("a line of which a part is left out is written as its language is", () => {
  const timeline = readTimeline([{ ...{ id: "a", type: "trim", made: {} }, fields: { start: 1.3, end: 9 } }], 20);
  const write = (cues: Cue[]) => toOwnCues(timeline, cues).map(({ text }) => text);
  expect(write(say(["so", 1, 1.2], ["we", 1.4, 1.8], ["begin", 2, 3]))).toEqual(["we begin"]);
  expect(write(say(["今日", 1, 1.2], ["は", 1.4, 1.6], ["雨", 1.7, 2]))).toEqual(["は雨"]);
});

describe("times of a tightened version", () => {
  const tighten = {
    ...{ id: "a", type: "tighten" as const, fields },
    made: {
      removed: [
        { start: 2, end: 3, kind: "silence" as const },
        { start: 5, end: 5.5, kind: "filler" as const },
      ],
    },
  };
  const trim = { id: "b", type: "trim" as const, fields: { start: 1, end: 8 }, made: {} };
  test("lead to the same moment of the original and back", () => {
    const timeline = readTimeline([tighten, trim], 10);
    expect([1, 1.5, 2, 2.5, 3, 4, 5.2, 6, 8].map((at) => toOwn(timeline, at))).toEqual([
      0, 0.5, 1, 1, 1, 2, 3, 3.5, 5.5,
    ]);
    for (const own of [0, 0.4, 1, 1.7, 2.9, 3, 5.4]) expect(toOwn(timeline, toOriginal(timeline, own))).toBe(own);
  });
  test("captions do not show what is removed, and the last word is in time after hundreds of cuts", () => {
    const timeline = readTimeline([tighten], 10);
    const cues = say(["one", 1, 1.9], ["um", 5, 5.5], ["two", 6, 6.5]);
    expect(toOwnCues(timeline, cues)).toMatchObject([
      { text: "one two", words: [{ start: 1 }, { start: 4.5, end: 5 }] },
    ]);
    const removed = Array.from({ length: 500 }, (_, at) => ({
      start: at * 7 + 1.237,
      end: at * 7 + 2.111,
      kind: "silence" as const,
    }));
    const long = readTimeline([{ ...tighten, made: { removed } }], 3600);
    expect(toOwn(long, 3590)).toBeCloseTo(3590 - 500 * (2.111 - 1.237), 3);
  });
});
