import { clamp } from "#plugins/local/numbers";

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
/** How well onsets must repeat: better than noise does by chance, which depends on the length. */
const STEADY = 5;
/** Mean of onsets that can be heard, rather than rounding errors of a steady tone. */
const AUDIBLE = 0.08;
/** Limits between bands in Hz. Quiet instruments are heard in bands of their own. */
const EDGES = [140, 400, 1200, 4000] as const;
/** Beats at whose distance onsets repeat, and their weights. */
const REPEATS = [1, 0.5, 0.33, 0.5] as const;
/** Beats over which a period is refined, and how far it may be off, as a share: music that breathes is even on average. */
const SPANS = [
  [4, 0.04],
  [8, 0.04],
  [16, 0.026],
] as const;

/**
 * Detects the beats of music from onsets in the loudness of its bands: the period at which onsets repeat best, the phase that
 * matches most of them, and each beat moved to the nearest onset. Music without a steady pulse gets an even grid.
 *
 * @param samples one channel
 */
export function findTempo(samples: Float32Array, sampleRate: number): Tempo {
  const seconds = samples.length / sampleRate;
  const onsets = measureOnsets(samples, Math.round(sampleRate * HOP_SECONDS), sampleRate);
  const period = findStrongestPeriod(onsets);
  if (period === undefined) return evenGrid(seconds, 120);
  const phase = findBestPhase(onsets, period);
  const beats: number[] = [];
  for (let at = phase; at < onsets.length; at += period) beats.push(findNearestPeak(onsets, at, 4) * HOP_SECONDS);
  const bpm = 60 / (period * HOP_SECONDS);
  return { bpm, beats, downbeats: findDownbeats(onsets, beats) };
}

export function evenGrid(seconds: number, bpm: number): Tempo {
  const beats = Array.from({ length: Math.ceil((seconds * bpm) / 60) }, (_, i) => (i * 60) / bpm);
  return { bpm, beats, downbeats: beats.filter((_, i) => i % 4 === 0) };
}

/** How much louder each hop is than the one before, summed over bands. */
function measureOnsets(samples: Float32Array, hop: number, rate: number): Float32Array {
  const strength = new Float32Array(Math.floor(samples.length / hop));
  const follow = EDGES.map((hertz) => 1 - Math.exp((-2 * Math.PI * hertz) / rate));
  const low = new Float64Array(EDGES.length);
  const energy = new Float64Array(EDGES.length + 1);
  const before = new Float64Array(EDGES.length + 1);
  for (let k = 0; k < strength.length; k++) {
    energy.fill(0);
    for (let i = k * hop; i < (k + 1) * hop; i++) {
      let below = 0;
      for (let band = 0; band < low.length; band++) {
        low[band]! += follow[band]! * (samples[i]! - low[band]!);
        energy[band]! += (low[band]! - below) ** 2;
        below = low[band]!;
      }
      energy[low.length]! += (samples[i]! - below) ** 2;
    }
    for (let band = 0; band < energy.length; band++) {
      const loudness = Math.log1p(1000 * Math.sqrt(energy[band]! / hop));
      if (k > 0) strength[k]! += Math.max(0, loudness - before[band]!);
      before[band] = loudness;
    }
  }
  return strength;
}

/** Subtracts the mean of what is near, and widens onsets, which musicians play a little early or late. */
function sharpen(onsets: Float32Array): Float32Array {
  const reach = 40;
  const sums = new Float64Array(onsets.length + 1);
  for (let i = 0; i < onsets.length; i++) sums[i + 1] = sums[i]! + onsets[i]!;
  const centred = onsets.map((strength, i) => {
    const [from, to] = [Math.max(0, i - reach), Math.min(onsets.length, i + reach + 1)];
    return strength - (sums[to]! - sums[from]!) / (to - from);
  });
  return centred.map((value, i) => value + 0.5 * ((centred[i - 1] ?? 0) + (centred[i + 1] ?? 0)));
}

function findStrongestPeriod(onsets: Float32Array): number | undefined {
  const sharp = sharpen(onsets);
  const alike = (lag: number) => {
    let sum = 0;
    for (let i = lag; i < sharp.length; i++) sum += sharp[i]! * sharp[i - lag]!;
    return sum / Math.max(1, sharp.length - lag);
  };
  const whole = alike(0);
  const slowest = Math.round(60 / SLOWEST / HOP_SECONDS);
  const mean = onsets.reduce((sum, x) => sum + x, 0) / Math.max(1, onsets.length);
  if (mean < AUDIBLE || onsets.length < slowest * 3) return undefined;
  const all = Array.from({ length: slowest * REPEATS.length + 2 }, (_, lag) => alike(lag));
  const at = (lag: number) => {
    const first = Math.floor(lag);
    return all[first]! + (all[first + 1]! - all[first]!) * (lag - first);
  };
  let best = { lag: 0, score: 0 };
  for (let lag = 60 / FASTEST / HOP_SECONDS; lag <= slowest; lag += 0.25) {
    // People perceive the pulse nearest to a walking pace among its halves and doubles.
    const usual = Math.exp(-0.5 * (Math.log2(60 / (lag * HOP_SECONDS) / USUAL) / 0.7) ** 2);
    const score = REPEATS.reduce((sum, weight, i) => sum + weight * at(lag * (i + 1)), 0) * usual;
    if (score > best.score) best = { lag, score };
  }
  return best.score / whole < STEADY / Math.sqrt(onsets.length) ? undefined : refine(alike, best.lag, onsets.length);
}

/** Refines the period to a fraction of a hop, using the longest of its multiples that still repeats. */
function refine(alike: (lag: number) => number, lag: number, length: number): number {
  let period = lag;
  for (const [beats, share] of SPANS) {
    const middle = Math.round(period * beats);
    if (middle * 1.5 > length) break;
    const reach = Math.max(3, Math.round(middle * share));
    let best = { lag: middle, score: -Infinity };
    for (let near = middle - reach; near <= middle + reach; near++) {
      const score = alike(near);
      if (score > best.score) best = { lag: near, score };
    }
    if (best.score > 0) period = best.lag / beats;
  }
  return period;
}

function findBestPhase(onsets: Float32Array, period: number): number {
  let best = { phase: 0, score: -1 };
  for (let phase = 0; phase < period; phase++) {
    let score = 0;
    for (let at = phase; at < onsets.length; at += period) score += onsets[Math.round(at)] ?? 0;
    if (score > best.score) best = { phase, score };
  }
  return best.phase;
}

function findNearestPeak(onsets: Float32Array, at: number, reach: number): number {
  const middle = Math.round(at);
  let best = { at, strength: 0.3 };
  for (let i = middle - reach; i <= middle + reach; i++) {
    const strength = onsets[clamp(i, 0, onsets.length - 1)]!;
    if (strength > best.strength) best = { at: clamp(i, 0, onsets.length - 1), strength };
  }
  return best.at;
}

function findDownbeats(onsets: Float32Array, beats: readonly number[]): number[] {
  const getStrength = (offset: number) =>
    beats.filter((_, i) => i % 4 === offset).reduce((sum, at) => sum + (onsets[Math.round(at / HOP_SECONDS)] ?? 0), 0);
  const first = [0, 1, 2, 3].reduce((best, offset) => (getStrength(offset) > getStrength(best) ? offset : best), 0);
  return beats.filter((_, i) => i % 4 === first);
}
