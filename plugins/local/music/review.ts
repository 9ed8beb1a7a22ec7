import { reviewLength } from "./duration";

const NO_VOCALS =
  "The local music engine makes instrumental music only. Configure a music provider that can sing, or ask for music without vocals.";

/** Words for somebody who sings, in the most common languages of prompts. Samples such as "vocal chops" are sounds. */
const sung =
  /(?<!\p{L})(?:(?:female|male|lead|soulful|powerful|raspy|human) (?:vocals?|voice|singer)|(?:with|featuring|and) (?:a )?(?:vocals|singer|lyrics|rapper)|singer[- ]songwriter|lyrics\s*:|sung by|mit (?:gesang|sänger(?:in)?|liedtext)|avec (?:du chant|des paroles|chanteur|chanteuse)|con (?:voz|letra|cantante|voce|testo))(?!\p{L})/iu;
const negated = /(?<!\p{L})(?:no|without|minus|zero|ohne|sans|sin|senza)(?!\p{L})[^.,;]{0,24}$/iu;

/** True if a text asks for vocals. */
function asksForVocals(text: string): boolean {
  const match = sung.exec(text);
  return match !== null && !negated.test(text.slice(0, match.index));
}

/** Finds what this engine cannot make, by API field. */
export function reviewMusic(request: {
  prompt: string;
  style?: string;
  instrumental?: boolean;
}): Record<string, string> {
  const field = (["prompt", "style"] as const).find((name) => asksForVocals(request[name] ?? ""));
  const vocals = request.instrumental === false ? "instrumental" : field;
  return { ...reviewLength(request), ...(vocals ? { [vocals]: NO_VOCALS } : {}) };
}
