/** Chooses the pauses and the hesitation sounds that a tightened version leaves out. */
import type { Interval } from "vireo/captions/align";
import type { Cue } from "vireo/slots/transcribe";
import type { Removal, TightenLayer } from "./layers";

/** What is heard in the part of an original that a version shows. Times are in its seconds. */
interface Heard {
  range: Interval;
  /** Stretches of voice, from the sound. */
  voice: readonly Interval[];
  /** Transcript, if there is one. */
  cues: readonly Cue[];
}

interface Word extends Interval {
  word: string;
}

/** Silence that stays after a word and before the next one, so that speech sounds natural. In seconds. */
const AFTER = 0.3;
const BEFORE = 0.18;
/** Silence that stays at the beginning and at the end of a version. */
const HEAD = 0.3;
const TAIL = 0.7;
/** A shorter cut would be more noticeable than the pause that it removes. */
const LEAST_CUT = 0.35;
/** A version that is hardly shorter is left alone. */
const LEAST_SAVED = 0.4;
/** Maximum number of cuts in a version. The longest pauses are cut first. */
const MOST_CUTS = 500;

/** Hesitation sounds. The list omits sounds that are words in another language, such as "er", which is German for "he". */
const FILLERS = new Set(
  "uh uhh uhm uhmm um umm erm hmm hm mmm mhh äh ähh ähm ähmm öh öhm euh heu ehm éh эээ эм ммм えー えっと あのー".split(
    " ",
  ),
);
/** In Portuguese, "um" is an article. A Portuguese transcript also contains "uma". */
const ARTICLE = { filler: "um", sign: "uma" };

const plain = (word: string): string => word.toLowerCase().replace(/[^\p{L}\p{M}]/gu, "");

/** Lists the words of a transcript that have times. */
const listWords = (cues: readonly Cue[]): Word[] =>
  cues.flatMap(({ words = [] }) => words).filter(({ start, end }) => end > start);

/** Lists the words whose times are exact enough to cut them out. */
export const listExactWords = (cues: readonly Cue[]): Word[] =>
  listWords(cues.filter(({ isEstimated }) => !isEstimated));

/** Returns what a version leaves out, in order. */
export function planRemovals(fields: TightenLayer["fields"], { range, voice, cues }: Heard): Removal[] {
  const isInside = ({ start, end }: Interval) => end > range.start && start < range.end;
  const words = listWords(cues).filter(isInside);
  const fillers = fields.fillers ? findFillers(listExactWords(cues).filter(isInside), fields.fillerWords) : [];
  const spoken = words.filter((word) => !fillers.includes(word));
  const speech = merge([...subtract(voice, fillers), ...spoken], range);
  const gaps = findGaps(speech, range);
  const pauses = gaps.flatMap((gap) => shorten(gap, range, fields.silences));
  const sounds = fillers.filter(
    (filler) => !pauses.some((pause) => filler.start < pause.end && filler.end > pause.start),
  );
  const chosen: Removal[] = [
    ...pauses.map((pause): Removal => ({ ...pause, kind: "silence" })),
    ...sounds.map(({ start, end }): Removal => ({ start, end, kind: "filler" })),
  ];
  const kept = chosen.filter(({ start, end }) => !fields.keep?.some((part) => start < part.end && end > part.start));
  const saved = kept.reduce((sum, { start, end }) => sum + end - start, 0);
  if (saved < LEAST_SAVED) return [];
  const longest = kept.sort((a, b) => b.end - b.start - (a.end - a.start)).slice(0, MOST_CUTS);
  return longest.sort((a, b) => a.start - b.start).map(roundTimes);
}

function findFillers(words: readonly Word[], own: readonly string[] | undefined): Word[] {
  const isArticle = words.some(({ word }) => plain(word) === ARTICLE.sign);
  const list = own ? new Set(own.map(plain)) : FILLERS;
  return words.filter(({ word }) => {
    const text = plain(word);
    return list.has(text) && (own !== undefined || !isArticle || text !== ARTICLE.filler);
  });
}

/** Returns the silence to remove of a gap between words: what is longer than a natural rest. */
function shorten(gap: Interval, range: Interval, silences: number): Interval[] {
  if (gap.end - gap.start <= silences) return [];
  const isFirst = gap.start === range.start;
  const isLast = gap.end === range.end;
  const cut = {
    start: gap.start + (isFirst ? 0 : isLast ? TAIL : AFTER),
    end: gap.end - (isLast ? 0 : isFirst ? HEAD : BEFORE),
  };
  return cut.end - cut.start >= LEAST_CUT ? [cut] : [];
}

/** Joins intervals that touch, inside a range. */
function merge(parts: readonly Interval[], range: Interval): Interval[] {
  const merged: Interval[] = [];
  const inside = parts
    .map(({ start, end }) => ({ start: Math.max(range.start, start), end: Math.min(range.end, end) }))
    .filter(({ start, end }) => end > start)
    .sort((a, b) => a.start - b.start);
  for (const part of inside) {
    const last = merged.at(-1);
    if (last && part.start <= last.end) last.end = Math.max(last.end, part.end);
    else merged.push(part);
  }
  return merged;
}

/** Takes holes, which are in order, out of intervals. */
function subtract(parts: readonly Interval[], holes: readonly Interval[]): Interval[] {
  return parts.flatMap((part) => {
    const pieces: Interval[] = [];
    let { start } = part;
    for (const hole of holes) {
      if (hole.end <= start || hole.start >= part.end) continue;
      if (hole.start > start) pieces.push({ start, end: hole.start });
      start = hole.end;
    }
    if (part.end > start) pieces.push({ start, end: part.end });
    return pieces;
  });
}

/** Finds what is between intervals. None if nobody speaks: then everything would be a pause. */
function findGaps(speech: readonly Interval[], range: Interval): Interval[] {
  if (speech.length === 0) return [];
  const starts = [range.start, ...speech.map(({ end }) => end)];
  const ends = [...speech.map(({ start }) => start), range.end];
  return starts.map((start, at) => ({ start, end: ends[at]! })).filter(({ start, end }) => end > start);
}

const roundTimes = ({ start, end, kind }: Removal): Removal => ({
  start: Math.round(start * 1000) / 1000,
  end: Math.round(end * 1000) / 1000,
  kind,
});
