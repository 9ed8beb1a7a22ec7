/** Joins the cues of parts of a recording. */
import type { Interval } from "vireo/captions/align";
import { makeKey } from "vireo/captions/loops";
import type { Cue } from "vireo/slots/transcribe";

type Word = NonNullable<Cue["words"]>[number];

/** Cues of a part, in seconds of the whole. */
export interface HeardPart extends Interval {
  cues: readonly Cue[];
}

/** Two parts hear a word at most this far apart, in seconds. */
const TOLERANCE = 0.75;

/** Joins parts in the order of time. A word that two parts have heard is kept once. */
export function joinParts(parts: readonly HeardPart[]): Cue[] {
  let joined: Cue[] = [];
  for (const [i, { start, cues }] of parts.entries()) {
    const end = parts[i - 1]?.end ?? start;
    const seam = findSeam(joined, cues, { start, end });
    joined = [
      ...joined.flatMap((cue) => cutCue(cue, (time) => end <= start || time <= seam.until)),
      ...cues.flatMap((cue) => cutCue(cue, (time) => end <= start || time > seam.from)),
    ];
  }
  const sorted = joined.sort((a, b) => a.start - b.start);
  return sorted
    .map((cue, i) => ({ ...cue, end: Math.min(cue.end, sorted[i + 1]?.start ?? cue.end) }))
    .filter(({ start, end }) => end > start);
}

const getMiddle = ({ start, end }: Interval): number => (start + end) / 2;

/**
 * Returns the time up to which words of the earlier part are kept, and after which those of the later one are: on both
 * sides of the word nearest to the middle that both have heard.
 */
function findSeam(earlier: readonly Cue[], later: readonly Cue[], overlap: Interval): { until: number; from: number } {
  const middle = getMiddle(overlap);
  const [before, after] = [listWords(earlier, overlap), listWords(later, overlap)];
  let seam = { until: middle, from: middle };
  let nearest = Number.POSITIVE_INFINITY;
  for (const word of before) {
    const key = makeKey(word.word);
    const twin = key && after.find((one) => makeKey(one.word) === key && Math.abs(one.start - word.start) < TOLERANCE);
    const distance = Math.abs(getMiddle(word) - middle);
    if (!twin || distance >= nearest) continue;
    nearest = distance;
    seam = { until: getMiddle(word), from: getMiddle(twin) };
  }
  return seam;
}

const listWords = (cues: readonly Cue[], { start, end }: Interval): Word[] =>
  cues.flatMap(({ words = [] }) => words.filter((word) => word.end > start && word.start < end));

/** Keeps the words of a cue whose middle `isKept` accepts. A cue without words is kept or left out as a whole. */
function cutCue(cue: Cue, isKept: (middle: number) => boolean): Cue[] {
  const { words, text } = cue;
  if (!words?.length) return isKept(getMiddle(cue)) ? [cue] : [];
  const kept = words.filter((word) => isKept(getMiddle(word)));
  if (kept.length === words.length) return [cue];
  const [first, last] = [kept[0], kept.at(-1)];
  if (!first || !last) return [];
  return [{ ...cue, start: first.start, end: last.end, text: cutText(text, words, kept), words: kept }];
}

/** Returns the part of a cue's text that has the words, with its punctuation and spaces. */
function cutText(text: string, words: readonly Word[], kept: readonly Word[]): string {
  let from = 0;
  const starts = words.map(({ word }) => {
    const start = text.indexOf(word, from);
    from = start + word.length;
    return start;
  });
  if (starts.includes(-1)) return kept.map(({ word }) => word).join(" ");
  const [first, last] = [words.indexOf(kept[0]!), words.indexOf(kept.at(-1)!)];
  return text.slice(starts[first], starts[last + 1]).trim();
}
