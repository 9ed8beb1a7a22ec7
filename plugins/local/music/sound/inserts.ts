import { biquad, filter, StateVariable } from "#plugins/local/music/sound/filters";
import type { Insert } from "#plugins/local/music/sound/patches";
import { sine } from "#plugins/local/music/sound/sine";
import { frames, SAMPLE_RATE, type Stereo } from "#plugins/local/music/sound/stereo";

const INSERTS: Readonly<Record<Insert, (stem: Stereo, beat: number) => void>> = {
  amp: (stem) => eachChannel(stem, (x) => amplify(x, 9, 4600)),
  softAmp: (stem) => eachChannel(stem, (x) => amplify(x, 1.6, 6500)),
  chorus,
  echo: (stem, beat) => echo(stem, beat * 0.75, 0.26, 0.42),
};

/** Sends a stem through an insert, in place. `beat` in seconds. */
export function applyInsert(insert: Insert, stem: Stereo, beat: number): void {
  INSERTS[insert](stem, beat);
}

function eachChannel(stem: Stereo, apply: (x: Float32Array) => void): void {
  apply(stem.left);
  if (stem.right !== stem.left) apply(stem.right);
}

/** A valve stage and a loudspeaker's cabinet. */
function amplify(x: Float32Array, drive: number, top: number): void {
  filter(x, biquad("highpass", 85, 0.7));
  for (let i = 0; i < x.length; i++) {
    const v = x[i]! * drive + 0.12;
    x[i] = (Math.tanh(v) - 0.1194) / Math.sqrt(drive);
  }
  filter(x, biquad("highpass", 70, 0.7));
  filter(x, biquad("lowpass", top, 0.8));
  filter(x, biquad("lowpass", top * 1.15, 0.6));
  filter(x, biquad("peak", 2300, 1, drive > 3 ? 3 : 1));
  filter(x, biquad("peak", 420, 0.9, drive > 3 ? -2.5 : 0));
}

function chorus(stem: Stereo): void {
  modulatedDelay(stem.left, { delay: 0.009, depth: 0.0022, rate: 0.55, phase: 0, dry: 0.83, wet: 0.42 });
  modulatedDelay(stem.right, { delay: 0.011, depth: 0.0022, rate: 0.55, phase: 0.35, dry: 0.83, wet: 0.42 });
}

/** Times in seconds, rate in Hz, phase in cycles. */
interface Wobble {
  delay: number;
  depth: number;
  rate: number;
  phase: number;
  dry: number;
  wet: number;
}

function modulatedDelay(x: Float32Array, w: Wobble): void {
  const source = x.slice();
  for (let i = 0; i < x.length; i++) {
    const from = i - (w.delay + w.depth * sine(w.phase + (i * w.rate) / SAMPLE_RATE)) * SAMPLE_RATE;
    const k = Math.floor(from);
    const f = from - k;
    const late = from < 1 ? 0 : source[k]! * (1 - f) + source[k + 1]! * f;
    x[i] = source[i]! * w.dry + late * w.wet;
  }
}

/** Ping-pong echo, each repeat duller than the last. */
function echo(stem: Stereo, time: number, level: number, feedback: number): void {
  const d = Math.max(1, frames(time));
  const n = stem.left.length;
  const left = new Float32Array(n);
  const right = new Float32Array(n);
  let lowL = 0;
  let lowR = 0;
  for (let i = d; i < n; i++) {
    lowL += 0.35 * ((stem.left[i - d]! + stem.right[i - d]!) * 0.5 + right[i - d]! * feedback - lowL);
    lowR += 0.35 * (left[i - d]! - lowR);
    left[i] = lowL;
    right[i] = lowR;
  }
  for (let i = 0; i < n; i++) {
    stem.left[i]! += left[i]! * level;
    stem.right[i]! += right[i]! * level;
  }
}

/** A low-pass that follows `cutoff` (Hz, by seconds); used for sweeps. */
export function sweep(stem: Stereo, cutoff: (seconds: number) => number): void {
  eachChannel(stem, (x) => {
    const f = new StateVariable(1000, 0.9);
    for (let i = 0; i < x.length; i++) {
      if ((i & 31) === 0) f.tune(cutoff(i / SAMPLE_RATE), 0.9);
      f.step(x[i]!);
      x[i] = f.low;
    }
  });
}

/** Gain under the kick at each frame; 1 leaves it unchanged. */
export function ducking(
  kicks: readonly number[],
  depth: number,
  beat: number,
  length: number,
): Float32Array | undefined {
  if (depth === 0 || kicks.length === 0) return undefined;
  const gain = new Float32Array(length).fill(1);
  const recovery = Math.min(0.22, beat * 0.42);
  const attack = frames(0.004);
  for (const kick of kicks) {
    const start = frames(kick) - attack;
    for (let i = Math.max(0, -start); i < frames(recovery * 2.5) && start + i < length; i++) {
      const away = i < attack ? i / attack : Math.exp(-(((i - attack) / SAMPLE_RATE / recovery) ** 1.6) * 1.5);
      const g = 1 - depth * away;
      if (g < gain[start + i]!) gain[start + i] = g;
    }
  }
  return gain;
}

/** Old tape: a slow waver of pitch, a duller top, hiss and crackle. */
export function tape(mix: Stereo, noise: () => number): void {
  for (const x of [mix.left, mix.right]) {
    modulatedDelay(x, { delay: 0.012, depth: 0.0006, rate: 0.45, phase: 0, dry: 0, wet: 1 });
    filter(x, biquad("lowpass", 9000, 0.65));
    filter(x, biquad("peak", 220, 0.8, 1.5));
  }
  let hiss = 0;
  for (let i = 0; i < mix.left.length; i++) {
    hiss += 0.5 * ((noise() - 0.5) * 0.006 - hiss);
    const crackle = noise() < 0.00012 ? (noise() - 0.5) * 0.09 : 0;
    mix.left[i]! += hiss + crackle;
    mix.right[i]! += hiss - crackle * 0.3;
  }
}
