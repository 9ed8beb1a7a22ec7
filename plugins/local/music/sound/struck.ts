import { sine } from "#plugins/local/music/sound/sine";
import { frames, SAMPLE_RATE, type Stereo } from "#plugins/local/music/sound/stereo";

/** Partials that ring and die away: piano, vibraphone, marimba, glockenspiel, bells. */
export interface Struck {
  engine: "struck";
  /** Frequency ratio, level and decay (seconds to 1/e at middle C) of each partial. */
  partials: readonly (readonly [ratio: number, level: number, decay: number])[];
  /** Seconds that the sound rings on after its note has ended; 0: it is damped. */
  ring: number;
  /** Level and decay of the stroke's noise. */
  knock: readonly [level: number, decay: number];
  /** Loss of upper partials in soft notes. */
  touch: number;
  /** Strings beating against each other, in cents. */
  chorus: number;
  /** Tremolo between the sides, in Hz; 0 for none. */
  tremolo: number;
}

export function struck(p: Struck, hz: number, seconds: number, velocity: number, noise: () => number): Stereo {
  const release = p.ring || 0.18;
  const length = frames(Math.min(seconds + release, 9));
  const left = new Float32Array(length);
  const right = new Float32Array(length);
  const life = (261.6 / hz) ** 0.45;
  p.partials.forEach(([ratio, level, decay], k) => {
    const f = hz * ratio;
    if (f > 14000) return;
    const gain = level * Math.exp(-(1 - velocity) * p.touch * Math.max(0, ratio - 1) * 0.35);
    const cents = p.chorus * (1 + 0.2 * k);
    ring(left, f * 2 ** (-cents / 2400), gain, decay * life, noise() * 0.15);
    ring(right, f * 2 ** (cents / 2400), gain, decay * life, noise() * 0.15);
  });
  finish(p, left, right, seconds, velocity, noise);
  return { left, right };
}

/** A decaying sine as a two-pole resonator: two multiplications a sample. */
function ring(out: Float32Array, hz: number, level: number, decay: number, phase: number): void {
  const w = (2 * Math.PI * hz) / SAMPLE_RATE;
  const r = Math.exp(-1 / (decay * SAMPLE_RATE));
  const c = 2 * r * Math.cos(w);
  const rr = r * r;
  const length = Math.min(out.length, frames(decay * 8));
  let y2 = (level * sine(phase - w / (Math.PI * 2) + 1)) / r;
  let y1 = level * sine(phase);
  for (let i = 0; i < length; i++) {
    out[i]! += y1;
    const y = c * y1 - rr * y2;
    y2 = y1;
    y1 = y;
  }
}

function finish(
  p: Struck,
  left: Float32Array,
  right: Float32Array,
  seconds: number,
  velocity: number,
  noise: () => number,
) {
  const attack = frames(0.0015 + (1 - velocity) * 0.004);
  const held = frames(seconds);
  const tail = left.length - held;
  const [level, decay] = p.knock;
  const fall = Math.exp(-1 / (decay * SAMPLE_RATE));
  let knock = level * velocity;
  let smooth = 0;
  for (let i = 0; i < left.length; i++) {
    let gain = i < attack ? i / attack : 1;
    if (i > held && tail > 0) gain *= (1 - (i - held) / tail) ** (p.ring ? 1.5 : 2);
    smooth += 0.3 * (noise() * 2 - 1 - smooth);
    const swing = p.tremolo ? 0.22 * sine((i / SAMPLE_RATE) * p.tremolo) : 0;
    left[i] = (left[i]! * (1 + swing) + smooth * knock) * gain;
    right[i] = (right[i]! * (1 - swing) + smooth * knock) * gain;
    knock *= fall;
  }
}
