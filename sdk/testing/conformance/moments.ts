/** Checks of the facts of a search for moments, for `judge` of `engineConformance`. */
import { expect } from "bun:test";
import type { MomentsFacts, MomentsRequest } from "vireo/slots/moments";

const MOST = 20;
/** Pauses around words belong to a moment, so it may be a little longer than wanted. In seconds. */
const SLACK = 1;

/**
 * Checks the facts of a search for moments.
 * @example
 * import { engineConformance } from "vireo/testing/conformance/engine";
 * const request = { model: "acme-1", sourceUrl: "https://example.com/talk.mp4", minSeconds: 15, maxSeconds: 60 };
 * const requests = [{ ...request, content: "talk" as const }];
 * engineConformance("acme moments", { engine: () => finder, produces: "facts", requests, judge: judgeMoments });
 */
export function judgeMoments(facts: Record<string, unknown>, request: MomentsRequest): void {
  const { basis, moments } = facts as unknown as MomentsFacts;
  expect(["speech", "sound"]).toContain(basis);
  expect(moments.length).toBeLessThanOrEqual(MOST);
  const { minSeconds, maxSeconds, range } = request;
  for (const [at, moment] of moments.entries()) {
    const { start, end, title, hook, reason, score, factors } = moment;
    expect(end - start).toBeGreaterThanOrEqual(minSeconds - SLACK);
    expect(end - start).toBeLessThanOrEqual(maxSeconds + SLACK);
    expect(start).toBeGreaterThanOrEqual(range?.start ?? 0);
    expect(end).toBeLessThanOrEqual((range?.end ?? Number.POSITIVE_INFINITY) + SLACK);
    expect([title.trim(), reason.trim()]).not.toContain("");
    expect(hook).toBeString();
    expect(score).toBeWithin(0, 101);
    expect(score).toBeLessThanOrEqual(moments[at - 1]?.score ?? score);
    for (const value of Object.values(factors)) expect(value).toBeWithin(0, 1.001);
  }
  const ordered = moments.toSorted((a, b) => a.start - b.start);
  for (const [at, { start }] of ordered.entries()) expect(start).toBeGreaterThanOrEqual(ordered[at - 1]?.end ?? 0);
}
