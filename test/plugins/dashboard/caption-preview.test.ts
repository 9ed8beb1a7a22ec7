import { expect, test } from "bun:test";
import { splitIntoLines, timeText } from "#plugins/dashboard/web/features/library/edit/captions";
import { stackOverlays } from "#plugins/dashboard/web/features/library/edit/overlay";
import { placeScenes } from "#plugins/dashboard/web/features/library/edit/scenes";
import { moveSpan } from "#plugins/dashboard/web/features/library/edit/span";
import {
  changeLine,
  type Line,
  moveWord,
  renameWord,
  splitLine,
  toLines,
} from "#plugins/dashboard/web/features/library/edit/words";

test("a text is split into ordered lines within the video", () => {
  const cues = splitIntoLines(
    "Cold brew hits different. Smooth, strong, and never bitter. Try it once, switch for good!",
    10,
  );
  expect(cues.map(({ text }) => text)).toEqual([
    "Cold brew hits different.",
    "Smooth, strong, and never bitter.",
    "Try it once, switch for good!",
  ]);
  expect(cues[0]?.start).toBe(0);
  expect(cues.at(-1)?.end).toBe(10);
  for (const [at, { start, end }] of cues.entries()) {
    expect(end).toBeGreaterThan(start);
    expect(start).toBeGreaterThanOrEqual(cues[at - 1]?.end ?? 0);
  }
});

test("prices stay whole when a text is split into lines, and punctuation before the first word is kept", () => {
  expect(splitIntoLines("…only 3.50 today. see vireo.app", 10).map(({ text }) => text)).toEqual([
    "…only 3.50 today.",
    "see vireo.app",
  ]);
});

test("a text is exported with the times of the speech, in cues that the API takes", () => {
  const speech = [
    { start: 1, end: 2 },
    { start: 4, end: 5 },
  ];
  const [cue] = timeText("Good morning. Good night.", speech);
  expect(cue).toMatchObject({ start: 1, end: 5, text: "Good morning. Good night." });
  expect(cue?.words?.map(({ start }) => start >= 4)).toEqual([false, false, true, true]);
  const long = timeText("word ".repeat(250), speech);
  expect(long.map(({ words }) => words?.length)).toEqual([100, 100, 50]);
  for (const { words = [] } of long) for (const { start, end } of words) expect(end).toBeGreaterThan(start);
});

test("a bar of the timeline stays inside the video, and its ends apart", () => {
  const span = { start: 1, end: 2 };
  expect(moveSpan(span, "all", 9, 5)).toEqual({ start: 4, end: 5 });
  expect(moveSpan(span, "all", -9, 5)).toEqual({ start: 0, end: 1 });
  expect(moveSpan(span, "start", 9, 5)).toEqual({ start: 1.9, end: 2 });
  expect(moveSpan(span, "end", -9, 5)).toEqual({ start: 1, end: 1.1 });
});

const getWords = (lines: readonly Line[]) =>
  lines.flatMap(({ words = [] }) => words.map(({ word, start, end }) => [word, start, end]));
const timed: Line[] = [
  {
    ...{ start: 1, end: 2, text: "Good morning." },
    words: [
      { word: "Good", start: 1, end: 1.4 },
      { word: "morning.", start: 1.4, end: 2 },
    ],
  },
  { start: 3, end: 4, text: "Night." },
];

test("a text becomes a line for each sentence, with the times of its words", () => {
  const words = timeText("Good morning. Good night.", [{ start: 0, end: 4 }]);
  const lines = toLines(words, 4);
  expect(lines.map(({ text }) => text)).toEqual(["Good morning.", "Good night."]);
  expect(getWords(lines).map(([, start]) => start)).toEqual(
    words[0]!.words!.map(({ start }) => expect.closeTo(start, 2)),
  );
});

test("a word is moved and stretched, its neighbours make room, and other lines stay as they are", () => {
  const moved = moveWord(timed, 1, "start", { start: 1.2, end: 2 }, 5);
  expect(getWords(moved)).toEqual([
    ["Good", 1, 1.2],
    ["morning.", 1.2, 2],
  ]);
  expect(moved[1]).toBe(timed[1]!);
  expect(getWords(moveWord(timed, 0, "all", { start: 1.3, end: 1.7 }, 5))).toEqual([
    ["Good", 1.3, 1.7],
    ["morning.", 1.7, 2],
  ]);
  // Never past the word after it, and the line grows with its words.
  const [first, second] = moveWord(timed, 1, "end", { start: 1.4, end: 9 }, 5);
  expect([first?.end, second]).toEqual([
    3.95,
    { ...timed[1]!, start: 3.95, words: [{ word: "Night.", start: 3.95, end: 4 }] },
  ]);
});

test("a word is reworded, divided and removed, and its line with the last of its words", () => {
  expect(renameWord(timed, 1, "evening.", 5)[0]).toMatchObject({
    text: "Good evening.",
    words: [{}, { start: 1.4, end: 2 }],
  });
  expect(getWords(renameWord(timed, 0, "Very good", 5)).slice(0, 2)).toEqual([
    ["Very", 1, expect.any(Number)],
    ["good", expect.any(Number), 1.4],
  ]);
  expect(renameWord(timed, 2, " ", 5)).toEqual([timed[0]!]);
});

test("words keep their times where a line's text stays, and move with the line", () => {
  expect(getWords([changeLine(timed[0]!, { text: "Good, morning." }, 5)])).toEqual([
    ["Good,", 1, 1.4],
    ["morning.", 1.4, 2],
  ]);
  // Words that are added at the end need room: all share the time of the line.
  const longer = getWords([changeLine(timed[0]!, { text: "Good morning. All" }, 5)]);
  expect([longer.map(([word]) => word), longer[0]?.[1], longer.at(-1)?.[2]]).toEqual([
    ["Good", "morning.", "All"],
    1,
    2,
  ]);
  expect(getWords([changeLine(timed[0]!, { start: 2, end: 4 }, 5)])).toEqual([
    ["Good", 2, 2.8],
    ["morning.", 2.8, 4],
  ]);
});

test("a line is split between the words at the playhead, and not where there is none on one side", () => {
  const split = splitLine(timed, 1.5, 5);
  expect(split?.slice(0, 2)).toMatchObject([
    { text: "Good", start: 1, end: 1.4 },
    { text: "morning.", start: 1.4, end: 2 },
  ]);
  expect(split?.slice(2)).toEqual(timed.slice(1));
  for (const time of [0.5, 1.1, 1.9, 2]) expect(splitLine(timed, time, 5)).toBeUndefined();
});

test("overlays that are shown at the same time are in different rows", () => {
  const place = (...spans: [start: number, end: number][]) =>
    stackOverlays(
      spans.map(([start, end]) => ({ draft: { start, end } })),
      10,
    ).map(({ row }) => row);
  expect(place([0, 4], [4, 0], [2, 6])).toEqual([0, 1, 0]);
  expect(place([0, 0], [0, 0])).toEqual([0, 1]);
});

test("scenes are shown one after the other, for as long as the video is", () => {
  const scenes = [
    { kind: "hook", text: "A", seconds: 1 },
    { kind: "media", seconds: 3 },
    { kind: "cta", narration: "C" },
    { kind: "price", price: { was: "Was $5", now: "now $3.50" }, seconds: 2 },
  ] as const;
  expect(placeScenes(scenes, 16)).toEqual([
    { start: 0, end: 2, text: "A" },
    { start: 2, end: 8, text: "Media" },
    { start: 8, end: 12, text: "C" },
    { start: 12, end: 16, text: "Was $5 now $3.50" },
  ]);
});
