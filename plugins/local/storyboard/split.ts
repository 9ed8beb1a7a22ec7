import { splitPieces } from "../draw/linebreaks";
import { endsAt } from "./text";
import { countSigns } from "./timing";

/** Maximum number of letters in one text of a scene. Longer ones become a second line or further scenes. */
export const LONGEST = 92;

/** Patterns at which a long sentence may be split, best first. */
const breaks = [
  /[.!?…。！？।؟]["”»']?\s+|[。！？]/gu,
  /;\s+|\s[–—-]\s|—|:\s+/gu,
  /,\s+|[、，،]\s*/gu,
  /\s(?=(?:and|but|so|because|while|which|that|when|where|who|with|for|until|after|before|from|und|aber|weil|damit|wenn|mit|für|et|mais|parce|pour|avec|qui|y|pero|porque|para|con|que|e|ma|perché|per|mas|com|и|но|чтобы|और|لكن|حتى)\s)/giu,
];

/** Maximum number of characters in a text, however few letters they form. The API allows 1000. */
export const MAX_CHARACTERS = 900;

/** Splits a text into parts that can be read at a glance. Nothing is left out. */
export function splitLong(text: string, longest = LONGEST): string[] {
  if (countSigns(text) <= longest && text.length <= MAX_CHARACTERS) return [text];
  for (const pattern of breaks) {
    const at = findMiddle(text, pattern, longest);
    if (at !== undefined) return divide(text, at, longest);
  }
  return divide(text, findWordBreak(text), longest);
}

const divide = (text: string, at: number, longest: number): string[] =>
  [
    text
      .slice(0, at)
      .trim()
      .replace(/[,，、،;]$/u, ""),
    text.slice(at).trim(),
  ]
    .filter(Boolean)
    .flatMap((part) => (part.length < text.length ? splitLong(part, longest) : [part]));

/** Finds the break nearest to the middle that leaves neither part too small. */
function findMiddle(text: string, pattern: RegExp, longest: number): number | undefined {
  const parts = Math.ceil(countSigns(text) / longest);
  const target = text.length / Math.min(2, parts);
  let best: number | undefined;
  for (const match of text.matchAll(pattern)) {
    const at = match.index + match[0].length;
    if (match[0].startsWith(".") && !endsAt(text, match.index, match.index + 1)) continue;
    if (at < text.length * 0.2 || at > text.length * 0.8) continue;
    if (best === undefined || Math.abs(at - target) < Math.abs(best - target)) best = at;
  }
  return best;
}

function findWordBreak(text: string): number {
  // Splitting a long text into words takes milliseconds; a space near the middle is found at once.
  const space = text.lastIndexOf(" ", text.length / 2);
  if (space > text.length * 0.35) return space + 1;
  let at = 0;
  for (const { text: piece, spaced } of splitPieces(text)) {
    const next = at + piece.length + (spaced && at > 0 ? 1 : 0);
    if (at > 0 && next > text.length / 2) return at;
    at = next;
  }
  return Math.ceil(text.length / 2);
}
