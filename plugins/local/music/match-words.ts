/** Splits prompts into tokens and matches whole words only: "trap" does not match "trapeze". */

const NEGATIONS = new Set(["no", "without", "minus", "sans", "exclude", "excluding", "not", "avoid", "never", "zero"]);
const JOINERS = new Set(["and", "or", "nor"]);
const SPAN_ENDS = new Set(["but", "just", "only", "with", "in", "for", "plus", "please", "at", "on"]);
/** Words that a negation covers at most ("not too fast and heavy"). */
const SPAN = 4;

/** Splits a text into lower-case words of any script and single punctuation marks. */
export function tokenize(text: string): string[] {
  const plain = text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[’‘]/g, "'")
    .replace(/&/g, " and ")
    .replace(/[-‐-―_/+]/g, " ");
  return plain.match(/[\p{L}\p{M}\p{N}#']+|[.,;:!?\n()]/gu) ?? [];
}

/** Joins words with spaces, also at both ends, so that `hasWords` can search for whole words. */
export function padTokens(tokens: readonly string[]): string {
  return ` ${tokens.filter((t) => /[\p{L}\p{N}]/u.test(t)).join(" ")} `;
}

/** True if the padded text contains the phrase or its plural as whole words. */
export function hasWords(text: string, phrase: string): boolean {
  return text.includes(` ${phrase} `) || text.includes(` ${phrase}s `);
}

/**
 * Splits a prompt into what it requests and what it excludes, both prepared for `hasWords`.
 * "soft piano, no drums or bass, slow" requests " soft piano slow " and excludes " drums bass ".
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
  return { asked: padTokens(asked), ruledOut: padTokens(ruledOut) };
}

function takeSpan(tokens: readonly string[], from: number, out: string[], isInstrument: (word: string) => boolean) {
  let i = from;
  for (let taken = 0; i < tokens.length && taken < SPAN; i++) {
    const token = tokens[i]!;
    if (token === "," || JOINERS.has(token)) {
      // A list only continues with another instrument: "no drums and soft piano" and "no drums, piano" request a piano.
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
