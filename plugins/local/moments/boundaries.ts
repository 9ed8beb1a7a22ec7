import { countWhile } from "../numbers";
import type { TalkWord } from "./timed-words";
import type { Limits } from "./types";
import { isClear, measureVoice, type Voice } from "./voice";

/** Longest time before the first word and after the last one, in seconds. Each takes at most half of its gap. */
export const LEAD = 0.35;
export const TAIL = 0.45;
const STEP = 0.01;
/** Gaps that show whether pauses can be heard, in seconds. In longer ones, the transcript may have missed what is said. */
const TEST_GAP = { least: 0.3, most: 8 };

/** Times of shots are rounded to this, in seconds. */
const ROUNDING = 0.005;

/** A period of silence between two words. Without a neighbour, `before` or `after` is the end of the video. */
interface Gap {
  start: number;
  end: number;
  /** The cut may use half of the gap next to a neighbour, and all of it at the ends of the video. */
  share: number;
}

/** Time at which a moment may start before each word, and end after each word. Undefined if no cut is possible. */
export interface Cuts {
  before: (number | undefined)[];
  after: (number | undefined)[];
}

/** Finds the possible cuts around the words. Levels are ignored if the pauses are as loud as the words. */
export function findCuts(
  words: readonly TalkWord[],
  heard: Voice | undefined,
  limits: Limits,
  shots: readonly number[] = [],
): Cuts {
  const spoken = measureSpokenUntil(words);
  const voice = heard && hearsPauses(words, spoken, heard) ? heard : undefined;
  const before = words.map((word, i) => {
    const gap = { start: i === 0 ? 0 : spoken[i - 1]!, end: word.start, share: i === 0 ? 1 : 0.5 };
    const start = placeStart(gap, voice, limits.start);
    if (start === undefined) return undefined;
    // Without the last pictures of the shot before.
    const cut = shots[countWhile(shots, (time) => time < word.start) - 1] ?? 0;
    return cut > start && isSilent(voice, cut) ? cut : start;
  });
  const after = words.map((_, i) => {
    const next = words[i + 1];
    const gap = { start: spoken[i]!, end: next?.start ?? limits.end, share: next ? 0.5 : 1 };
    const end = placeEnd(gap, voice, limits.end);
    if (end === undefined) return undefined;
    const cut = shots[countWhile(shots, (time) => time - ROUNDING <= spoken[i]!)] ?? end;
    return cut < end && isSilent(voice, cut) ? cut - ROUNDING : end;
  });
  return { before, after };
}

/** For each word, the latest end of it and the words before it: words of two people can overlap. */
function measureSpokenUntil(words: readonly TalkWord[]): number[] {
  let latest = 0;
  return words.map(({ end }) => {
    latest = Math.max(latest, end);
    return latest;
  });
}

/** Share of the time between words that is loud under music. A voice alone leaves most of it silent. */
const MUSIC_SHARE = 0.5;

/** False under loud music, which fills the gaps between words. */
function hearsPauses(words: readonly TalkWord[], spoken: readonly number[], voice: Voice): boolean {
  let [gaps, voiced] = [0, 0];
  for (let i = 1; i < words.length; i++) {
    const [start, end] = [spoken[i - 1]!, words[i]!.start];
    if (end - start < TEST_GAP.least || end - start > TEST_GAP.most) continue;
    gaps += end - start;
    voiced += measureVoice(voice, start, end);
  }
  return gaps === 0 || voiced < MUSIC_SHARE * gaps;
}

function placeStart({ start, end, share }: Gap, voice: Voice | undefined, least: number): number | undefined {
  if (end < start || end < least) return undefined;
  const from = Math.max(end - Math.min(LEAD, (end - start) * share), least);
  // Whole milliseconds if there is room for them.
  const first = Math.min(Math.ceil(from * 1000 - 1e-6) / 1000, end);
  if (!voice) return first;
  for (let step = 0; first + step * STEP <= end; step++) {
    const time = round(first + step * STEP);
    if (isClear(voice, time)) return Math.min(time, end);
  }
  return findQuietest(voice, from, end);
}

function placeEnd({ start, end, share }: Gap, voice: Voice | undefined, most: number): number | undefined {
  if (end < start || start > most) return undefined;
  const to = Math.min(start + Math.min(TAIL, (end - start) * share), most);
  const last = Math.max(Math.floor(to * 1000 + 1e-6) / 1000, start);
  if (!voice) return last;
  for (let step = 0; last - step * STEP >= start; step++) {
    const time = round(last - step * STEP);
    if (isClear(voice, time)) return Math.max(time, start);
  }
  return findQuietest(voice, start, to);
}

const isSilent = (voice: Voice | undefined, time: number) => !voice || isClear(voice, time);

/** Removes the noise of floating point numbers. Exact times remain. */
const round = (time: number) => Math.round(time * 1e9) / 1e9;

/** Returns the quietest time between two words, if it is quiet enough for a cut that nobody hears. */
function findQuietest(voice: Voice, from: number, to: number): number | undefined {
  let best: { time: number; level: number } | undefined;
  for (let time = from; time <= to + 1e-9; time += STEP) {
    const level = voice.levels[Math.floor(time * 100 + 1e-6)] ?? -90;
    if (!best || level < best.level) best = { time: Math.min(time, to), level };
  }
  return best && best.level < voice.quiet ? best.time : undefined;
}
