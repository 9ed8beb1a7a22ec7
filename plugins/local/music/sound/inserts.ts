import { biquad, filterBoth, lowpass } from "#plugins/local/music/sound/filters";
import type { Insert } from "#plugins/local/music/sound/patches";
import { saturate } from "#plugins/local/music/sound/saturate";
import { sine } from "#plugins/local/music/sound/sine";
import { BLOCK, frames, SAMPLE_RATE, type Stereo } from "#plugins/local/music/sound/stereo";

/** Samples between updates of modulated parameters. */
const CONTROL = 32;

const INSERTS: Readonly<Record<Insert, (stem: Stereo, beat: number) => void>> = {
  amp: (stem) => amplify(stem, 9, 4600),
  softAmp: (stem) => amplify(stem, 1.6, 6500),
  chorus,
  wobble: (stem, beat) =>
    sweep(stem, (t) => 170 * 2 ** (2.1 - 2.1 * Math.cos((2 * Math.PI * t) / wobbleRate(t, beat)))),
  echo: (stem, beat) => echo(stem, beat * 0.75, 0.26, 0.42),
};

/** Applies an insert effect in place. `beat` is the length of a beat in seconds. */
export function applyInsert(insert: Insert, stem: Stereo, beat: number): void {
  INSERTS[insert](stem, beat);
}

/** Length of a wobble in seconds: eighths, triplets, then sixteenths, one after the other. */
const wobbleRate = (t: number, beat: number) => beat / [2, 2, 3, 4][Math.floor(t / beat / 2) % 4]!;

function eachChannel(stem: Stereo, apply: (x: Float32Array) => void): void {
  apply(stem.left);
  if (stem.right !== stem.left) apply(stem.right);
}

/** Simulates a tube amplifier with a speaker cabinet. */
function amplify(stem: Stereo, drive: number, top: number): void {
  const tone = (shape: Parameters<typeof biquad>[0], hz: number, q: number, gain?: number) =>
    filterBoth(stem, biquad(shape, hz, q, gain));
  tone("highpass", 85, 0.7);
  const level = 1 / Math.sqrt(drive);
  eachChannel(stem, (x) => {
    for (let i = 0; i < x.length; i++) x[i] = (saturate(x[i]! * drive + 0.12) - 0.1194) * level;
  });
  tone("highpass", 70, 0.7);
  tone("lowpass", top, 0.8);
  tone("lowpass", top * 1.15, 0.6);
  tone("peak", 2300, 1, drive > 3 ? 3 : 1);
  if (drive > 3) tone("peak", 420, 0.9, -2.5);
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

/** Frames that a modulated delay remembers: a power of two. */
const HISTORY = 1024;

function modulatedDelay(x: Float32Array, w: Wobble): void {
  // The latest input, longer than any delay.
  const source = new Float32Array(HISTORY);
  const delayAt = (i: number) => (w.delay + w.depth * sine(w.phase + (i * w.rate) / SAMPLE_RATE)) * SAMPLE_RATE;
  let to = delayAt(0);
  for (let start = 0; start < x.length; start += CONTROL) {
    const from = to;
    to = delayAt(start + CONTROL);
    const slope = (to - from) / CONTROL;
    const end = Math.min(start + CONTROL, x.length);
    for (let i = start; i < end; i++) source[i & (HISTORY - 1)] = x[i]!;
    for (let i = start; i < end; i++) {
      const at = i - from - slope * (i - start);
      // `at` is not below zero when `late` is used, so truncating rounds down.
      const k = at | 0;
      const f = at - k;
      const late = at < 1 ? 0 : source[k & (HISTORY - 1)]! * (1 - f) + source[(k + 1) & (HISTORY - 1)]! * f;
      x[i] = source[i & (HISTORY - 1)]! * w.dry + late * w.wet;
    }
  }
}

/** Ping-pong echo. Each repeat loses treble. */
function echo(stem: Stereo, time: number, level: number, feedback: number): void {
  const delay = Math.max(1, frames(time));
  // What was played and repeated within the last delay.
  const dry = new Float32Array(delay);
  const left = new Float32Array(delay);
  const right = new Float32Array(delay);
  let lowL = 0;
  let lowR = 0;
  for (let i = 0, slot = 0; i < stem.left.length; i++) {
    lowL += 0.35 * (dry[slot]! + right[slot]! * feedback - lowL);
    lowR += 0.35 * (left[slot]! - lowR);
    dry[slot] = (stem.left[i]! + stem.right[i]!) * 0.5;
    left[slot] = lowL;
    right[slot] = lowR;
    stem.left[i]! += lowL * level;
    stem.right[i]! += lowR * level;
    slot = slot + 1 === delay ? 0 : slot + 1;
  }
}

/** Low-pass sweep in place. `cutoff` maps seconds to Hz. */
export function sweep(stem: Stereo, cutoff: (seconds: number) => number): void {
  lowpass(stem, CONTROL, 0.9, cutoff);
}

/**
 * Returns what lowers a stem by `amount` of `depth` at each kick, as a side-chain does. `beat` is in seconds. Undefined if
 * nothing does.
 */
export function ducking(
  kicks: readonly number[],
  depth: number,
  beat: number,
): ((stem: Stereo, amount: number) => void) | undefined {
  if (depth === 0 || kicks.length === 0) return undefined;
  const recovery = Math.min(0.22, beat * 0.42);
  const attack = frames(0.004);
  const dip = new Float32Array(frames(recovery * 2.5));
  for (let i = 0; i < dip.length; i++) {
    const away = i < attack ? i / attack : Math.exp(-(((i - attack) / SAMPLE_RATE / recovery) ** 1.6) * 1.5);
    dip[i] = 1 - depth * away;
  }
  const starts = kicks.map((kick) => frames(kick) - attack);
  const gain = new Float32Array(BLOCK);
  return ({ left, right }, amount) => {
    for (let from = 0; from < left.length; from += BLOCK) {
      gain.fill(1);
      for (const start of starts) if (start < from + BLOCK && start + dip.length > from) lower(gain, dip, start - from);
      multiply(left, gain, amount, from);
      multiply(right, gain, amount, from);
    }
  };
}

/** Lowers the gains of a block to a dip that starts at `start` in it. */
function lower(gain: Float32Array, dip: Float32Array, start: number): void {
  const end = Math.min(dip.length, gain.length - start);
  for (let i = Math.max(0, -start); i < end; i++) if (dip[i]! < gain[start + i]!) gain[start + i] = dip[i]!;
}

function multiply(x: Float32Array, gain: Float32Array, amount: number, from: number): void {
  const count = Math.min(gain.length, x.length - from);
  for (let i = 0; i < count; i++) x[from + i]! *= 1 - (1 - gain[i]!) * amount;
}

/** Simulates worn tape in place: pitch drift, less treble, hiss and crackle. */
export function tape(mix: Stereo, noise: () => number): void {
  for (const x of [mix.left, mix.right]) {
    modulatedDelay(x, { delay: 0.012, depth: 0.0006, rate: 0.45, phase: 0, dry: 0, wet: 1 });
  }
  filterBoth(mix, biquad("lowpass", 9000, 0.65));
  filterBoth(mix, biquad("peak", 220, 0.8, 1.5));
  let hiss = 0;
  for (let i = 0; i < mix.left.length; i++) {
    hiss += 0.5 * ((noise() - 0.5) * 0.006 - hiss);
    const crackle = noise() < 0.00012 ? (noise() - 0.5) * 0.09 : 0;
    mix.left[i]! += hiss + crackle;
    mix.right[i]! += hiss - crackle * 0.3;
  }
}
