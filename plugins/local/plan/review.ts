import type { PlanRequest } from "vireo/slots/plan";

/** Its sentences are written by hand, in one language. */
export function reviewPlan({ language }: PlanRequest): Record<string, string> {
  if (language === undefined || /^en(?:$|[-_])/i.test(language)) return {};
  return {
    language:
      "The local planner writes in English only (en, en-GB, en-US …); leave the language out, or choose another model.",
  };
}
