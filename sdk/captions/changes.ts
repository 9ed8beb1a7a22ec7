/** Blocks per row and column. Fewer would not show where something moves; more would react to noise. */
const BLOCKS = 20;
const BINS = 512;

/** Features of a picture that `compare` needs. */
export interface Composition {
  /** Brightness of each pixel, 0 to 255. */
  luma: Uint8Array;
  /** Mean brightness, 0 to 255. */
  light: number;
  /** Mean brightness of each block. */
  blocks: Float32Array;
  /** Share of each of 8 × 8 × 8 colors. */
  histogram: Float32Array;
}

/**
 * Measures a picture. `pixels` has three bytes (RGB) or four bytes (RGBA) per pixel, row by row.
 * @example measureComposition(new Uint8Array(20 * 20 * 3).fill(255), 3, 20, 20).light; // 255
 */
export function measureComposition(
  pixels: Uint8Array | Uint8ClampedArray,
  channels: 3 | 4,
  width: number,
  height: number,
): Composition {
  const luma = new Uint8Array(width * height);
  const histogram = new Float32Array(BINS);
  const sums = new Float32Array(BLOCKS * BLOCKS);
  const counts = new Float32Array(BLOCKS * BLOCKS);
  let light = 0;
  for (let y = 0, i = 0; y < height; y++) {
    const row = Math.floor((y * BLOCKS) / height) * BLOCKS;
    for (let x = 0; x < width; x++, i++) {
      const at = channels * i;
      const [r, g, b] = [pixels[at]!, pixels[at + 1]!, pixels[at + 2]!];
      const value = 0.299 * r + 0.587 * g + 0.114 * b;
      const block = row + Math.floor((x * BLOCKS) / width);
      luma[i] = value;
      light += value;
      sums[block]! += value;
      counts[block]! += 1;
      histogram[((r >> 5) << 6) | ((g >> 5) << 3) | (b >> 5)]! += 1;
    }
  }
  const count = width * height;
  return {
    luma,
    light: light / count,
    blocks: sums.map((sum, i) => sum / Math.max(1, counts[i]!)),
    histogram: histogram.map((share) => share / count),
  };
}

/** Difference between two pictures. */
export interface Change {
  /** Overall difference in colors and brightness, 0 to 1. */
  amount: number;
  /** Mean change of the blocks' brightness, 0 to 1. */
  motion: number;
  /** Share of blocks that changed, 0 to 1. */
  spread: number;
  /** Vertical center of the change, 0 (top) to 1 (bottom). */
  height: number;
}

const CHANGED = 5;

/**
 * Compares two pictures that `measureComposition` has measured.
 * @example
 * const black = measureComposition(new Uint8Array(20 * 20 * 3), 3, 20, 20);
 * const white = measureComposition(new Uint8Array(20 * 20 * 3).fill(255), 3, 20, 20);
 * compare(black, white); // { amount: 1, motion: 1, spread: 1, height: 0.5 }
 */
export function compare(a: Pick<Composition, "blocks" | "histogram">, b: typeof a): Change {
  let moved = 0;
  let changed = 0;
  let weighed = 0;
  for (let i = 0; i < b.blocks.length; i++) {
    const change = Math.abs(a.blocks[i]! - b.blocks[i]!);
    moved += change;
    weighed += change * (Math.floor(i / BLOCKS) + 0.5);
    if (change > CHANGED) changed++;
  }
  const motion = moved / b.blocks.length / 255;
  let colours = 0;
  for (let i = 0; i < BINS; i++) colours += Math.abs(a.histogram[i]! - b.histogram[i]!) / 2;
  return {
    amount: 0.6 * colours + 0.4 * Math.min(1, 4 * motion),
    motion,
    spread: changed / b.blocks.length,
    height: moved > 0 ? weighed / moved / BLOCKS : 0.5,
  };
}

/** Smallest change that counts as a cut. */
const LEAST = 0.3;
/** Minimum ratio of a cut to the typical change around it. */
const TIMES = 2.2;
const AROUND = 6;

/**
 * Finds hard cuts. `amounts[i]` is the change from picture i to picture i + 1, and a result of i is a cut between the
 * two. The threshold adapts to the motion around it. Fades and dissolves are not found.
 *
 * @example findCuts([1, 2, 40, 1, 2, 1]); // [2]
 */
export function findCuts(amounts: readonly number[]): number[] {
  return amounts.flatMap((amount, i) => {
    if (amount < LEAST || amount < (amounts[i - 1] ?? 0) || amount <= (amounts[i + 1] ?? 0)) return [];
    const near = [...amounts.slice(Math.max(0, i - AROUND), i), ...amounts.slice(i + 1, i + 1 + AROUND)];
    // Below the median, because in a fast edit every other change may be a cut.
    const usual = near.toSorted((a, b) => a - b)[Math.floor(near.length * 0.4)] ?? 0;
    return amount > TIMES * usual + 0.08 ? [i] : [];
  });
}
