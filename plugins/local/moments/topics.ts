import { accumulate, clampFinite, describeSpread } from "../numbers";
import type { Language } from "./language";
import type { Sentence } from "./sentences";
import type { TalkWord } from "./timed-words";

/** The words that carry the subject of a talk. */
export interface Topics {
  /** Stem of each word. */
  stems: string[];
  /** How much each word tells: 0 for function words, up to 1 for words that are rare in this talk. */
  weights: Float64Array;
  /** Cumulative `weights`, and number of words with a weight. */
  weightSums: Float64Array;
  contentSums: Float64Array;
  /** For each sentence, how much the subject changes before it, 0 to 1. */
  shifts: number[];
}

/** Words of a block, by which the frequency of words is counted. */
const BLOCK = 120;
/** Words before and after a sentence that are compared. */
const WINDOW = 60;
const STEM = 7;
const SUFFIXES: readonly [RegExp, RegExp][] = [
  [
    /^\p{Script=Cyrillic}/u,
    /(?:иями|ами|ями|ого|его|ому|ему|ыми|ими|ах|ях|ов|ев|ой|ей|ый|ий|ая|яя|ое|ее|ам|ям|ом|ем|ы|и|а|я|о|е|у|ю|ь)$/u,
  ],
  [/^\p{Script=Latin}/u, /(?:'s|ings?|ers?|ies|ens?|ed|es|en|em|e|s|n|y|o|a)$/u],
];

/** Shortens a word to the part that its forms share: "prices", "priced" and "pricing" are one stem. */
export function findStem(key: string): string {
  if (key.length < 5) return key.length === 4 && key.endsWith("s") ? key.slice(0, -1) : key;
  const suffix = SUFFIXES.find(([script]) => script.test(key))?.[1];
  const stem = suffix ? key.replace(suffix, "") : key;
  return (stem.length < 3 ? key : stem).slice(0, STEM);
}

/** True if the words have the same stem, or one is the start of the other as in "Preis" and "Preisliste". */
export function matchStems(wanted: string, stem: string): boolean {
  if (wanted === stem) return true;
  if (wanted.length >= 4 && stem.startsWith(wanted)) return true;
  return stem.length >= 5 && wanted.length - stem.length <= 2 && wanted.startsWith(stem);
}

export function measureTopics(words: readonly TalkWord[], sentences: readonly Sentence[], language: Language): Topics {
  const stemOf = new Map<string, string>();
  const stems = words.map(({ key }) => {
    const known = stemOf.get(key);
    if (known !== undefined) return known;
    const stem = findStem(key);
    stemOf.set(key, stem);
    return stem;
  });
  const content = words.map(({ key }) => isContent(key, language));
  const weights = weighStems(stems, content);
  const shifts = findShifts(stems, weights, sentences);
  return {
    stems,
    weights,
    weightSums: accumulate(weights),
    contentSums: accumulate(content.map(Number)),
    shifts,
  };
}

export function isContent(key: string, { common }: Language): boolean {
  if (common.has(key) || common.has(key.split("'")[0]!)) return false;
  if (/^\p{Script=Hiragana}{1,3}$/u.test(key)) return false;
  return key.length > 2 || /[\p{N}\p{Script=Han}\p{Script=Katakana}\p{Script=Hangul}]/u.test(key);
}

/** Weighs words by their rarity among blocks of the talk. A word that is said once is less sure to be a subject. */
function weighStems(stems: readonly string[], content: readonly boolean[]): Float64Array {
  const uses = new Map<string, { blocks: number; last: number; count: number }>();
  const blocks = Math.max(1, Math.ceil(stems.length / BLOCK));
  for (let i = 0; i < stems.length; i++) {
    if (!content[i]) continue;
    const block = Math.floor(i / BLOCK);
    const use = uses.get(stems[i]!) ?? { blocks: 0, last: -1, count: 0 };
    if (use.last !== block) use.blocks++;
    use.last = block;
    use.count++;
    uses.set(stems[i]!, use);
  }
  const scale = Math.log(1 + blocks);
  return Float64Array.from(stems, (stem, i) => {
    if (!content[i]) return 0;
    const { blocks: used, count } = uses.get(stem)!;
    const rarity = Math.log((1 + blocks) / used) / scale;
    return clampFinite((count > 1 ? 0.4 : 0.25) + 0.6 * rarity, 0, 1);
  });
}

/** Compares the words before and after each sentence. A shift is a place that is less similar than both sides of it. */
function findShifts(stems: readonly string[], weights: Float64Array, sentences: readonly Sentence[]): number[] {
  const similar = sentences.map(({ from }) => compareSides(stems, weights, from));
  const depths = similar.map((value, i) => {
    let left = value;
    for (let k = i - 1; k > 0 && k > i - 8 && similar[k]! >= left; k--) left = similar[k]!;
    let right = value;
    for (let k = i + 1; k < similar.length && k < i + 8 && similar[k]! >= right; k++) right = similar[k]!;
    return left + right - 2 * value;
  });
  const { mean, deviation } = describeSpread(depths);
  return depths.map((depth, i) => (i === 0 ? 1 : clampFinite((depth - mean) / (2.5 * deviation))));
}

/** Cosine similarity of the words before and after a position. */
function compareSides(stems: readonly string[], weights: Float64Array, middle: number): number {
  const before = new Map<string, number>();
  for (let i = Math.max(0, middle - WINDOW); i < middle; i++)
    if (weights[i]!) before.set(stems[i]!, (before.get(stems[i]!) ?? 0) + weights[i]!);
  const after = new Map<string, number>();
  for (let i = middle; i < Math.min(stems.length, middle + WINDOW); i++)
    if (weights[i]!) after.set(stems[i]!, (after.get(stems[i]!) ?? 0) + weights[i]!);
  let [product, left, right] = [0, 0, 0];
  for (const value of before.values()) left += value ** 2;
  for (const [stem, value] of after) {
    right += value ** 2;
    product += value * (before.get(stem) ?? 0);
  }
  return left && right ? product / Math.sqrt(left * right) : 0;
}
