import { splitGraphemes } from "../linebreaks";
import { isSmallWord } from "./languages";

const words = new Intl.Segmenter("und", { granularity: "word" });

/** Sentences: a mark of any script ends one; a Latin full stop only before a space, so that "4.5" and "U.S." hold. */
export function splitSentences(text: string): string[] {
  return text
    .split(/\n+|(?<=[。！？｡।؟…])|(?<=(?<!\b\p{Lu})[.!?]["”»)]?)\s+|\s*[•●▪|；;]\s*|;\s+/u)
    .map((part) => part.trim())
    .filter((part) => /[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(part));
}

/** The clauses of a sentence, cut at commas, colons and spaced dashes. */
export function splitClauses(sentence: string): string[] {
  return sentence
    .split(/,\s+|[，、،：；]\s*|:\s+|\s+[-–—]+\s+|—/u)
    .map(trimClause)
    .filter((part) => /[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(part));
}

/** Removes a leading conjunction and a trailing full stop. Keeps "!" and "?" for tone. */
export function trimClause(clause: string): string {
  return clause
    .replace(/^(?:and|with|plus|or|but|und|mit|et|avec|y|con|e|com|en|met|и|с)\s+(?=\S)/iu, "")
    .replace(/[\s.,;:。，、；：｡।-]+$/u, "")
    .trim();
}

/**
 * Shortens a text to this many words and characters. Cuts at the end of a clause if possible, else between words,
 * never inside a character, and not after a word that wants another ("and", "with", "of").
 */
export function shorten(text: string, maxWords: number, maxChars: number, language: string | undefined): string {
  if (fits(text, maxWords, maxChars)) return text;
  const clauses = splitClauses(text);
  if (clauses.length > 1 && fits(clauses[0]!, maxWords, maxChars)) return clauses[0]!;
  let kept = "";
  let lastWord = "";
  let count = 0;
  const cuts: { text: string; small: boolean }[] = [];
  for (const { segment, isWordLike } of words.segment(clauses[0] ?? text)) {
    if ((isWordLike || segment === " ") && !startsJoined(kept)) {
      cuts.push({ text: kept, small: isSmallWord(lastWord, language) });
      if (isWordLike) count++;
    }
    if (count > maxWords || splitGraphemes(kept + segment).length > maxChars) break;
    kept += segment;
    if (isWordLike) lastWord = segment;
  }
  const cut = cuts.filter(({ text: part, small }) => part.trim() && !small).at(-1)?.text;
  return trimClause((cut ?? splitGraphemes(text).slice(0, maxChars).join("")).trim());
}

/** Treats "Wi-Fi", "don't" and "24/7" as one word, unlike the segmenter. */
function startsJoined(kept: string): boolean {
  return kept !== "" && /[\p{L}\p{N}][-'’/.]$/u.test(kept);
}

function fits(text: string, maxWords: number, maxChars: number): boolean {
  const count = Array.from(words.segment(text)).filter(({ isWordLike }) => isWordLike).length;
  // Scripts without spaces have more and shorter words, so only characters count.
  const unspaced = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}]/u.test(text);
  return (
    splitGraphemes(text).length <= (unspaced ? Math.round(maxChars * 0.6) : maxChars) && (unspaced || count <= maxWords)
  );
}

/** Finds the longest meaningful word, to be set in the accent colour. It is a substring of `text`. */
export function findKeyword(text: string, brand: string, language: string | undefined): string {
  if (brand && text.toLowerCase().includes(brand.toLowerCase())) {
    const at = text.toLowerCase().indexOf(brand.toLowerCase());
    return text.slice(at, at + brand.length);
  }
  const offer = /\p{Sc}?\s?\d+(?:[.,]\d+)?\s?[%٪％]/u.exec(text)?.[0];
  if (offer) return offer.trim();
  const candidates = Array.from(words.segment(text))
    .filter(({ segment, isWordLike }) => isWordLike && !isSmallWord(segment, language))
    .map(({ segment }) => segment);
  return candidates.reduce(
    (best, word) => (splitGraphemes(word).length >= splitGraphemes(best).length ? word : best),
    "",
  );
}

/** With a capital at the start, as a line of its own; names like "iPhone" keep theirs. */
export function asLine(text: string): string {
  return text.replace(/^\p{Ll}(?=[\p{Ll}\s'’-])(?!\p{Ll}\p{Lu})/u, (letter) => letter.toUpperCase());
}
