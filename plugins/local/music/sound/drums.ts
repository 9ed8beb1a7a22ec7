import { biquad, filter } from "#plugins/local/music/sound/filters";
import { saturate } from "#plugins/local/music/sound/saturate";
import { sine } from "#plugins/local/music/sound/sine";
import { frames, SAMPLE_RATE } from "#plugins/local/music/sound/stereo";

/** The layers of a drum sound. Frequencies in Hz, decays in seconds to 1/e, levels from 0 to about 1. */
export interface Drum {
  /** Sines that glide from `from` to `to` Hz: drum heads and beaters. */
  skins?: readonly { from: number; to: number; drop: number; decay: number; level: number }[];
  /** Band-limited noise. `bursts` are start times in seconds, for claps. */
  noise?: { low: number; high: number; decay: number; level: number; attack?: number; bursts?: readonly number[] };
  /** Inharmonic square waves, for cymbals. */
  metal?: { base: number; low: number; decay: number; level: number };
  click?: number;
  drive?: number;
  /** Cuts the sound after this many seconds, for gated and closed drums. */
  gate?: number;
  pan: number;
  gain: number;
}

const METAL_RATIOS = [1, 1.342, 1.2312, 1.6532, 1.9523, 2.1523];

/** Renders one hit, with a peak of about 1. */
export function strike(drum: Drum, noise: () => number): Float32Array {
  const decay = Math.max(...(drum.skins ?? []).map((s) => s.decay), drum.noise?.decay ?? 0, drum.metal?.decay ?? 0);
  const length = frames(drum.gate ?? Math.min(4, decay * 6 + 0.03));
  const out = new Float32Array(length);
  for (const skin of drum.skins ?? []) addSkin(out, skin);
  if (drum.noise) addNoise(out, drum.noise, noise);
  if (drum.metal) addMetal(out, drum.metal, noise);
  if (drum.click)
    for (let i = 0; i < frames(0.004); i++) out[i]! += (noise() * 2 - 1) * drum.click * (1 - i / frames(0.004));
  if (drum.drive) for (let i = 0; i < length; i++) out[i] = saturate(out[i]! * (1 + drum.drive));
  smoothEnds(out);
  return out;
}

/** Factor per sample for a decay to 1/e in `seconds`. */
const fallIn = (seconds: number) => Math.exp(-1 / (seconds * SAMPLE_RATE));

function addSkin(out: Float32Array, s: { from: number; to: number; drop: number; decay: number; level: number }): void {
  const drop = fallIn(s.drop);
  const decay = fallIn(s.decay);
  let phase = 0;
  let above = (s.from - s.to) / SAMPLE_RATE;
  let level = s.level;
  for (let i = 0; i < out.length; i++) {
    phase += s.to / SAMPLE_RATE + above;
    out[i]! += sine(phase) * level;
    above *= drop;
    level *= decay;
  }
}

function addNoise(out: Float32Array, n: NonNullable<Drum["noise"]>, noise: () => number): void {
  const hiss = new Float32Array(out.length);
  // All bursts but the last are short.
  const bursts = n.bursts ?? [0];
  bursts.forEach((burst, k) => {
    const last = k === bursts.length - 1;
    const decay = fallIn(last ? n.decay : 0.004);
    const start = Math.ceil(burst * SAMPLE_RATE);
    const end = last ? hiss.length : Math.min(hiss.length, Math.ceil(bursts[k + 1]! * SAMPLE_RATE));
    for (let i = start, level = 1; i < end; i++, level *= decay) hiss[i] = (noise() * 2 - 1) * level;
  });
  if (!n.bursts) {
    const attack = (n.attack ?? 0.0008) * SAMPLE_RATE;
    for (let i = 0; i < Math.min(hiss.length, attack); i++) hiss[i]! *= i / attack;
  }
  filter(hiss, biquad("highpass", n.low, 0.7));
  if (n.high < 18000) filter(hiss, biquad("lowpass", n.high, 0.7));
  for (let i = 0; i < out.length; i++) out[i]! += hiss[i]! * n.level;
}

function addMetal(out: Float32Array, m: NonNullable<Drum["metal"]>, noise: () => number): void {
  const ring = new Float32Array(out.length);
  for (const ratio of METAL_RATIOS) {
    const step = (m.base * ratio) / SAMPLE_RATE;
    let phase = noise();
    for (let i = 0; i < ring.length; i++) {
      phase += step;
      if (phase >= 1) phase -= 1;
      ring[i]! += phase < 0.5 ? 0.3 : -0.3;
    }
  }
  filter(ring, biquad("highpass", m.low, 0.8));
  filter(ring, biquad("highpass", m.low, 0.8));
  const decay = fallIn(m.decay);
  for (let i = 0, level = m.level; i < out.length; i++, level *= decay) out[i]! += ring[i]! * level;
}

function smoothEnds(out: Float32Array): void {
  const fade = Math.min(out.length, frames(0.008));
  for (let i = 0; i < fade; i++) out[out.length - 1 - i]! *= i / fade;
}
