import { BLOCK, createSilence, frames, SAMPLE_RATE, type Stereo } from "#plugins/local/music/sound/stereo";

const LOOK_AHEAD = 0.0025;
const RELEASE = 0.08;

/** Buffers as long as a sound, whose content is no longer needed. */
export interface Spare {
  out: Stereo;
  peaks: Float32Array;
}

/** True-peak limiter, linked across channels. It caches peaks between passes: finding them takes most of the time. */
export class Limiter {
  readonly #sound: Stereo;
  readonly #ceiling: number;
  /** True peak from each sample to the next. 0 where it has not been measured. */
  readonly #peaks: Float32Array;
  /** The result of all passes. */
  readonly #out: Stereo;
  /** Peaks of quieter samples have not been measured yet. */
  #known = Number.POSITIVE_INFINITY;

  /** `ceiling` is linear. `spare` are buffers of the same length to use, because a long piece is large. */
  constructor(sound: Stereo, ceiling: number, spare?: Spare) {
    this.#sound = sound;
    this.#ceiling = ceiling;
    const { length } = sound.left;
    this.#peaks = spare?.peaks.fill(0) ?? new Float32Array(length);
    this.#out = spare?.out ?? createSilence(length);
  }

  /** Returns the sound amplified by `gain`, with true peaks below the ceiling. Each call overwrites the last result. */
  apply(gain: number): Stereo {
    const { left, right } = this.#sound;
    const n = left.length;
    const { left: outLeft, right: outRight } = this.#out;
    const window = frames(LOOK_AHEAD);
    const limit = this.#ceiling / gain;
    this.#findPeaks(limit * 0.6);
    const needed = new Float32Array(BLOCK + window);
    const lowest = new Float32Array(BLOCK + window);
    const release = 1 - Math.exp(-1 / (RELEASE * SAMPLE_RATE));
    // Averaging over the look-ahead window ramps the gain down smoothly and in time for the peak.
    const ring = new Float64Array(window).fill(1);
    let sum = window;
    let g = 1;
    for (let start = 0, slot = 0; start < n; start += BLOCK) {
      const seen = this.#findGain(limit, start, needed);
      findMinimum(needed, seen, window, lowest);
      for (let i = start; i < Math.min(start + BLOCK, n); i++) {
        g = Math.min(lowest[i - start]!, g + (1 - g) * release);
        sum += g - ring[slot]!;
        ring[slot] = g;
        slot = slot + 1 === window ? 0 : slot + 1;
        const k = (sum / window) * gain;
        outLeft[i] = left[i]! * k;
        outRight[i] = right[i]! * k;
      }
    }
    return this.#out;
  }

  /** Computes the gains that keep samples from `start` on at or below `limit`. Returns how many fit into `needed`. */
  #findGain(limit: number, start: number, needed: Float32Array): number {
    const peaks = this.#peaks;
    const count = Math.min(needed.length, peaks.length - start);
    let before = start > 0 ? peaks[start - 1]! : 0;
    for (let i = 0; i < count; i++) {
      const peak = peaks[start + i]!;
      const loud = Math.max(before, peak);
      needed[i] = loud > limit ? limit / loud : 1;
      before = peak;
    }
    return count;
  }

  /** Measures samples from `near` up. A signal rarely rises far above its samples, so quieter ones are skipped. */
  #findPeaks(near: number): void {
    const { left, right } = this.#sound;
    const peaks = this.#peaks;
    const known = this.#known;
    let next = Math.max(Math.abs(left[0] ?? 0), Math.abs(right[0] ?? 0));
    for (let i = 0; i + 1 < left.length; i++) {
      const here = next;
      next = Math.max(Math.abs(left[i + 1]!), Math.abs(right[i + 1]!));
      const loud = Math.max(here, next);
      if (loud >= near && loud < known) peaks[i] = Math.max(peakAt(left, i), peakAt(right, i));
    }
    this.#known = Math.min(this.#known, near);
  }
}

/** Writes the minimum of each of `count` values and the `window` - 1 values after it to `out`. */
function findMinimum(x: Float32Array, count: number, window: number, out: Float32Array): void {
  // Ring buffer of indexes, ordered by value: the first one holds the window's minimum.
  const queue = new Int32Array(2 ** Math.ceil(Math.log2(window + 1)));
  const mask = queue.length - 1;
  let head = 0;
  let tail = 0;
  for (let i = count - 1; i >= 0; i--) {
    while (tail > head && x[queue[(tail - 1) & mask]!]! >= x[i]!) tail--;
    queue[tail++ & mask] = i;
    if (queue[head & mask]! >= i + window) head++;
    out[i] = x[queue[head & mask]!]!;
  }
}

/** 4× oversampling with a windowed sinc of 12 taps per phase, as BS.1770 annex 2 suggests for true peaks. */
const TAPS = 12;
const PHASES = [0.25, 0.5, 0.75].map((fraction) =>
  Float64Array.from({ length: TAPS }, (_, k) => {
    const x = k - (TAPS / 2 - 1) - fraction;
    const window = 0.5 + 0.5 * Math.cos((Math.PI * x) / (TAPS / 2));
    return x === 0 ? 1 : (Math.sin(Math.PI * x) / (Math.PI * x)) * window;
  }),
);

/** Highest absolute value from sample `i` to the next one, including values between them. */
function peakAt(x: Float32Array, i: number): number {
  let peak = Math.abs(x[i]!);
  if (i < TAPS / 2 || i + TAPS / 2 >= x.length) return peak;
  for (const taps of PHASES) {
    let y = 0;
    for (let k = 0; k < TAPS; k++) y += x[i + k - (TAPS / 2 - 1)]! * taps[k]!;
    if (y > peak) peak = y;
    else if (-y > peak) peak = -y;
  }
  return peak;
}

/** True peak of a signal, as a linear value. */
export function measureTruePeak(x: Float32Array): number {
  let peak = 0;
  for (let i = 0; i < x.length; i++) {
    const here = Math.abs(x[i]!);
    // Between samples, a signal rarely rises above twice their value.
    if (here * 2 > peak || Math.abs(x[i + 1] ?? 0) * 2 > peak) peak = Math.max(peak, peakAt(x, i));
  }
  return peak;
}
