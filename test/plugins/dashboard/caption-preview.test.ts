import { expect, test } from "bun:test";
import { timeText } from "#plugins/dashboard/web/features/library/edit/captions";
import { moveSpan } from "#plugins/dashboard/web/features/library/edit/span";
import { splitSentences } from "#plugins/dashboard/web/features/library/edit/split-sentences";

test("a text is split into ordered lines within the video", () => {
  const cues = splitSentences(
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
