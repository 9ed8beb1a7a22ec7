/** Measures how high a voice is. Two people with different voices can be told apart by it. */
import { VOICE } from "vireo/captions/speech";

export const PITCHES_PER_SECOND = 10;
/** Only every so many samples are compared. */
const STEP = 4;
const RATE = VOICE.rate / STEP;
const HOP = RATE / PITCHES_PER_SECOND;
/** Lowest and highest pitch, in Hz. */
const [LOWEST, HIGHEST] = [70, 400];
const [SHORTEST, LONGEST] = [Math.floor(RATE / HIGHEST), Math.ceil(RATE / LOWEST)];
/** Samples that are compared with those one period later. */
const WINDOW = 200;
/** Least similarity of two periods of a voice, 0 to 1. */
const VOICED = 0.6;
/** Two periods are as similar as one. The shortest that comes close to the best is the period. */
const CLOSE = 0.9;
const QUIET = 1e-3;

/** Measures the pitch of samples (-1 to 1), which must have the rate of `VOICE`. In octaves above 1 Hz; 0 where there is none. */
export function createPitchMeter() {
  const pitches: number[] = [];
  const recent = new Float32Array(Math.max(HOP, WINDOW + LONGEST + 1));
  let [sum, summed, count, left] = [0, 0, 0, HOP];
  return {
    pitches,
    add(sample: number): void {
      sum += sample;
      if (++summed < STEP) return;
      recent[count++ % recent.length] = sum / STEP;
      [sum, summed] = [0, 0];
      if (--left > 0) return;
      left = HOP;
      const start = count % recent.length;
      const ordered = new Float32Array(recent.length);
      ordered.set(recent.subarray(start));
      ordered.set(recent.subarray(0, start), recent.length - start);
      pitches.push(measurePitch(ordered));
    },
  };
}

function measurePitch(samples: Float32Array): number {
  const similar = new Float32Array(LONGEST + 1);
  const own = measurePower(samples, 0);
  if (own < QUIET ** 2 * WINDOW) return 0;
  for (let lag = SHORTEST; lag <= LONGEST; lag++) {
    let product = 0;
    for (let i = 0; i < WINDOW; i++) product += samples[i]! * samples[i + lag]!;
    similar[lag] = product / Math.sqrt(own * measurePower(samples, lag) + 1e-12);
  }
  const best = similar.reduce((most, value) => Math.max(most, value), 0);
  if (best < VOICED) return 0;
  const isPeak = (lag: number) => similar[lag]! >= similar[lag - 1]! && similar[lag]! >= (similar[lag + 1] ?? 0);
  for (let lag = SHORTEST; lag <= LONGEST; lag++)
    if (similar[lag]! >= CLOSE * best && isPeak(lag)) return Math.log2(RATE / lag);
  return 0;
}

function measurePower(samples: Float32Array, from: number): number {
  let power = 0;
  for (let i = from; i < from + WINDOW; i++) power += samples[i]! ** 2;
  return power;
}
