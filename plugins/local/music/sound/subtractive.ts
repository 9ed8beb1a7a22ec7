import { Band, lowpass } from "#plugins/local/music/sound/filters";
import { addTones, type Bends, type Oscillator, type Tone } from "#plugins/local/music/sound/oscillator";
import { saturate } from "#plugins/local/music/sound/saturate";
import { sine } from "#plugins/local/music/sound/sine";
import { frames, SAMPLE_RATE, type Stereo } from "#plugins/local/music/sound/stereo";

/**
 * Subtractive synthesis (oscillators, filter, envelope): basses, pads, strings, leads, winds, organ. Times in seconds.
 */
export interface Subtractive {
  engine: "subtractive";
  oscillators: readonly Oscillator[];
  /** Copies of every oscillator, spread over the stereo field and over `detune` cents. */
  unison: number;
  detune: number;
  attack: number;
  /** Time constant of the fall to the level `sustain`, after the attack. */
  decay: number;
  sustain: number;
  release: number;
  /** Low-pass cutoff in Hz at middle C (it follows the pitch by half). Its envelope starts `sweep` octaves higher. */
  cutoff: number;
  resonance: number;
  sweep: number;
  sweepDecay: number;
  /** Depth in cents. It fades in after a quarter of a second. */
  vibrato?: number;
  /** Level of added noise. */
  breath?: number;
  /** Amount of saturation, 0 for none. */
  drive?: number;
  /** Vowel resonances in Hz. They replace the low-pass filter. */
  formants?: readonly number[];
  /** The note starts this many semitones higher and falls to its pitch within about 30 ms. */
  punch?: number;
}

/** Samples between updates of envelopes and pitch. */
const CONTROL = 32;
/** With several copies: the level of a copy in its own channel and in the other one. */
const NEAR = 1.8;
const FAR = 0.2;

export function subtractive(
  p: Subtractive,
  hz: number,
  seconds: number,
  velocity: number,
  noise: () => number,
): Stereo {
  const length = frames(seconds + p.release);
  const left = new Float32Array(length);
  // Without unison the sound is mono.
  const right = p.unison > 1 ? new Float32Array(length) : left;
  const sides = right === left ? [left] : [left, right];
  const bends = makeBends(p, length);
  const tones = makeTones(p, hz, noise);
  for (const [k, x] of sides.entries()) addTones(x, tones[k]!, bends);
  if (sides.length > 1) spread(left, right);
  if (p.breath) for (const x of sides) for (let i = 0; i < length; i++) x[i]! += (noise() - 0.5) * p.breath;
  const open = p.cutoff * Math.sqrt(hz / 261.6) * (0.6 + 0.6 * velocity);
  const reach = p.sweep * (0.4 + 0.6 * velocity);
  shape(p, { left, right }, hz, (t) => open * 2 ** (reach * Math.exp(-t / p.sweepDecay)));
  applyEnvelope(p, { left, right }, seconds);
  return { left, right };
}

/** Mixes the channels partly into each other: wide in stereo, and complete in mono. */
function spread(left: Float32Array, right: Float32Array): void {
  for (let i = 0; i < left.length; i++) {
    const l = left[i]!;
    const r = right[i]!;
    left[i] = l * NEAR + r * FAR;
    right[i] = l * FAR + r * NEAR;
  }
}

function applyEnvelope(p: Subtractive, { left, right }: Stereo, seconds: number): void {
  let to = envelope(p, 0, seconds);
  for (let start = 0; start < left.length; start += CONTROL) {
    const from = to;
    to = envelope(p, (start + CONTROL) / SAMPLE_RATE, seconds);
    const slope = (to - from) / CONTROL;
    const end = Math.min(start + CONTROL, left.length);
    for (let i = start; i < end; i++) left[i]! *= from + slope * (i - start);
    if (right !== left) for (let i = start; i < end; i++) right[i]! *= from + slope * (i - start);
  }
}

function makeBends(p: Subtractive, length: number): Bends {
  const stretch = p.vibrato || p.punch ? CONTROL : length;
  const factors = Float64Array.from({ length: Math.ceil(length / stretch) }, (_, k) =>
    pitchBend(p, (k * stretch) / SAMPLE_RATE),
  );
  return { stretch, factors };
}

function pitchBend(p: Subtractive, t: number): number {
  const vibrato = p.vibrato ? p.vibrato * Math.min(1, Math.max(0, (t - 0.25) * 2.5)) * sine(t * 5.3) : 0;
  const punch = p.punch ? p.punch * 100 * Math.exp(-t / 0.03) : 0;
  return vibrato || punch ? 2 ** ((vibrato + punch) / 1200) : 1;
}

function envelope(p: Subtractive, t: number, held: number): number {
  if (t <= held) return envelopeHeld(p, t);
  const left = 1 - (t - held) / p.release;
  return left <= 0 ? 0 : envelopeHeld(p, held) * left * left;
}

function envelopeHeld({ attack, decay, sustain }: Subtractive, t: number): number {
  return t < attack ? t / attack : sustain + (1 - sustain) * Math.exp(-(t - attack) / decay);
}

/** Tones of the left and of the right channel. */
function makeTones(p: Subtractive, hz: number, noise: () => number): [Tone[], Tone[]] {
  const tones: [Tone[], Tone[]] = [[], []];
  for (const o of p.oscillators) {
    for (let k = 0; k < p.unison; k++) {
      const spread = p.unison === 1 ? 0 : (k / (p.unison - 1)) * 2 - 1;
      const step = (hz * o.ratio * 2 ** ((spread * p.detune) / 2400)) / SAMPLE_RATE;
      const phase = o.wave === "sine" && p.unison === 1 ? 0 : noise();
      if (step < 0.45)
        tones[k % 2]!.push({ wave: o.wave, width: o.width, step, phase, level: o.level / Math.sqrt(p.unison) });
    }
  }
  return tones;
}

/** Filters a note in place: formants, or a low-pass with saturation. `cutoff` maps seconds to Hz. */
function shape(p: Subtractive, sound: Stereo, hz: number, cutoff: (seconds: number) => number): void {
  const sides = new Set([sound.left, sound.right]);
  if (p.formants) {
    for (const x of sides) formVowel(p.formants, x, hz);
    return;
  }
  lowpass(sound, CONTROL, p.resonance, cutoff);
  if (!p.drive) return;
  const drive = 1 + p.drive;
  const level = 1 / Math.sqrt(drive);
  for (const x of sides) for (let i = 0; i < x.length; i++) x[i] = saturate(x[i]! * drive) * level;
}

function formVowel(formants: readonly number[], x: Float32Array, hz: number): void {
  const source = x.slice();
  for (let i = 0; i < x.length; i++) x[i]! *= 0.08;
  formants.forEach((f, i) => {
    new Band(Math.max(f, hz), 5 - i).add(source, x, 0, x.length, 1 / (1 + i * 0.8));
  });
}
