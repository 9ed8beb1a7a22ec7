import { type Biquad, FLOOR } from "#plugins/local/music/sound/filters";
import { frames, type Stereo } from "#plugins/local/music/sound/stereo";

/** The K-weighting filters of ITU-R BS.1770-4 at 44.1 kHz: a shelf, then a high-pass with the zeros 1, -2, 1. */
const SHELF: Biquad = {
  b0: 1.5308412300503478,
  b1: -2.6509799951547297,
  b2: 1.169079079921587,
  a1: -1.6636551132560204,
  a2: 0.7125954280732254,
};
const HIGHPASS = { a1: -1.9891696736297957, a2: 0.9891990357870394 };

const SILENT = -70;

/** Integrated loudness in LUFS (ITU-R BS.1770-4, gated); -70 for silence. */
export function loudness(sound: Stereo): number {
  const hop = frames(0.1);
  const hops = hopPowers(sound, hop);
  // Blocks of 400 ms with 75% overlap. A shorter sound is one block.
  const blocks: number[] = [];
  for (let i = 0; i + 4 <= hops.length; i++) blocks.push((hops[i]! + hops[i + 1]! + hops[i + 2]! + hops[i + 3]!) / 4);
  if (blocks.length === 0 && hops.length > 0) blocks.push(mean(hops));
  const heard = blocks.filter((b) => lufs(b) > SILENT);
  if (heard.length === 0) return SILENT;
  const gate = lufs(mean(heard)) - 10;
  return lufs(mean(heard.filter((b) => lufs(b) > gate)));
}

/**
 * Mean K-weighted power per hop, summed over the channels. One pass does everything, because this runs for every stem.
 */
function hopPowers({ left, right }: Stereo, hop: number): Float64Array {
  const powers = new Float64Array(Math.floor(left.length / hop));
  const { b0, b1, b2, a1, a2 } = SHELF;
  const { a1: h1, a2: h2 } = HIGHPASS;
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
    for (const end = i + hop; i < end; i++) {
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
