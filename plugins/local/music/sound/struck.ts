import { sine } from "#plugins/local/music/sound/sine";
import { frames, SAMPLE_RATE, type Stereo } from "#plugins/local/music/sound/stereo";

/** Struck instruments, as a sum of decaying partials: piano, vibraphone, marimba, glockenspiel, bells. */
export interface Struck {
  engine: "struck";
  /** Decay is in seconds to 1/e at middle C. */
  partials: readonly (readonly [ratio: number, level: number, decay: number])[];
  /** Seconds that the sound rings after the note ends. 0 if it is damped. */
  ring: number;
  /** Noise of the hammer or mallet. Decay is in seconds to 1/e. */
  knock: readonly [level: number, decay: number];
  /** How much soft notes lose of their upper partials. */
  touch: number;
  /** Detuning between the channels, in cents. */
  chorus: number;
  /** Rate of the stereo tremolo in Hz. 0 turns it off. */
  tremolo: number;
}

export function struck(p: Struck, hz: number, seconds: number, velocity: number, noise: () => number): Stereo {
  const release = p.ring || 0.18;
  const length = frames(Math.min(seconds + release, 9));
  const left = new Float32Array(length);
  const right = new Float32Array(length);
  const life = (261.6 / hz) ** 0.45;
  const partials = p.partials.flatMap(([ratio, level, decay], k): Partial[] => {
    const f = hz * ratio;
    if (f > 14000) return [];
    const gain = level * Math.exp(-(1 - velocity) * p.touch * Math.max(0, ratio - 1) * 0.35);
    const cents = p.chorus * (1 + 0.2 * k);
    const [l, r] = [-cents, cents].map((detune) =>
      resonator(f * 2 ** (detune / 2400), gain, decay * life, noise() * 0.15),
    );
    return [{ l: l!, r: r!, length: Math.min(length, frames(decay * life * 8)) }];
  });
  for (let k = 0; k < partials.length; k += 2) ringTwo(left, right, partials[k]!, partials[k + 1] ?? SILENT);
  finish(p, left, right, seconds, velocity, noise);
  return { left, right };
}

/** A decaying sine as a two-pole resonator: coefficients and state. */
interface Resonator {
  c: number;
  rr: number;
  y1: number;
  y2: number;
}

function resonator(hz: number, level: number, decay: number, phase: number): Resonator {
  const w = (2 * Math.PI * hz) / SAMPLE_RATE;
  const r = Math.exp(-1 / (decay * SAMPLE_RATE));
  return {
    c: 2 * r * Math.cos(w),
    rr: r * r,
    y1: level * sine(phase),
    y2: (level * sine(phase - w / (Math.PI * 2) + 1)) / r,
  };
}

/** One partial in both channels. It is inaudible after `length` samples. */
interface Partial {
  l: Resonator;
  r: Resonator;
  length: number;
}

const REST: Resonator = { c: 0, rr: 0, y1: 0, y2: 0 };
const SILENT: Partial = { l: REST, r: REST, length: 0 };

/** Adds two partials to both channels. Four independent recurrences in one loop take about as long as one. */
function ringTwo(left: Float32Array, right: Float32Array, one: Partial, two: Partial): void {
  const length = Math.max(one.length, two.length);
  let { y1: l1, y2: l2 } = one.l;
  let { y1: r1, y2: r2 } = one.r;
  let { y1: m1, y2: m2 } = two.l;
  let { y1: s1, y2: s2 } = two.r;
  const { c: lc, rr: lrr } = one.l;
  const { c: rc, rr: rrr } = one.r;
  const { c: mc, rr: mrr } = two.l;
  const { c: sc, rr: srr } = two.r;
  for (let i = 0; i < length; i++) {
    left[i]! += l1 + m1;
    right[i]! += r1 + s1;
    const ln = lc * l1 - lrr * l2;
    const rn = rc * r1 - rrr * r2;
    const mn = mc * m1 - mrr * m2;
    const sn = sc * s1 - srr * s2;
    l2 = l1;
    l1 = ln;
    r2 = r1;
    r1 = rn;
    m2 = m1;
    m1 = mn;
    s2 = s1;
    s1 = sn;
  }
}

/** Applies the tremolo, adds the hammer noise, and fades in and out. */
function finish(
  p: Struck,
  left: Float32Array,
  right: Float32Array,
  seconds: number,
  velocity: number,
  noise: () => number,
) {
  const { length } = left;
  if (p.tremolo) {
    for (let i = 0; i < length; i++) {
      const swing = 0.22 * sine((i / SAMPLE_RATE) * p.tremolo);
      left[i]! *= 1 + swing;
      right[i]! *= 1 - swing;
    }
  }
  const [level, decay] = p.knock;
  const fall = Math.exp(-1 / (decay * SAMPLE_RATE));
  let knock = level * velocity;
  let smooth = 0;
  for (let i = 0; i < Math.min(length, frames(decay * 12)); i++) {
    smooth += 0.3 * (noise() * 2 - 1 - smooth);
    left[i]! += smooth * knock;
    right[i]! += smooth * knock;
    knock *= fall;
  }
  const attack = Math.min(length, frames(0.0015 + (1 - velocity) * 0.004));
  for (const x of [left, right]) {
    for (let i = 0; i < attack; i++) x[i]! *= i / attack;
    const held = frames(seconds);
    for (let i = held + 1; i < length; i++) {
      const rest = 1 - (i - held) / (length - held);
      x[i]! *= rest * (p.ring ? Math.sqrt(rest) : rest);
    }
  }
}
