import { expect, test } from "bun:test";
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
