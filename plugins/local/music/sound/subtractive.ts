import { StateVariable } from "#plugins/local/music/sound/filters";
import { type Oscillator, Tone } from "#plugins/local/music/sound/oscillator";
import { sine } from "#plugins/local/music/sound/sine";
import { frames, SAMPLE_RATE, type Stereo } from "#plugins/local/music/sound/stereo";

/** Oscillators through a filter and an envelope: basses, pads, strings, leads, winds, organ. Times in seconds. */
export interface Subtractive {
  engine: "subtractive";
  oscillators: readonly Oscillator[];
  /** Detuned copies of every oscillator, spread over the stereo field; `detune` in cents, end to end. */
  unison: number;
  detune: number;
  attack: number;
  /** Fall to `sustain` (a level) after the attack. */
  decay: number;
  sustain: number;
  release: number;
  /** Filter: where it rests (Hz at middle C, following the key by half), and how many octaves its envelope opens it. */
  cutoff: number;
  resonance: number;
  sweep: number;
  sweepDecay: number;
  /** Depth in cents, from half a second on. */
  vibrato?: number;
  /** Breath noise level. */
  breath?: number;
  /** Saturation, from 0. */
  drive?: number;
  /** Vowel-like resonances in Hz, instead of the low-pass filter. */
  formants?: readonly number[];
  /** The pitch falls from this many semitones above, within some 30 ms. */
  punch?: number;
}

/** Samples between two looks at the envelopes. */
const CONTROL = 16;
/** Stereo spread of the copies, 0 to 1. */
const WIDTH = 0.8;

export function subtractive(
  p: Subtractive,
  hz: number,
  seconds: number,
  velocity: number,
  noise: () => number,
): Stereo {
  const length = frames(seconds + p.release);
  const left = new Float32Array(length);
  // One oscillator of each kind has no width.
  const right = p.unison > 1 ? new Float32Array(length) : left;
  const sides = right === left ? [left] : [left, right];
  const tones = makeTones(p, hz, noise);
  const shapers = sides.map(() => shaper(p, hz));
  const open = p.cutoff * Math.sqrt(hz / 261.6) * (0.6 + 0.6 * velocity);
  const reach = p.sweep * (0.4 + 0.6 * velocity);
  for (let start = 0; start < length; start += CONTROL) {
    const t = start / SAMPLE_RATE;
    const end = Math.min(start + CONTROL, length);
    const bend = pitchBend(p, t);
    for (const tone of tones) tone.add(left, right, start, end, bend);
    if (p.breath) for (const x of sides) for (let i = start; i < end; i++) x[i]! += (noise() - 0.5) * p.breath;
    const cutoff = open * 2 ** (reach * Math.exp(-t / p.sweepDecay));
    const from = envelope(p, t, seconds);
    const slope = (envelope(p, t + CONTROL / SAMPLE_RATE, seconds) - from) / CONTROL;
    sides.forEach((x, k) => {
      shapers[k]!(x, start, end, cutoff);
      for (let i = start; i < end; i++) x[i]! *= from + slope * (i - start);
    });
  }
  return { left, right };
}

function pitchBend(p: Subtractive, t: number): number {
  const vibrato = p.vibrato ? p.vibrato * Math.min(1, Math.max(0, (t - 0.25) * 2.5)) * sine(t * 5.3) : 0;
  const punch = p.punch ? p.punch * 100 * Math.exp(-t / 0.03) : 0;
  return vibrato || punch ? 2 ** ((vibrato + punch) / 1200) : 1;
}

function envelope(p: Subtractive, t: number, held: number): number {
  const at = (x: number) =>
    x < p.attack ? x / p.attack : p.sustain + (1 - p.sustain) * Math.exp(-(x - p.attack) / p.decay);
  if (t <= held) return at(t);
  const left = 1 - (t - held) / p.release;
  return left <= 0 ? 0 : at(held) * left * left;
}

function makeTones(p: Subtractive, hz: number, noise: () => number): Tone[] {
  const tones: Tone[] = [];
  for (const o of p.oscillators) {
    for (let k = 0; k < p.unison; k++) {
      const spread = p.unison === 1 ? 0 : (k / (p.unison - 1)) * 2 - 1;
      // Every copy is on both sides, its neighbours louder on the other: wide, and all there in mono.
      const lean = p.unison === 1 ? 0 : k % 2 ? WIDTH : -WIDTH;
      const step = (hz * o.ratio * 2 ** ((spread * p.detune) / 2400)) / SAMPLE_RATE;
      const level = o.level / Math.sqrt(p.unison);
      const phase = o.wave === "sine" && p.unison === 1 ? 0 : noise();
      if (step < 0.45) tones.push(new Tone(o.wave, step, phase, level * (1 - lean), level * (1 + lean)));
    }
  }
  return tones;
}

type Shaper = (x: Float32Array, start: number, end: number, cutoff: number) => void;

/** The filter of one side: a low-pass with saturation, or formants. */
function shaper(p: Subtractive, hz: number): Shaper {
  if (p.formants) return vowel(p.formants, hz);
  const f = new StateVariable(1000, p.resonance);
  const drive = 1 + (p.drive ?? 0);
  return (x, start, end, cutoff) => {
    f.tune(cutoff, p.resonance);
    for (let i = start; i < end; i++) {
      f.step(x[i]!);
      x[i] = p.drive ? Math.tanh(f.low * drive) / Math.sqrt(drive) : f.low;
    }
  };
}

function vowel(formants: readonly number[], hz: number): Shaper {
  const bands = formants.map((f, i) => ({
    filter: new StateVariable(Math.max(f, hz), 5 - i),
    level: 1 / (1 + i * 0.8),
  }));
  return (x, start, end) => {
    for (let i = start; i < end; i++) {
      let y = x[i]! * 0.08;
      for (const band of bands) {
        band.filter.step(x[i]!);
        y += band.filter.band * band.level;
      }
      x[i] = y;
    }
  };
}
