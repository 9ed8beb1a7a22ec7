import type { PlanRequest } from "vireo/slots/plan";
import { detectLanguage } from "../storyboard/languages/index";

const REMEDY = "Choose another model, or configure one that writes other languages, such as OpenAI or Gemini.";
/** Small words of another language that make a text one in that language. A single one may be part of a name. */
const CERTAIN = 0.9;

/** Refuses what the local planner cannot write: its sentences are in English. */
export function reviewPlan({ language, niche, goal }: PlanRequest): Record<string, string> {
  if (language !== undefined && !/^en(?:$|[-_])/i.test(language)) {
    return { language: `The local planner writes in English only (en, en-GB, en-US …). ${REMEDY}` };
  }
  if (language !== undefined) return {};
  const given = Object.entries({ niche, goal }).find(([, text]) => text && isForeign(text));
  if (!given) return {};
  const [field] = given;
  return {
    [field]: `The local planner writes in English only, and this is not English. Put it in English, or send language: "en" to keep it as a name. ${REMEDY}`,
  };
}

function isForeign(text: string): boolean {
  // "La Marzocco repair" and "Los Angeles food" are English.
  const { code, score } = detectLanguage(
    text.replace(/\b(?:La|Le|Las|Los|Les|El|Il|Der|Die|Das|San)(?= \p{Lu})/gu, ""),
  );
  return code !== "en" && score >= CERTAIN;
}
