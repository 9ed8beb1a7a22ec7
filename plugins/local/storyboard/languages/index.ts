import type { Lexicon } from "./lexicon";
import { ar, hi, ja, ko, ru, zh } from "./others";
import { es, fr, it, pt } from "./romance";
import { de, en, nl } from "./western";

const unspaced = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}]/u;

const lexicons: Readonly<Record<string, Lexicon>> = { en, de, fr, es, it, pt, nl, ru, ar, hi, ja, zh, ko };

/** Months in all languages that separate words, for patterns. */
export const MONTHS = Object.values(lexicons)
  .flatMap(({ months }) => months.split("|"))
  .filter((month) => month.length > 2)
  .join("|");

/** Days of the week in all languages that separate words, for patterns. */
export const DAYS = Object.values(lexicons)
  .flatMap(({ weekdays }) => weekdays.split("|"))
  .filter((day) => !unspaced.test(day) && day !== "morgen" && day !== "mañana" && day !== "heute")
  .join("|");

type ListName = Exclude<keyof Lexicon, "calls">;

/** Words of a language, prepared for look-ups. English words match in every language, because people mix them in. */
export interface Language {
  code: string;
  calls: Lexicon["calls"];
  /** True if the text begins with one of the words. */
  starts(list: ListName, text: string): boolean;
  /** True if the text contains one of the words. */
  has(list: ListName, text: string): boolean;
  /** Returns the word at the start of the text, or an empty string. */
  leading(list: ListName, text: string): string;
}

const letter = /[\p{L}\p{M}\p{N}]/u;
const words = /[\p{L}\p{M}\p{N}]+/gu;

/** A text in lower case, and its words with their positions. */
interface Tokens {
  lower: string;
  words: { at: number; word: string }[];
}

const tokenCache = new Map<string, Tokens>();
const MAX_CACHED = 1500;
/** Sentences are looked up in many lists. Longer texts are not, and would fill the memory. */
const MAX_CACHED_LENGTH = 400;

function tokenize(text: string): Tokens {
  let tokens = tokenCache.get(text);
  if (!tokens) {
    const folded = text.toLowerCase().replace(/’/g, "'");
    // Some capitals become longer in lower case, which would shift the indexes.
    const lower = folded.length === text.length ? folded : text;
    tokens = { lower, words: Array.from(lower.matchAll(words), (match) => ({ at: match.index, word: match[0] })) };
    if (text.length > MAX_CACHED_LENGTH) return tokens;
    if (tokenCache.size >= MAX_CACHED) tokenCache.clear();
    tokenCache.set(text, tokens);
  }
  return tokens;
}

/** Words and phrases by their first word, longest first; separately those of scripts without spaces. */
interface WordList {
  phrases: Map<string, string[]>;
  unspaced: RegExp | undefined;
}

function createList(entries: readonly string[]): WordList {
  const phrases = new Map<string, string[]>();
  const parts: string[] = [];
  for (const entry of new Set(entries.filter(Boolean))) {
    if (unspaced.test(entry)) parts.push(entry.replace(/[.*+?^${}()[\]\\]/g, "\\$&"));
    else {
      const lower = entry.toLowerCase();
      const first = lower.match(words)?.[0] ?? lower;
      phrases.set(
        first,
        [...(phrases.get(first) ?? []), lower].sort((a, b) => b.length - a.length),
      );
    }
  }
  parts.sort((a, b) => b.length - a.length);
  return { phrases, unspaced: parts.length > 0 ? new RegExp(parts.join("|"), "gi") : undefined };
}

/** Returns the length of the longest entry at the start of a word. 0 if there is none. */
function matchAt({ phrases }: WordList, lower: string, { at, word }: Tokens["words"][number]): number {
  const candidates = phrases.get(word);
  if (!candidates) return 0;
  for (const phrase of candidates) {
    if (phrase === word) return word.length;
    const after = lower[at + phrase.length];
    if (lower.startsWith(phrase, at) && (after === undefined || !letter.test(after))) return phrase.length;
  }
  return 0;
}

/** Returns the first match in text with spaces, otherwise in text without spaces. */
function findFirst(list: WordList, text: string): { index: number; length: number } | undefined {
  const { lower, words: tokens } = tokenize(text);
  for (const token of tokens) {
    const length = matchAt(list, lower, token);
    if (length > 0) return { index: token.at, length };
  }
  if (!list.unspaced || !unspaced.test(text)) return undefined;
  list.unspaced.lastIndex = 0;
  const match = list.unspaced.exec(text);
  return match ? { index: match.index, length: match[0].length } : undefined;
}

function createLanguage(code: string): Language {
  const own = lexicons[code]!;
  const lists = new Map<ListName, WordList>();
  const get = (name: ListName): WordList => {
    let list = lists.get(name);
    if (!list) {
      list = createList([own, en].flatMap((lexicon) => (lexicon[name] ?? "").split("|")));
      lists.set(name, list);
    }
    return list;
  };
  const leading = (name: ListName, text: string): string => {
    const list = get(name);
    const { lower, words: tokens } = tokenize(text);
    const length = tokens[0]?.at === 0 ? matchAt(list, lower, tokens[0]) : 0;
    if (length > 0) return text.slice(0, length);
    if (!list.unspaced || !unspaced.test(text)) return "";
    list.unspaced.lastIndex = 0;
    const match = list.unspaced.exec(text);
    return match?.index === 0 ? match[0] : "";
  };
  return {
    code,
    calls: own.calls,
    leading,
    starts: (name, text) => leading(name, text) !== "",
    has: (name, text) => findFirst(get(name), text) !== undefined,
  };
}

const made = new Map<string, Language>();

export function getLanguage(code: string): Language {
  let language = made.get(code);
  if (!language) {
    language = createLanguage(code in lexicons ? code : "en");
    made.set(code, language);
  }
  return language;
}

const smallWords = Object.entries(lexicons)
  .filter(([, { small }]) => !unspaced.test(small))
  .map(([code, { small, call }]) => ({
    code,
    small: new Set(small.split("|")),
    other: new Set(call.split("|")),
  }));

/**
 * Detects the language from its script or its small words, with a score of 0 for a guess. Defaults to English.
 */
export function detectLanguage(text: string): { code: string; score: number } {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const share = (pattern: RegExp) => (text.match(pattern)?.length ?? 0) / Math.max(1, letters);
  if (share(/[\p{Script=Hiragana}\p{Script=Katakana}]/gu) > 0.1) return { code: "ja", score: 9 };
  if (share(/\p{Script=Hangul}/gu) > 0.2) return { code: "ko", score: 9 };
  if (share(/\p{Script=Han}/gu) > 0.3) return { code: "zh", score: 9 };
  if (share(/\p{Script=Devanagari}/gu) > 0.2) return { code: "hi", score: 9 };
  if (share(/\p{Script=Arabic}/gu) > 0.2) return { code: "ar", score: 9 };
  if (share(/\p{Script=Cyrillic}/gu) > 0.2) return { code: "ru", score: 9 };
  let best = { code: "en", score: 0 };
  for (const { code, score } of rateLanguages(text)) if (score > best.score + 0.05) best = { code, score };
  return best;
}

/** Letters of languages without word lists, such as Polish, Turkish, Vietnamese and Persian. */
const otherLetters = /[ąćęłńśźżčďěňřšťůžőűășțşţğıđơưåøæāīūїєґіўپچژگ]|[\u1ea0-\u1ef9]/iu;
/** Score that makes a language certain: in total, and relative to the number of words. */
const CERTAIN = { words: 2, share: 0.2 } as const;

/** True if the language of the text is known beyond doubt. */
export function isCertain(text: string): boolean {
  if (otherLetters.test(text)) return false;
  const { score } = detectLanguage(text);
  const count = text.match(/\p{L}+/gu)?.length ?? 0;
  return score >= CERTAIN.words && (score >= 9 || score >= count * CERTAIN.share);
}

/** Scores the languages with Latin letters by the small words and letters of a text. */
export function rateLanguages(text: string): { code: string; score: number }[] {
  // Names of days and quotes from signs are next to digits and dashes: "Mon–Fri".
  const words = text.toLowerCase().match(/(?<![\p{N}–-]\s?)\p{L}[\p{L}\p{M}]*(?!\s?[–-]\s?\p{L})/gu) ?? [];
  return smallWords.map(({ code, small, other }) => {
    let score = (text.match(marks[code] ?? /(?!)/gu)?.length ?? 0) * 0.4;
    if (code === "es" && /[ñ¿¡]/iu.test(text)) score += 2;
    for (const word of words) score += small.has(word) ? 1 : other.has(word) ? 0.9 : 0;
    return { code, score };
  });
}

/** Letters that only some languages use. */
const marks: Readonly<Record<string, RegExp>> = {
  de: /[äöüß]/giu,
  es: /[ñ¿¡]|ción\b|ás\b/giu,
  pt: /[ãõ]|ção\b|ções\b/giu,
  fr: /[çœêèù]|\bqu'|\bl'|\bd'/giu,
  it: /[òì]|\bdell'|\bl'/giu,
};
