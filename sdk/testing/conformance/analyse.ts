/** Checks of the facts of an analysis, for `judge` of `engineConformance`. */
import { expect } from "bun:test";
import type { AnalyseRequest, AnalysisFacts } from "vireo/slots/analyse";

const KEYS = "attributesToCopy durationSeconds hook hooksToTest keyframes summary tags whyItPerformed".split(" ");
const FRAME_KEYS = "audio description text timestamp type visual".split(" ");

function expectTexts(list: unknown): void {
  expect(list).toBeArray();
  for (const text of list as unknown[])
    expect(typeof text === "string" && text.trim() === text && text !== "").toBe(true);
}

/**
 * Checks the facts of an analysis.
 * @example
 * import { engineConformance } from "vireo/testing/conformance/engine";
 * const requests = [{ model: "acme-1", url: "https://example.com/brew.mp4" }];
 * engineConformance("acme analyse", { engine: () => analyser, produces: "facts", requests, judge: judgeAnalysis });
 */
export function judgeAnalysis(analysis: Record<string, unknown>, request: AnalyseRequest): void {
  expect(Object.keys(analysis).sort()).toEqual(KEYS);
  const facts = analysis as unknown as AnalysisFacts;
  expect(facts.hook.trim()).not.toBe("");
  expect(facts.summary.trim()).not.toBe("");
  for (const list of [facts.whyItPerformed, facts.attributesToCopy, facts.hooksToTest, facts.tags]) expectTexts(list);
  expect(new Set(facts.tags).size).toBe(facts.tags.length);
  for (const tag of facts.tags) expect(tag).not.toStartWith("#");
  expect(facts.durationSeconds).toBeGreaterThan(0);

  expect(facts.keyframes.length).toBeGreaterThan(0);
  expect(facts.keyframes.length).toBeLessThanOrEqual(Math.ceil(facts.durationSeconds) + 1);
  facts.keyframes.forEach((frame, at) => {
    expect(Object.keys(frame).sort()).toEqual(FRAME_KEYS);
    expect(frame.timestamp).toBeGreaterThan(at === 0 ? -1 : facts.keyframes[at - 1]!.timestamp);
    expect(frame.timestamp).toBeLessThanOrEqual(facts.durationSeconds);
    expect(frame.type).toMatch(/^[a-z][a-z_]*$/);
    for (const text of [frame.description, frame.visual, frame.audio, frame.text]) expect(text).toBeString();
  });
  // Rates need counts.
  if (!request.stats?.views)
    for (const reason of facts.whyItPerformed) expect(reason).not.toMatch(/% of (?:its|the) views/);
}
