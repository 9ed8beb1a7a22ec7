import { countColours } from "./colours";
import { type Band, textBands } from "./lettering";

/** Blocks across and down: large enough that noise averages out, small enough to say where something moves. */
const BLOCKS = 20;
const BINS = 512;

/** Measurements of one picture. */
export interface Picture {
  /** Mean brightness, 0 to 255. */
  light: number;
  /** Shares of the colours, see `countColours`. */
  colours: Float64Array;
  /** Mean brightness of each block. */
  blocks: Float32Array;
  /** Shares of 8 × 8 × 8 colours. */
  histogram: Float32Array;
  bands: Band[];
}

export function measurePicture(rgb: Uint8Array, width: number, height: number): Picture {
  const luma = new Uint8Array(width * height);
  const histogram = new Float32Array(BINS);
  const sums = new Float32Array(BLOCKS * BLOCKS);
  const counts = new Float32Array(BLOCKS * BLOCKS);
  let light = 0;
  for (let y = 0, i = 0; y < height; y++) {
    const row = Math.floor((y * BLOCKS) / height) * BLOCKS;
    for (let x = 0; x < width; x++, i++) {
      const [r, g, b] = [rgb[3 * i]!, rgb[3 * i + 1]!, rgb[3 * i + 2]!];
      const value = 0.299 * r + 0.587 * g + 0.114 * b;
      const block = row + Math.floor((x * BLOCKS) / width);
      luma[i] = value;
      light += value;
      sums[block]! += value;
      counts[block]! += 1;
      histogram[((r >> 5) << 6) | ((g >> 5) << 3) | (b >> 5)]! += 1;
    }
  }
  const pixels = width * height;
  return {
    light: light / pixels,
    colours: countColours(rgb),
    blocks: sums.map((sum, i) => sum / Math.max(1, counts[i]!)),
    histogram: histogram.map((count) => count / pixels),
    bands: textBands(luma, width, height),
  };
}

/** Difference between two pictures. */
export interface Change {
  /** 0 to 1: colours and composition together. */
  amount: number;
  /** Mean change of brightness of the blocks, 0 to 1. */
  motion: number;
  /** Share of the blocks that changed, 0 to 1. */
  spread: number;
  /** Vertical position of the change, 0 (top) to 1 (bottom). */
  height: number;
}

const CHANGED = 5;

export function compare(a: Picture, b: Picture): Change {
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
