import type { Interval } from "./align";

/**
 * Sample rate and frequency band for finding speech, in Hz. The band excludes rumble and hiss, which would hide pauses.
 */
export const VOICE = { rate: 16_000, from: 180, to: 4000 } as const;
/** Samples per level: one level per hundredth of a second. */
const HOP = VOICE.rate / 100;
const SILENCE = -90;
/** In hundredths of a second. Shorter gaps are consonants, shorter sounds are clicks. */
const SHORTEST_PAUSE = 12;
const SHORTEST_SPEECH = 6;
/** Smallest difference between pauses and speech, in decibels. */
const LEAST_RANGE = 8;

/**
 * Measures the level of samples (-1 to 1) in dBFS, once per hundredth of a second. The samples must have the rate of `VOICE`.
 * @example
 * const meter = createMeter();
 * for (let i = 0; i < VOICE.rate / 100; i++) meter.add(0.1);
 * meter.levels.map(Math.round); // [-20]
 */
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

/**
 * Finds the speech between pauses. Returns the whole duration if there is none. Times are in seconds.
 * @param levels levels in dBFS, one per hundredth of a second, as from `createMeter`
 * @example
 * const levels = [...Array(100).fill(-20), ...Array(50).fill(-70), ...Array(100).fill(-20)];
 * findSpeech(levels, 2.5); // [{ start: 0, end: 1 }, { start: 1.5, end: 2.5 }]
 */
export function findSpeech(levels: readonly number[], duration: number): Interval[] {
  const stretches = findStretches(levels).filter(({ start }) => start < duration);
  const spoken = stretches.reduce((sum, { start, end }) => sum + end - start, 0);
  // Single clicks are not speech.
  return spoken > Math.max(0.5, duration * 0.1) ? stretches : [{ start: 0, end: duration }];
}

/**
 * Finds the periods that are louder than the pauses, in seconds. None in silence. The threshold adapts to background music
 * and noise.
 * @param levels levels in dBFS, one per hundredth of a second, as from `createMeter`
 * @example findStretches([...Array(100).fill(-20), ...Array(50).fill(-70)]); // [{ start: 0, end: 1 }]
 */
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

/** Inverts runs of `value` that are shorter than `least`, except at the start and end. */
function fillRuns(list: boolean[], value: boolean, least: number): void {
  for (let from = 0; from < list.length; ) {
    let to = from;
    while (to < list.length && list[to] === list[from]) to++;
    if (list[from] === value && to - from < least && from > 0 && to < list.length) list.fill(!value, from, to);
    from = to;
  }
}

const mean = (list: readonly number[]) => list.reduce((sum, value) => sum + value, 0) / list.length;
