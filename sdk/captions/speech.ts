import type { Interval } from "./align";

/** How sound is listened to: samples a second, and the band of voices in Hz. Neither rumble nor hiss hides a pause. */
export const VOICE = { rate: 16_000, from: 180, to: 4000 } as const;
/** Samples of one level: a level every hundredth of a second. */
const HOP = VOICE.rate / 100;
const SILENCE = -90;
/** Shorter gaps are consonants, shorter sounds are clicks. Hundredths of a second. */
const SHORTEST_PAUSE = 12;
const SHORTEST_SPEECH = 6;
/** Decibels between speech and pauses below which there are none to be found. */
const LEAST_RANGE = 8;

/** Collects the levels of samples from -1 to 1, in decibels below full scale, one for each hundredth of a second. */
export function createMeter() {
  const levels: number[] = [];
  let [power, count] = [0, 0];
  return {
    levels,
    add(sample: number): void {
      power += sample ** 2;
      if (++count < HOP) return;
      levels.push(Math.max(SILENCE, 10 * Math.log10(power / HOP + 1e-12)));
      [power, count] = [0, 0];
    },
  };
}

/** The stretches of likely speech between pauses, or the whole duration if there is none. */
export function findSpeech(levels: readonly number[], duration: number): Interval[] {
  const stretches = findStretches(levels).filter(({ start }) => start < duration);
  const spoken = stretches.reduce((sum, { start, end }) => sum + end - start, 0);
  // A click or two in silence is no speech to follow.
  return spoken > Math.max(0.5, duration * 0.1) ? stretches : [{ start: 0, end: duration }];
}

/** The stretches above the pauses, for levels in hundredths of a second. Adapts to a bed of music or noise. */
export function findStretches(levels: readonly number[]): Interval[] {
  const smooth = levels.map((_, i) => mean(levels.slice(Math.max(0, i - 1), i + 2)));
  const sorted = smooth.toSorted((a, b) => a - b);
  const getLevel = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? SILENCE;
  const top = getLevel(0.95);
  const floor = Math.max(getLevel(0.08), top - 45);
  if (top < -60) return [];
  const threshold = top - floor < LEAST_RANGE ? top - 30 : floor + 0.36 * (top - floor);
  const loud = smooth.map((level) => level > threshold);
  fillRuns(loud, false, SHORTEST_PAUSE);
  fillRuns(loud, true, SHORTEST_SPEECH);
  const stretches: Interval[] = [];
  for (const [i, isLoud] of loud.entries()) {
    if (!isLoud) continue;
    if (loud[i - 1]) stretches.at(-1)!.end = (i + 1) / 100;
    else stretches.push({ start: i / 100, end: (i + 1) / 100 });
  }
  return stretches;
}

/** Inverts runs of `value` that are shorter than `least`, except at the ends. */
function fillRuns(list: boolean[], value: boolean, least: number): void {
  for (let from = 0; from < list.length; ) {
    let to = from;
    while (to < list.length && list[to] === list[from]) to++;
    if (list[from] === value && to - from < least && from > 0 && to < list.length) list.fill(!value, from, to);
    from = to;
  }
}

const mean = (list: readonly number[]) => list.reduce((sum, value) => sum + value, 0) / list.length;
