import { FLOOR } from "#plugins/local/music/sound/filters";
import { SAMPLE_RATE, type Stereo } from "#plugins/local/music/sound/stereo";

const SILENT = -70;

/** Loudness in LUFS (ITU-R BS.1770-4). -70 means silence. */
export interface Loudness {
  /** Of the whole sound, gated. */
  integrated: number;
  /** Of each second. The last one may be shorter. */
  seconds: number[];
}

export function measureLoudness(sound: Stereo, rate = SAMPLE_RATE): Loudness {
  const hop = Math.round(rate / 10);
  const hops = measureHops(sound, rate, hop);
  const seconds = Array.from({ length: Math.ceil(hops.length / 10) }, (_, i) =>
    Math.max(SILENT, lufs(mean(hops.subarray(i * 10, i * 10 + 10)))),
  );
  const complete = hops.subarray(0, Math.floor(sound.left.length / hop));
  return { integrated: integrate(complete), seconds };
}

/** Loudness of blocks of 400 ms with 75% overlap, without those that are silent or 10 LU below the others. */
function integrate(hops: Float64Array): number {
  // A sound shorter than a block is one block.
  const count = Math.max(1, hops.length - 3);
  const blocks = Array.from({ length: hops.length && count }, (_, i) => mean(hops.subarray(i, i + 4)));
  const heard = blocks.filter((block) => lufs(block) > SILENT);
  if (heard.length === 0) return SILENT;
  const gate = lufs(mean(heard)) - 10;
  return lufs(mean(heard.filter((block) => lufs(block) > gate)));
}

/** The two K-weighting filters: a shelf, then a high-pass with the zeros 1, -2, 1. */
function designFilters(rate: number) {
  const k = Math.tan((Math.PI * 1681.974450955533) / rate);
  const q = 0.7071752369554196;
  const high = 10 ** (3.999843853973347 / 20);
  const middle = high ** 0.4996667741545416;
  const norm = 1 + k / q + k * k;
  const low = Math.tan((Math.PI * 38.13547087602444) / rate);
  const lowQ = 0.5003270373238773;
  const lowNorm = 1 + low / lowQ + low * low;
  return {
    shelf: {
      b0: (high + (middle * k) / q + k * k) / norm,
      b1: (2 * (k * k - high)) / norm,
      b2: (high - (middle * k) / q + k * k) / norm,
      a1: (2 * (k * k - 1)) / norm,
      a2: (1 - k / q + k * k) / norm,
    },
    highpass: { a1: (2 * (low * low - 1)) / lowNorm, a2: (1 - low / lowQ + low * low) / lowNorm },
  };
}

/**
 * Mean K-weighted power of each hop (a tenth of a second), summed over the channels. One pass does everything, because this runs for every stem.
 */
function measureHops({ left, right }: Stereo, rate: number, hop: number): Float64Array {
  const { shelf, highpass } = designFilters(rate);
  const powers = new Float64Array(Math.ceil(left.length / hop));
  const { b0, b1, b2, a1, a2 } = shelf;
  const { a1: h1, a2: h2 } = highpass;
  // Filter state per channel: the last two values of the input, after the shelf, and after the high-pass.
  let l1 = 0;
  let l2 = 0;
  let r1 = 0;
  let r2 = 0;
  let ls1 = 0;
  let ls2 = 0;
  let rs1 = 0;
  let rs2 = 0;
  let lh1 = 0;
  let lh2 = 0;
  let rh1 = 0;
  let rh2 = 0;
  for (let block = 0, i = 0; block < powers.length; block++) {
    let sum = 0;
    for (const end = Math.min(i + hop, left.length); i < end; i++) {
      const l = left[i]! + FLOOR;
      const r = right[i]! + FLOOR;
      const ls = b0 * l + b1 * l1 + b2 * l2 - a2 * ls2 - a1 * ls1;
      const rs = b0 * r + b1 * r1 + b2 * r2 - a2 * rs2 - a1 * rs1;
      const lh = FLOOR + ls - 2 * ls1 + ls2 - h2 * lh2 - h1 * lh1;
      const rh = FLOOR + rs - 2 * rs1 + rs2 - h2 * rh2 - h1 * rh1;
      sum += lh * lh + rh * rh;
      l2 = l1;
      l1 = l;
      r2 = r1;
      r1 = r;
      ls2 = ls1;
      ls1 = ls;
      rs2 = rs1;
      rs1 = rs;
      lh2 = lh1;
      lh1 = lh;
      rh2 = rh1;
      rh1 = rh;
    }
    powers[block] = sum / hop;
  }
  return powers;
}

function lufs(power: number): number {
  return power > 0 ? -0.691 + 10 * Math.log10(power) : Number.NEGATIVE_INFINITY;
}

function mean(xs: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < xs.length; i++) sum += xs[i]!;
  return sum / xs.length;
}
