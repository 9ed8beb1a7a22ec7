import { makeKey } from "vireo/captions/loops";
import { accumulate } from "../numbers";
import { type Language, splitList } from "./language";
import { LANGUAGES } from "./languages";
import type { TalkWord } from "./timed-words";
import { findStem, isContent, matchStems, type Topics } from "./topics";

/** A word that the caller looks for. */
interface Term {
  text: string;
  /** Rare words say more about a wish. */
  weight: number;
  /** Cumulative number of matches. */
  sums: Float64Array;
}

/** Measures how much a passage speaks about a prompt and keywords. */
export interface Steer {
  /** Nothing in the talk matches. */
  isMissed: boolean;
  /** 0 to 1 for the words `from` until before `to`, which take a number of seconds. */
  measure(from: number, to: number, seconds?: number): number;
  /** Matched terms with their number, most frequent first. */
  list(from: number, to: number): { text: string; count: number }[];
}

const MAX_TERMS = 40;
/** Seconds in which a passage can say what it has to say about a subject. */
const PASSAGE = 40;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]+/gu;
/** Grammar of Japanese and of requests in Chinese, which would match anywhere. */
const GRAMMAR = /^[\p{Script=Hiragana}ー]+$|的|了|是/u;

/** Returns undefined if the prompt and keywords contain nothing to look for. */
export function createSteer(
  wish: { prompt?: string; keywords?: readonly string[] },
  words: readonly TalkWord[],
  topics: Topics,
  language: Language,
): Steer | undefined {
  const ignored = new Set([language.code, "en"].flatMap((code) => splitList(LANGUAGES[code]?.requests)));
  const prompt = removeRequests(wish.prompt ?? "", ignored);
  const wanted = [...(wish.keywords ?? []), prompt].join(" ");
  const kept = new Set((wish.keywords ?? []).flatMap((keyword) => splitKeys(keyword)));
  const spaced = [...new Set(splitKeys(wanted))].filter((key) => kept.has(key) || isWanted(key, language, ignored));
  const pairs = [...new Set(wanted.match(UNSPACED)?.flatMap(splitPairs))];
  if (spaced.length + pairs.length === 0) return undefined;
  const terms = [
    ...spaced.slice(0, MAX_TERMS).map((key) => makeTerm(key, markStems(key, topics))),
    ...pairs.slice(0, MAX_TERMS).map((pair) => makeTerm(pair, markPairs(pair, words))),
  ].filter(({ weight }) => weight > 0);
  const total = terms.reduce((sum, { weight }) => sum + weight, 0);
  return {
    isMissed: terms.length === 0,
    measure(from, to, seconds = 0) {
      // A long passage mentions more by chance.
      const share = Math.min(1, PASSAGE / Math.max(1, seconds));
      let sum = 0;
      // A second mention counts half, so that a passage about all terms beats one that repeats a single one.
      for (const { weight, sums } of terms) sum += weight * (1 - 0.5 ** (share * (sums[to]! - sums[from]!)));
      return total > 0 ? sum / total : 0;
    },
    list: (from, to) =>
      terms
        .map(({ text, sums }) => ({ text, count: sums[to]! - sums[from]! }))
        .filter(({ count }) => count > 0)
        .sort((a, b) => b.count - a.count),
  };
}

const splitKeys = (text: string): string[] =>
  text
    .replace(UNSPACED, " ")
    .split(/[\s/,;.!?"“”()]+/u)
    .map(makeKey)
    .filter(Boolean);

function isWanted(key: string, language: Language, ignored: ReadonlySet<string>): boolean {
  return !ignored.has(key) && isContent(key, language) && !splitList(LANGUAGES.en!.common).includes(key);
}

/** Removes the words of a request from scripts without spaces, where they cannot be told by their spaces. */
function removeRequests(prompt: string, ignored: ReadonlySet<string>): string {
  return prompt.replace(UNSPACED, (run) => {
    let rest = run;
    for (const request of [...ignored].sort((a, b) => b.length - a.length)) rest = rest.replaceAll(request, " ");
    return rest;
  });
}

/** Pairs of neighbouring characters, because words cannot be told from each other without a dictionary. */
function splitPairs(run: string): string[] {
  const letters = [...run];
  const pairs = letters.slice(1).map((letter, i) => letters[i]! + letter);
  const telling = pairs.filter((pair) => !GRAMMAR.test(pair));
  return telling.length > 0 ? telling : pairs.filter((pair) => !/の|は|を|が/u.test(pair));
}

function makeTerm(text: string, marks: Uint8Array): Term {
  const sums = accumulate(marks);
  const count = sums.at(-1)!;
  return { text, sums, weight: count === 0 ? 0 : Math.log(1 + marks.length / count) };
}

function markStems(key: string, { stems }: Topics): Uint8Array {
  const stem = findStem(key);
  const matches = new Map<string, boolean>();
  return Uint8Array.from(stems, (other) => {
    const isMatch = matches.get(other) ?? matchStems(stem, other);
    matches.set(other, isMatch);
    return isMatch ? 1 : 0;
  });
}

/** Marks words in which a pair of characters begins. */
function markPairs(pair: string, words: readonly TalkWord[]): Uint8Array {
  return Uint8Array.from(words, ({ key }, i) => {
    const next = words[i + 1];
    const text = next?.joined ? key + [...next.key][0] : key;
    return text.includes(pair) ? 1 : 0;
  });
}
