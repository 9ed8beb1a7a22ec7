import { clamp } from "./ease";

export interface Tempo {
  bpm: number;
  /** Seconds from the start. */
  beats: number[];
  downbeats: number[];
}

const HOP_SECONDS = 0.01;
const SLOWEST = 60;
const FASTEST = 180;
const USUAL = 115;
const STEADY = 0.12;

/**
 * Detects the beats of music from onsets in its loudness: the period at which onsets repeat best, the phase that
 * matches most of them, and each beat moved to the nearest onset. Music without a steady pulse gets an even grid.
 *
 * @param samples one channel
 */
export function findTempo(samples: Float32Array, sampleRate: number): Tempo {
  const seconds = samples.length / sampleRate;
  const onsets = onsetStrength(samples, Math.round(sampleRate * HOP_SECONDS));
  const period = strongestPeriod(onsets);
  if (period === undefined) return evenGrid(seconds, 120);
  const phase = bestPhase(onsets, period);
  const beats: number[] = [];
  for (let at = phase; at < onsets.length; at += period) beats.push(nearestPeak(onsets, at, 4) * HOP_SECONDS);
  const bpm = 60 / (period * HOP_SECONDS);
  return { bpm, beats, downbeats: everyFourth(onsets, beats) };
}

export function evenGrid(seconds: number, bpm: number): Tempo {
  const beats = Array.from({ length: Math.ceil((seconds * bpm) / 60) }, (_, i) => (i * 60) / bpm);
  return { bpm, beats, downbeats: beats.filter((_, i) => i % 4 === 0) };
}

function onsetStrength(samples: Float32Array, hop: number): Float32Array {
  const strength = new Float32Array(Math.floor(samples.length / hop));
  let before = 0;
  for (let k = 0; k < strength.length; k++) {
    let energy = 0;
    for (let i = k * hop; i < (k + 1) * hop; i++) energy += samples[i]! ** 2;
    const loudness = Math.log1p(1000 * Math.sqrt(energy / hop));
    strength[k] = k === 0 ? 0 : Math.max(0, loudness - before);
    before = loudness;
  }
  return strength;
}

function strongestPeriod(onsets: Float32Array): number | undefined {
  const mean = onsets.reduce((sum, x) => sum + x, 0) / Math.max(1, onsets.length);
  const centred = onsets.map((x) => x - mean);
  const alike = (lag: number) => {
    let sum = 0;
    for (let i = lag; i < centred.length; i++) sum += centred[i]! * centred[i - lag]!;
    return sum;
  };
  const whole = alike(0);
  const slowest = Math.round(60 / SLOWEST / HOP_SECONDS);
  if (whole === 0 || onsets.length < slowest * 3) return undefined;
  let best = { lag: 0, score: 0 };
  for (let lag = Math.round(60 / FASTEST / HOP_SECONDS); lag <= slowest; lag++) {
    // People perceive the pulse nearest to a walking pace among its halves and doubles.
    const usual = Math.exp(-0.5 * (Math.log2(60 / (lag * HOP_SECONDS) / USUAL) / 0.7) ** 2);
    const score = (alike(lag) + 0.5 * alike(lag * 2)) * usual;
    if (score > best.score) best = { lag, score };
  }
  return best.score / whole < STEADY ? undefined : refine(alike, best.lag);
}

/** Refines the period to a fraction of a hop, using the longest of its multiples that still repeats. */
function refine(alike: (lag: number) => number, lag: number): number {
  let period = lag;
  for (const times of [2, 4, 8]) {
    const middle = Math.round(period * times);
    let best = { lag: middle, score: -Infinity };
    for (let near = middle - 3; near <= middle + 3; near++) {
      const score = alike(near);
      if (score > best.score) best = { lag: near, score };
    }
    if (best.score > 0) period = best.lag / times;
  }
  return period;
}

function bestPhase(onsets: Float32Array, period: number): number {
  let best = { phase: 0, score: -1 };
  for (let phase = 0; phase < period; phase++) {
    let score = 0;
    for (let at = phase; at < onsets.length; at += period) score += onsets[Math.round(at)] ?? 0;
    if (score > best.score) best = { phase, score };
  }
  return best.phase;
}

function nearestPeak(onsets: Float32Array, at: number, reach: number): number {
  const middle = Math.round(at);
  let best = { at, strength: 0.3 };
  for (let i = middle - reach; i <= middle + reach; i++) {
    const strength = onsets[clamp(i, 0, onsets.length - 1)]!;
    if (strength > best.strength) best = { at: clamp(i, 0, onsets.length - 1), strength };
  }
  return best.at;
}

function everyFourth(onsets: Float32Array, beats: readonly number[]): number[] {
  const getStrength = (offset: number) =>
    beats.filter((_, i) => i % 4 === offset).reduce((sum, at) => sum + (onsets[Math.round(at / HOP_SECONDS)] ?? 0), 0);
  const first = [0, 1, 2, 3].reduce((best, offset) => (getStrength(offset) > getStrength(best) ? offset : best), 0);
  return beats.filter((_, i) => i % 4 === first);
}
