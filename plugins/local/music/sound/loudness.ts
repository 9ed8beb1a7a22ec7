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
  // Blocks of 400 ms, each overlapping the last by three quarters; a short sound is one block.
  const blocks: number[] = [];
  for (let i = 0; i + 4 <= hops.length; i++) blocks.push((hops[i]! + hops[i + 1]! + hops[i + 2]! + hops[i + 3]!) / 4);
  if (blocks.length === 0 && hops.length > 0) blocks.push(mean(hops));
  const heard = blocks.filter((b) => lufs(b) > SILENT);
  if (heard.length === 0) return SILENT;
  const gate = lufs(mean(heard)) - 10;
  return lufs(mean(heard.filter((b) => lufs(b) > gate)));
}

/** Mean K-weighted power of each hop, both channels added. Filters, channels and sum in one pass: this runs often. */
function hopPowers({ left, right }: Stereo, hop: number): Float64Array {
  const powers = new Float64Array(Math.floor(left.length / hop));
  const { b0, b1, b2, a1, a2 } = SHELF;
  let [ls1, ls2, lh1, lh2] = [0, 0, 0, 0];
  let [rs1, rs2, rh1, rh2] = [0, 0, 0, 0];
  for (let block = 0, i = 0; block < powers.length; block++) {
    let sum = 0;
    for (const end = i + hop; i < end; i++) {
      const l = left[i]! + FLOOR;
      const r = right[i]! + FLOOR;
      const ly = b0 * l + ls1;
      const ry = b0 * r + rs1;
      ls1 = b1 * l - a1 * ly + ls2;
      rs1 = b1 * r - a1 * ry + rs2;
      ls2 = b2 * l - a2 * ly;
      rs2 = b2 * r - a2 * ry;
      const lz = ly + lh1;
      const rz = ry + rh1;
      lh1 = -2 * ly - HIGHPASS.a1 * lz + lh2;
      rh1 = -2 * ry - HIGHPASS.a1 * rz + rh2;
      lh2 = ly - HIGHPASS.a2 * lz;
      rh2 = ry - HIGHPASS.a2 * rz;
      sum += lz * lz + rz * rz;
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
