import { expect, test } from "bun:test";
import { estimateKeyframes } from "#modules/viral-library/analysis/caption-keyframes";

test("the sentences of a caption share its seconds by their length, in order", () => {
  const keyframes = estimateKeyframes(
    "Wait for it",
    "Wait for it. Three cheap dinners that take ten minutes. Save this!",
    6,
  );
  expect(keyframes.map(({ timestamp }) => timestamp)).toEqual([0, 1, 2, 3, 4, 5]);
  expect(keyframes.map(({ type }) => type)).toEqual(["hook", "hook", "scene", "scene", "scene", "scene"]);
  expect(keyframes[2]!.description).toBe("Estimated from the caption: Three cheap dinners that take ten minutes.");
});

test("without a duration there is one keyframe, and a day of video has no more than 180", () => {
  expect(estimateKeyframes("Hook", "", 0)).toEqual([
    { timestamp: 0, type: "hook", description: "Estimated from the caption: Hook", visual: "", audio: "", text: "" },
  ]);
  expect(estimateKeyframes("Hook", "One. Two.", 86_400)).toHaveLength(180);
});
