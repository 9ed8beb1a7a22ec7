import type { PlanRequest } from "vireo/slots/plan";
import { planLanguages } from "./languages/index";
import { findRequestLanguage } from "./reading";

const REMEDY = "Choose another model, or configure one that supports other languages, such as OpenAI or Gemini.";
const toName = new Intl.DisplayNames("en", { type: "language" });
const names = planLanguages.map((language) => toName.of(language) ?? language);
const WRITES = `The local planner writes in ${new Intl.ListFormat("en").format(names)}.`;

/** Refuses languages that the local planner does not support. */
export function reviewPlan(request: PlanRequest): Record<string, string> {
  if (planLanguages.includes(findRequestLanguage(request))) return {};
  if (request.language !== undefined) return { language: `${WRITES} ${REMEDY}` };
  const field = request.niche ? "niche" : "goal";
  const problem = "This is in another language. Translate it to one of these, or send `language` to keep it as a name.";
  return { [field]: `${WRITES} ${problem} ${REMEDY}` };
}
