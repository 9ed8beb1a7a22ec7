import { peakAt } from "#plugins/local/music/sound/peaks";
import { frames, SAMPLE_RATE, type Stereo } from "#plugins/local/music/sound/stereo";

const LOOK_AHEAD = 0.0025;
const RELEASE = 0.08;

/** A true-peak limiter, in place, both channels alike: `gain` first, then nothing above `ceiling` (linear). */
export function limit(sound: Stereo, gain: number, ceiling: number): void {
  const { left, right } = sound;
  const n = left.length;
  const need = requiredGain(sound, gain, ceiling);
  const window = frames(LOOK_AHEAD);
  const lowest = slidingMinimum(need, window);
  const release = 1 - Math.exp(-1 / (RELEASE * SAMPLE_RATE));
  // Averaged over the window that the minimum looks ahead: a smooth ramp that is down in time for the peak.
  const ring = new Float64Array(window).fill(1);
  let sum = window;
  let g = 1;
  for (let i = 0; i < n; i++) {
    g = Math.min(lowest[i]!, g + (1 - g) * release);
    const slot = i % window;
    sum += g - ring[slot]!;
    ring[slot] = g;
    const k = (sum / window) * gain;
    left[i]! *= k;
    right[i]! *= k;
  }
}

function requiredGain({ left, right }: Stereo, gain: number, ceiling: number): Float32Array {
  const n = left.length;
  const need = new Float32Array(n).fill(1);
  const limit = ceiling / gain;
  const near = limit * 0.6;
  for (let i = 0; i + 1 < n; i++) {
    const loud = Math.max(Math.abs(left[i]!), Math.abs(right[i]!), Math.abs(left[i + 1]!), Math.abs(right[i + 1]!));
    if (loud < near) continue;
    const peak = Math.max(peakAt(left, i), peakAt(right, i));
    if (peak <= limit) continue;
    const g = limit / peak;
    if (g < need[i]!) need[i] = g;
    if (g < need[i + 1]!) need[i + 1] = g;
  }
  return need;
}

/** At each place the minimum of it and the next `window` - 1 values. */
function slidingMinimum(x: Float32Array, window: number): Float32Array {
  const n = x.length;
  const out = new Float32Array(n);
  const queue = new Int32Array(n);
  let head = 0;
  let tail = 0;
  for (let i = n - 1; i >= 0; i--) {
    while (tail > head && x[queue[tail - 1]!]! >= x[i]!) tail--;
    queue[tail++] = i;
    if (queue[head]! >= i + window) head++;
    out[i] = x[queue[head]!]!;
  }
  return out;
}
