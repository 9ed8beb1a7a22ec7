import { SAMPLE_RATE, type Stereo } from "#plugins/local/music/sound/stereo";

const clampCutoff = (hz: number) => Math.min(18000, Math.max(20, hz));

/** Coefficients of a trapezoidal state-variable filter, which stays stable when the cutoff changes quickly. */
function tune(cutoff: number, q: number) {
  const g = Math.tan((Math.PI * clampCutoff(cutoff)) / SAMPLE_RATE);
  const k = 1 / q;
  const a1 = 1 / (1 + g * (g + k));
  return { k, a1, a2: g * a1, a3: g * g * a1 };
}

/**
 * Low-pass filters a sound in place. `cutoff` maps seconds to Hz and is read once per `stretch` samples. Both channels
 * share one loop, and the formulas are arranged so that each sample depends on few operations of the previous one.
 */
export function lowpass(sound: Stereo, stretch: number, q: number, cutoff: (seconds: number) => number): void {
  const { left, right } = sound;
  const isMono = left === right;
  let l1 = 0;
  let l2 = 0;
  let r1 = 0;
  let r2 = 0;
  for (let start = 0; start < left.length; start += stretch) {
    const { a1, a2, a3 } = tune(cutoff(start / SAMPLE_RATE), q);
    const stay = 2 * a1 - 1;
    const swap = 2 * a2;
    const last = 1 - 2 * a3;
    const in2 = 2 * a3;
    const end = Math.min(start + stretch, left.length);
    if (isMono) {
      for (let i = start; i < end; i++) {
        const l = left[i]!;
        const next1 = swap * l + FLOOR - swap * l2 + stay * l1;
        const next2 = in2 * l + swap * l1 + last * l2;
        left[i] = 0.5 * (next2 + l2);
        l1 = next1;
        l2 = next2;
      }
      continue;
    }
    for (let i = start; i < end; i++) {
      const l = left[i]!;
      const r = right[i]!;
      const nextL1 = swap * l + FLOOR - swap * l2 + stay * l1;
      const nextR1 = swap * r + FLOOR - swap * r2 + stay * r1;
      const nextL2 = in2 * l + swap * l1 + last * l2;
      const nextR2 = in2 * r + swap * r1 + last * r2;
      left[i] = 0.5 * (nextL2 + l2);
      right[i] = 0.5 * (nextR2 + r2);
      l1 = nextL1;
      l2 = nextL2;
      r1 = nextR1;
      r2 = nextR2;
    }
  }
}

/** A band-pass filter with a variable frequency. `add` copies the state to local variables, which is faster. */
export class Band {
  #ic1 = 0;
  #ic2 = 0;
  #factors: ReturnType<typeof tune>;

  constructor(cutoff: number, q: number) {
    this.#factors = tune(cutoff, q);
  }

  tune(cutoff: number, q: number): void {
    this.#factors = tune(cutoff, q);
  }

  /** Filters `from[start, end)` and adds the result to `to`, which may be the same array. */
  add(from: Float32Array, to: Float32Array, start: number, end: number, level: number): void {
    const { k, a1, a2, a3 } = this.#factors;
    const gain = k * level;
    let ic1 = this.#ic1;
    let ic2 = this.#ic2;
    for (let i = start; i < end; i++) {
      const v3 = from[i]! - ic2;
      const v1 = a1 * ic1 + a2 * v3;
      const v2 = ic2 + a2 * ic1 + a3 * v3;
      ic1 = 2 * v1 - ic1 + FLOOR;
      ic2 = 2 * v2 - ic2;
      to[i]! += v1 * gain;
    }
    this.#ic1 = ic1;
    this.#ic2 = ic2;
  }
}

export interface Biquad {
  b0: number;
  b1: number;
  b2: number;
  a1: number;
  a2: number;
}

type Shape = "lowpass" | "highpass" | "peak" | "lowshelf" | "highshelf";

/** Coefficients from Robert Bristow-Johnson's Audio EQ Cookbook. `gain` is in dB and applies to peaks and shelves. */
export function biquad(shape: Shape, frequency: number, q: number, gain = 0): Biquad {
  const w = (2 * Math.PI * frequency) / SAMPLE_RATE;
  const c = Math.cos(w);
  const alpha = Math.sin(w) / (2 * q);
  const a = 10 ** (gain / 40);
  const s = 2 * Math.sqrt(a) * alpha;
  const make = (b0: number, b1: number, b2: number, a0: number, a1: number, a2: number): Biquad => ({
    b0: b0 / a0,
    b1: b1 / a0,
    b2: b2 / a0,
    a1: a1 / a0,
    a2: a2 / a0,
  });
  switch (shape) {
    case "lowpass":
      return make((1 - c) / 2, 1 - c, (1 - c) / 2, 1 + alpha, -2 * c, 1 - alpha);
    case "highpass":
      return make((1 + c) / 2, -1 - c, (1 + c) / 2, 1 + alpha, -2 * c, 1 - alpha);
    case "peak":
      return make(1 + alpha * a, -2 * c, 1 - alpha * a, 1 + alpha / a, -2 * c, 1 - alpha / a);
    case "lowshelf":
      return make(
        a * (a + 1 - (a - 1) * c + s),
        2 * a * (a - 1 - (a + 1) * c),
        a * (a + 1 - (a - 1) * c - s),
        a + 1 + (a - 1) * c + s,
        -2 * (a - 1 + (a + 1) * c),
        a + 1 + (a - 1) * c - s,
      );
    case "highshelf":
      return make(
        a * (a + 1 + (a - 1) * c + s),
        -2 * a * (a - 1 + (a + 1) * c),
        a * (a + 1 + (a - 1) * c - s),
        a + 1 - (a - 1) * c + s,
        2 * (a - 1 - (a + 1) * c),
        a + 1 - (a - 1) * c - s,
      );
  }
}

/** Inaudible offset. It keeps filter state out of the denormal range, where arithmetic is about 100 times slower. */
export const FLOOR = 1e-15;

/** Filters a channel in place. */
export function filter(x: Float32Array, { b0, b1, b2, a1, a2 }: Biquad): void {
  let x1 = 0;
  let x2 = 0;
  let y1 = 0;
  let y2 = 0;
  for (let i = 0; i < x.length; i++) {
    const x0 = x[i]!;
    const y0 = FLOOR + b0 * x0 + b1 * x1 + b2 * x2 - a2 * y2 - a1 * y1;
    x2 = x1;
    x1 = x0;
    y2 = y1;
    y1 = y0;
    x[i] = y0;
  }
}

/** Filters both channels in place. One loop for both is faster: each sample waits for its channel's last result. */
export function filterBoth({ left, right }: Stereo, f: Biquad): void {
  if (left === right) {
    filter(left, f);
    return;
  }
  const { b0, b1, b2, a1, a2 } = f;
  let l1 = 0;
  let l2 = 0;
  let r1 = 0;
  let r2 = 0;
  let y1 = 0;
  let y2 = 0;
  let z1 = 0;
  let z2 = 0;
  for (let i = 0; i < left.length; i++) {
    const l = left[i]!;
    const r = right[i]!;
    const y = FLOOR + b0 * l + b1 * l1 + b2 * l2 - a2 * y2 - a1 * y1;
    const z = FLOOR + b0 * r + b1 * r1 + b2 * r2 - a2 * z2 - a1 * z1;
    l2 = l1;
    l1 = l;
    r2 = r1;
    r1 = r;
    y2 = y1;
    y1 = y;
    z2 = z1;
    z1 = z;
    left[i] = y;
    right[i] = z;
  }
}
