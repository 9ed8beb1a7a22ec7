import { SAMPLE_RATE, type Stereo } from "#plugins/local/music/sound/stereo";

/**
 * State-variable filter (trapezoidal): stable under fast cutoff changes. Its state is kept between calls, and in local
 * variables within them.
 */
export class StateVariable {
  #ic1 = 0;
  #ic2 = 0;
  #k = 1;
  #a1 = 0;
  #a2 = 0;
  #a3 = 0;

  constructor(cutoff: number, q: number) {
    this.tune(cutoff, q);
  }

  tune(cutoff: number, q: number): void {
    const g = Math.tan((Math.PI * Math.min(18000, Math.max(20, cutoff))) / SAMPLE_RATE);
    this.#k = 1 / q;
    this.#a1 = 1 / (1 + g * (g + this.#k));
    this.#a2 = g * this.#a1;
    this.#a3 = g * this.#a2;
  }

  /** Replaces a stretch of `x` by its low-passed form. */
  lowpass(x: Float32Array, start: number, end: number): void {
    const [a1, a2, a3] = [this.#a1, this.#a2, this.#a3];
    let ic1 = this.#ic1;
    let ic2 = this.#ic2;
    for (let i = start; i < end; i++) {
      const v3 = x[i]! - ic2;
      const v1 = a1 * ic1 + a2 * v3;
      const v2 = ic2 + a2 * ic1 + a3 * v3;
      ic1 = 2 * v1 - ic1 + FLOOR;
      ic2 = 2 * v2 - ic2;
      x[i] = v2;
    }
    this.#ic1 = ic1;
    this.#ic2 = ic2;
  }

  /** Adds the band of `from` around the cutoff to a stretch of `to`, which may be `from`. */
  addBand(from: Float32Array, to: Float32Array, start: number, end: number, level: number): void {
    const [a1, a2, a3] = [this.#a1, this.#a2, this.#a3];
    const gain = this.#k * level;
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

/** Coefficients after Robert Bristow-Johnson's audio EQ cookbook. `gain` in dB, for peaks and shelves. */
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

/** Far below hearing; keeps a filter's memory of a sound out of the denormal numbers, which cost a hundred times as much. */
export const FLOOR = 1e-15;

/** Filters a channel in place. */
export function filter(x: Float32Array, f: Biquad): void {
  const { b0, b1, b2, a1, a2 } = f;
  let z1 = 0;
  let z2 = 0;
  for (let i = 0; i < x.length; i++) {
    const v = x[i]! + FLOOR;
    const y = b0 * v + z1;
    z1 = b1 * v - a1 * y + z2;
    z2 = b2 * v - a2 * y;
    x[i] = y;
  }
}

/** Filters both channels in place. In one loop: a sample waits for the one before, so the second channel costs little. */
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
  for (let i = 0; i < left.length; i++) {
    const l = left[i]! + FLOOR;
    const r = right[i]! + FLOOR;
    const y = b0 * l + l1;
    const z = b0 * r + r1;
    l1 = b1 * l - a1 * y + l2;
    r1 = b1 * r - a1 * z + r2;
    l2 = b2 * l - a2 * y;
    r2 = b2 * r - a2 * z;
    left[i] = y;
    right[i] = z;
  }
}
