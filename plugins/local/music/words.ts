/**
 * Prompt text as a list of lower-case words and punctuation marks, and matching on whole words only
 * ("trap" is not in "trapeze", "rap" is not in "wrap").
 */

const NEGATIONS = new Set(["no", "without", "minus", "sans", "exclude", "excluding", "not", "avoid", "never", "zero"]);
const JOINERS = new Set(["and", "or", "nor"]);
const SPAN_ENDS = new Set(["but", "just", "only", "with", "in", "for", "plus", "please", "at", "on"]);
/** A negation takes at most this many words with it ("not too fast and heavy"). */
const SPAN = 4;

/** Words (letters, digits and marks of any script) and single punctuation marks, in order. */
export function tokenize(text: string): string[] {
  const plain = text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[’‘]/g, "'")
    .replace(/&/g, " and ")
    .replace(/[-‐-―_/+]/g, " ");
  return plain.match(/[\p{L}\p{M}\p{N}#']+|[.,;:!?\n()]/gu) ?? [];
}

/** Words padded with spaces, so that a whole-word search is a substring search. */
export function padded(tokens: readonly string[]): string {
  return ` ${tokens.filter((t) => /[\p{L}\p{N}]/u.test(t)).join(" ")} `;
}

/** True if the padded text contains the phrase or its plural as whole words. */
export function has(text: string, phrase: string): boolean {
  return text.includes(` ${phrase} `) || text.includes(` ${phrase}s `);
}

/**
 * Splits a prompt into what it asks for and what it rules out, both padded for `has`.
 * "soft piano, no drums or bass, slow" asks for " soft piano slow " and rules out " drums bass ".
 */
export function splitNegated(
  text: string,
  isInstrument: (word: string) => boolean,
): { asked: string; ruledOut: string } {
  const tokens = tokenize(text);
  const asked: string[] = [];
  const ruledOut: string[] = [];
  let i = 0;
  while (i < tokens.length) {
    const token = tokens[i++]!;
    if (token === "drumless" || token === "beatless") {
      ruledOut.push("drums");
    } else if (NEGATIONS.has(token)) {
      i = takeSpan(tokens, i, ruledOut, isInstrument);
      ruledOut.push(".");
    } else {
      asked.push(token);
    }
  }
  return { asked: padded(asked), ruledOut: padded(ruledOut) };
}

function takeSpan(tokens: readonly string[], from: number, out: string[], isInstrument: (word: string) => boolean) {
  let i = from;
  for (let taken = 0; i < tokens.length && taken < SPAN; i++) {
    const token = tokens[i]!;
    if (token === "," || JOINERS.has(token)) {
      // A list goes on only with another instrument: "no drums and soft piano" wants the piano's softness,
      // and "no drums, piano" wants the piano.
      const listed = JOINERS.has(token) || listEndsWithOr(tokens, i + 1);
      if (taken > 0 && listed && isInstrument(tokens[i + 1] ?? "")) continue;
      return i;
    }
    if (SPAN_ENDS.has(token) || !/[\p{L}\p{N}]/u.test(token)) return i;
    out.push(token);
    taken++;
  }
  return i;
}

function listEndsWithOr(tokens: readonly string[], from: number): boolean {
  for (let i = from; i < tokens.length && !/[.;:!?\n]/.test(tokens[i]!); i++) {
    if (tokens[i] === "or" || tokens[i] === "nor") return true;
  }
  return false;
}
