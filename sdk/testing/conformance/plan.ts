/** Checks of the facts of a content plan, for `judge` of `engineConformance`. */
import { expect } from "bun:test";
import type { PlanFacts, PlanRequest } from "vireo/slots/plan";

const KEYS = "caption concept cta day hashtags hook inspiredBy platform script shots title".split(" ");
const LONGEST = { title: 100, caption: 2200 };
/** Placeholders that templates and models leave when a value is missing. */
const LEFT_OVER = /\{\w*\}|\[(?:insert|your|brand|product|name)\b|\bundefined\b|\bnull\b|\bNaN\b|lorem ipsum|\bXYZ\b/i;

/**
 * Checks the facts of a content plan.
 * @example
 * import { engineConformance } from "vireo/testing/conformance/engine";
 * import type { PlanRequest } from "vireo/slots/plan";
 * const plan = { model: "acme-1", days: 7, postsPerDay: 1, seed: 1, brief: {}, inspiration: [] };
 * const requests: PlanRequest[] = [{ ...plan, niche: "Coffee", platforms: ["tiktok", "youtube"] }];
 * engineConformance("acme plan", { engine: () => planner, produces: "facts", requests, judge: judgePlan });
 */
export function judgePlan(facts: Record<string, unknown>, request: PlanRequest): void {
  expect(Object.keys(facts)).toEqual(["items"]);
  const { items } = facts as unknown as PlanFacts;
  const { days, postsPerDay, platforms, inspiration } = request;
  expect(items.map(({ day }) => day)).toEqual(
    Array.from({ length: days * postsPerDay }, (_, at) => Math.floor(at / postsPerDay) + 1),
  );
  const known = new Set(inspiration.map(({ id }) => id));
  for (const item of items) {
    expect(Object.keys(item).sort()).toEqual(KEYS);
    expect(platforms).toContain(item.platform);
    const texts = [item.title, item.hook, item.concept, item.script, item.caption, item.cta, ...item.shots];
    for (const text of texts) {
      expect(text.trim()).not.toBe("");
      expect(text).not.toMatch(LEFT_OVER);
    }
    expect(item.shots.length).toBeGreaterThan(0);
    expect(item.title.length).toBeLessThanOrEqual(LONGEST.title);
    expect(item.caption.length).toBeLessThanOrEqual(LONGEST.caption);
    for (const tag of item.hashtags) expect(tag).toMatch(/^[\p{L}\p{N}\p{M}_]+$/u);
    expect(new Set(item.hashtags.map((tag) => tag.toLowerCase())).size).toBe(item.hashtags.length);
    for (const id of item.inspiredBy) expect(known).toContain(id);
    expect(new Set(item.inspiredBy).size).toBe(item.inspiredBy.length);
  }
  expect(new Set(items.map(({ platform }) => platform)).size).toBe(Math.min(new Set(platforms).size, items.length));
  // Ideas are varied: hardly any occurs twice.
  expect(new Set(items.map(({ title }) => title)).size).toBeGreaterThanOrEqual(Math.ceil(items.length * 0.9));
  expect(new Set(items.map(({ hook }) => hook)).size).toBeGreaterThanOrEqual(Math.ceil(items.length * 0.9));
}
