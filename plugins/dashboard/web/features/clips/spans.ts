import type { Interval } from "vireo/captions/align";
import { formatSpan, type Moment } from "./queries";

export interface Word extends Interval {
  word: string;
  /** True if only the time of its line is known. */
  isEstimated?: boolean;
}

export type Edge = keyof Interval;

/** Words, or seconds where nobody speaks, that each key moves an edge by. As at every slider, up is later. */
export const KEY_STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -10,
  PageUp: 10,
};
/** Shortest clip, in seconds. */
export const MIN_SECONDS = 1;
/** Most silence, in seconds, that is kept before the first and after the last word. */
const LEAD_SECONDS = 0.2;
const TAIL_SECONDS = 0.3;
/** An edge that is further from all words, in seconds, is free. */
const NEAR_SECONDS = 1;
/** If the next word is further, in seconds, nobody speaks there. */
const LONGEST_PAUSE = 3;
/** Overlap in seconds that is due to rounding. */
const TOLERANCE = 0.05;

const round = (seconds: number) => Math.round(seconds * 100) / 100;

/** Returns the part of the video in which these words are said, up to the words around them. */
export function toSpan(words: readonly Word[], first: number, last: number): Interval {
  const [from, until] = [words[first]?.start ?? 0, words[last]?.end ?? 0];
  const before = words[first - 1]?.end ?? 0;
  const after = words[last + 1]?.start ?? Number.POSITIVE_INFINITY;
  return {
    start: round(Math.min(from, Math.max(before, from - LEAD_SECONDS))),
    end: round(Math.max(until, Math.min(after, until + TAIL_SECONDS))),
  };
}

/** Returns how early and how late an edge can be. */
const getRange = (edge: Edge, { start, end }: Interval, duration: number): readonly [least: number, most: number] =>
  edge === "start" ? [0, end - MIN_SECONDS] : [start + MIN_SECONDS, duration];

/** Lists the times around words that an edge can move to. */
function listTimes(words: readonly Word[], edge: Edge, span: Interval, duration: number): number[] {
  const [least, most] = getRange(edge, span, duration);
  return words.map((_, i) => toSpan(words, i, i)[edge]).filter((time) => time >= least && time <= most);
}

const findNearest = (times: readonly number[], time: number): number =>
  times.reduce((best, one) => (Math.abs(one - time) < Math.abs(best - time) ? one : best));

const isInWord = (words: readonly Word[], time: number): boolean =>
  words.some(({ start, end }) => time > start + TOLERANCE && time < end - TOLERANCE);

/** Returns the place of an edge nearest to a time: between words, or anywhere if nobody speaks near it. */
export function snap(words: readonly Word[], edge: Edge, time: number, span: Interval, duration: number): number {
  const [least, most] = getRange(edge, span, duration);
  const free = round(Math.max(least, Math.min(most, time)));
  const times = listTimes(words, edge, span, duration);
  if (times.length === 0) return isInWord(words, free) ? span[edge] : free;
  const nearest = findNearest(times, free);
  return Math.abs(nearest - free) > NEAR_SECONDS && !isInWord(words, free) ? free : nearest;
}

/** Moves an edge by so many words, or by as many seconds where nobody speaks. */
export function step(words: readonly Word[], edge: Edge, by: number, span: Interval, duration: number): number {
  const [least, most] = getRange(edge, span, duration);
  const times = listTimes(words, edge, span, duration);
  const isForward = by > 0;
  let at = span[edge];
  for (let left = Math.abs(by); left > 0; left--) {
    const free = round(Math.max(least, Math.min(most, at + (isForward ? 1 : -1))));
    const next = isForward
      ? times.find((time) => time > at + TOLERANCE)
      : times.findLast((time) => time < at - TOLERANCE);
    const isWord = next !== undefined && (Math.abs(next - at) <= LONGEST_PAUSE || isInWord(words, free));
    if (isWord) at = next;
    else if (!isInWord(words, free)) at = free;
  }
  return at;
}

/** Returns the first or the last word of a clip. */
export const findWordAt = (words: readonly Word[], edge: Edge, { start, end }: Interval): string | undefined => {
  const inside = words.filter((word) => word.start + word.end >= 2 * start && word.start + word.end <= 2 * end);
  return inside.at(edge === "start" ? 0 : -1)?.word;
};

/** Says what is wrong with the place of a clip: an edge inside a word, or another clip of the same part. */
export function describeSpan(span: Interval, words: readonly Word[], moments: readonly Moment[], id: string): string[] {
  const cut = (["start", "end"] as const).flatMap((edge) => {
    // The server knows better where an estimated word is: it hears the pauses.
    const word = words.find(
      ({ start, end, isEstimated }) => !isEstimated && span[edge] > start + TOLERANCE && span[edge] < end - TOLERANCE,
    );
    return word ? `${edge === "start" ? "Starts" : "Ends"} inside “${word.word}”.` : [];
  });
  const others = moments.filter(
    (one) =>
      one.id !== id && !one.canRender && Math.min(one.end, span.end) - Math.max(one.start, span.start) > TOLERANCE,
  );
  return [...cut, ...others.map((one) => `Overlaps the clip “${one.title}” (${formatSpan(one)}).`)];
}
