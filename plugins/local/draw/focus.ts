import { type Canvas, createCanvas } from "@napi-rs/canvas";

const SIDE = 48;

/** Assumed size of a subject, as a fraction of each side. */
const WINDOW = 12;

/**
 * Finds the focus of an image, 0 to 1 in each direction: the centre of the part with the most detail, unusual colour
 * and skin, weighted towards the middle and slightly above it, where faces usually are.
 */
export function findFocus(picture: Canvas): { x: number; y: number } {
  const small = createCanvas(SIDE, SIDE);
  const ctx = small.getContext("2d");
  ctx.imageSmoothingQuality = "high";
  ctx.drawImage(picture, 0, 0, SIDE, SIDE);
  const weights = computeWeights(ctx.getImageData(0, 0, SIDE, SIDE).data);
  let best = { weight: 0, x: SIDE / 2, y: SIDE / 2 };
  for (let top = 0; top <= SIDE - WINDOW; top += 2) {
    for (let left = 0; left <= SIDE - WINDOW; left += 2) {
      const part = findCentre(weights, left, top);
      if (part.weight > best.weight) best = part;
    }
  }
  return { x: best.x / SIDE, y: best.y / SIDE };
}

function computeWeights(data: Uint8ClampedArray): Float64Array {
  const weights = new Float64Array(SIDE * SIDE);
  const mean = computeMean(data);
  for (let y = 1; y < SIDE - 1; y++) {
    for (let x = 1; x < SIDE - 1; x++) {
      const at = y * SIDE + x;
      weights[at] = interest(data, at * 4, mean) * centrality(x / SIDE, y / SIDE);
    }
  }
  return weights;
}

/** Returns the weight of one window and its centre of mass. */
function findCentre(weights: Float64Array, left: number, top: number): { weight: number; x: number; y: number } {
  let weight = 0;
  let x = 0;
  let y = 0;
  for (let row = top; row < top + WINDOW; row++) {
    for (let column = left; column < left + WINDOW; column++) {
      const w = weights[row * SIDE + column]!;
      weight += w;
      x += w * (column + 0.5);
      y += w * (row + 0.5);
    }
  }
  return weight === 0 ? { weight, x: SIDE / 2, y: SIDE / 2 } : { weight, x: x / weight, y: y / weight };
}

/** Squared, so that a few strong spots outweigh a textured background. */
function interest(data: Uint8ClampedArray, at: number, mean: readonly number[]): number {
  const [r, g, b] = [data[at]!, data[at + 1]!, data[at + 2]!];
  const right = at + 4;
  const below = at + SIDE * 4;
  const edge =
    Math.abs(r - data[right]!) +
    Math.abs(g - data[right + 1]!) +
    Math.abs(b - data[right + 2]!) +
    Math.abs(r - data[below]!) +
    Math.abs(g - data[below + 1]!) +
    Math.abs(b - data[below + 2]!);
  const unlike = Math.abs(r - mean[0]!) + Math.abs(g - mean[1]!) + Math.abs(b - mean[2]!);
  const skin = r > 80 && r > g && g > b && r - g > 12 && r - b > 25 && r - b < 110 ? 40 : 0;
  return ((edge + unlike * 0.15 + skin) * data[at + 3]!) ** 2;
}

function computeMean(data: Uint8ClampedArray): number[] {
  const sums = [0, 0, 0, 0];
  for (let i = 0; i < data.length; i++) sums[i & 3] = sums[i & 3]! + data[i]!;
  return sums.map((sum) => sum / (SIDE * SIDE));
}

function centrality(x: number, y: number): number {
  return Math.exp(-((x - 0.5) ** 2 / 0.18 + (y - 0.45) ** 2 / 0.18));
}
