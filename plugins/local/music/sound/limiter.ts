import { peakAt } from "#plugins/local/music/sound/peaks";
import { frames, SAMPLE_RATE, type Stereo } from "#plugins/local/music/sound/stereo";

const LOOK_AHEAD = 0.0025;
const RELEASE = 0.08;

/** A true-peak limiter for both channels alike. Finding the peaks takes most of its time, so they are kept for more passes. */
export class Limiter {
  readonly #sound: Stereo;
  readonly #ceiling: number;
  /** The highest value from each sample up to the next, where it is above `#known`, otherwise 0. */
  readonly #peaks: Float32Array;
  /** Sample values below which peaks were not looked for. */
  #known = Number.POSITIVE_INFINITY;

  /** `ceiling` is linear. */
  constructor(sound: Stereo, ceiling: number) {
    this.#sound = sound;
    this.#ceiling = ceiling;
    this.#peaks = new Float32Array(sound.left.length);
  }

  /** The sound with `gain` and nothing above the ceiling. */
  apply(gain: number): Stereo {
    const { left, right } = this.#sound;
    const n = left.length;
    const outLeft = new Float32Array(n);
    const outRight = new Float32Array(n);
    const window = frames(LOOK_AHEAD);
    const lowest = slidingMinimum(this.#requiredGain(this.#ceiling / gain), window);
    const release = 1 - Math.exp(-1 / (RELEASE * SAMPLE_RATE));
    // Averaged over the window that the minimum looks ahead: a smooth ramp that is down in time for the peak.
    const ring = new Float64Array(window).fill(1);
    let sum = window;
    let g = 1;
    for (let i = 0, slot = 0; i < n; i++) {
      g = Math.min(lowest[i]!, g + (1 - g) * release);
      sum += g - ring[slot]!;
      ring[slot] = g;
      slot = slot + 1 === window ? 0 : slot + 1;
      const k = (sum / window) * gain;
      outLeft[i] = left[i]! * k;
      outRight[i] = right[i]! * k;
    }
    return { left: outLeft, right: outRight };
  }

  /** Gain at each sample that keeps its peak at the limit. */
  #requiredGain(limit: number): Float32Array {
    this.#findPeaks(limit * 0.6);
    const peaks = this.#peaks;
    const need = new Float32Array(peaks.length).fill(1);
    for (let i = 0; i + 1 < peaks.length; i++) {
      if (peaks[i]! <= limit) continue;
      const g = limit / peaks[i]!;
      if (g < need[i]!) need[i] = g;
      if (g < need[i + 1]!) need[i + 1] = g;
    }
    return need;
  }

  /** Between two samples the signal is hardly ever more than twice as high. */
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

/** At each place the minimum of it and the next `window` - 1 values. */
function slidingMinimum(x: Float32Array, window: number): Float32Array {
  const out = new Float32Array(x.length);
  // A ring of places, from the lowest value to the nearest place.
  const queue = new Int32Array(2 ** Math.ceil(Math.log2(window + 1)));
  const mask = queue.length - 1;
  let head = 0;
  let tail = 0;
  for (let i = x.length - 1; i >= 0; i--) {
    while (tail > head && x[queue[(tail - 1) & mask]!]! >= x[i]!) tail--;
    queue[tail++ & mask] = i;
    if (queue[head & mask]! >= i + window) head++;
    out[i] = x[queue[head & mask]!]!;
  }
  return out;
}
