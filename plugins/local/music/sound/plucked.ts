import { Band } from "#plugins/local/music/sound/filters";
import { frames, SAMPLE_RATE, type Stereo } from "#plugins/local/music/sound/stereo";

/** Plucked strings (Karplus-Strong with fractional tuning): guitars, ukulele, harp, basses. */
export interface Plucked {
  engine: "plucked";
  /** Seconds in which middle C decays by 60 dB. */
  sustain: number;
  /** Treble of the pluck and of the ringing string, 0 (dull) to 1 (steel). */
  brightness: number;
  /** Plucking position as a fraction of the string. */
  position: number;
  /** Resonances of the body in Hz. */
  body: readonly number[];
  release: number;
  /** Renders the note twice, slightly detuned, once per channel. */
  double?: boolean;
}

export function plucked(p: Plucked, hz: number, seconds: number, velocity: number, noise: () => number): Stereo {
  if (!p.double) {
    const one = take(p, hz, seconds, velocity, noise);
    return { left: one, right: one };
  }
  return {
    left: take(p, hz * 0.9985, seconds, velocity, noise),
    right: take(p, hz * 1.0015, seconds, velocity, noise),
  };
}

function take(p: Plucked, hz: number, seconds: number, velocity: number, noise: () => number): Float32Array {
  const held = frames(seconds);
  const length = held + frames(p.release);
  const out = new Float32Array(length);
  const damping = 0.5 - 0.46 * p.brightness;
  // The one-zero low-pass in the loop delays by `damping` samples; the all-pass adds the fraction of a sample.
  const period = SAMPLE_RATE / hz - damping;
  const size = Math.max(2, Math.floor(period - 0.3));
  const fraction = period - size;
  const allpass = (1 - fraction) / (1 + fraction);
  const loss = 10 ** (-3 / (p.sustain * (261.6 / hz) ** 0.35 * hz));
  const string = pluck(size, p, velocity, noise);
  const muted = 10 ** (-3 / (Math.max(0.05, p.release) * hz));
  let at = 0;
  let last = 0;
  let apIn = 0;
  let apOut = 0;
  for (let i = 0; i < length; i++) {
    const x = string[at]!;
    const soft = (1 - damping) * x + damping * last;
    last = x;
    apOut = allpass * (soft - apOut) + apIn;
    apIn = soft;
    string[at] = apOut * (i > held ? muted : loss);
    at = at + 1 === size ? 0 : at + 1;
    out[i] = x;
  }
  resonate(out, p.body);
  const tail = length - held;
  for (let i = held; i < length; i++) out[i]! *= 1 - (i - held) / tail;
  return out;
}

function pluck(size: number, p: Plucked, velocity: number, noise: () => number): Float32Array {
  const burst = new Float32Array(size);
  const smooth = Math.min(0.95, 0.25 + 0.75 * p.brightness * (0.4 + 0.6 * velocity));
  let low = 0;
  for (let i = 0; i < size * 2; i++) {
    low += smooth * (noise() * 2 - 1 - low);
    if (i >= size) burst[i - size] = low;
  }
  const string = new Float32Array(size);
  const offset = Math.max(1, Math.round(size * p.position));
  let mean = 0;
  for (let i = 0; i < size; i++) {
    string[i] = burst[i]! - burst[(i + size - offset) % size]!;
    mean += string[i]! / size;
  }
  let power = 1e-9;
  for (let i = 0; i < size; i++) {
    string[i]! -= mean;
    power += string[i]! ** 2 / size;
  }
  const gain = 0.35 / Math.sqrt(power);
  for (let i = 0; i < size; i++) string[i]! *= gain;
  return string;
}

function resonate(out: Float32Array, body: readonly number[]): void {
  for (const hz of body) {
    new Band(hz, 3).add(out, out, 0, out.length, 0.5);
  }
}
