import { copyPixels, type Pixels } from "./pixels";

/** Approximates a Gaussian blur with three box blurs. `radius` is in pixels. */
export function blur(picture: Pixels, radius: number, passes = 3): Pixels {
  const reach = Math.max(1, Math.round(radius * 0.6));
  const { width, height } = picture;
  let data = premultiplied(picture);
  const spare = new Uint8ClampedArray(data.length);
  for (let pass = 0; pass < passes; pass++) {
    blurRows(data, spare, width, height, reach);
    blurColumns(spare, data, width, height, reach);
  }
  data = unpremultiplied(data);
  return { width, height, data };
}

/** Averages the `reach` pixels on both sides with a running sum; edges are repeated. */
function blurRows(from: Uint8ClampedArray, to: Uint8ClampedArray, width: number, height: number, reach: number): void {
  const share = 1 / (2 * reach + 1);
  const last = (width - 1) * 4;
  for (let y = 0; y < height; y++) {
    const row = y * width * 4;
    for (let c = row; c < row + 4; c++) {
      let sum = from[c]! * (reach + 1);
      for (let i = 1; i <= reach; i++) sum += from[c + Math.min(i * 4, last)]!;
      for (let i = 0; i <= last; i += 4) {
        to[c + i] = sum * share;
        sum += from[c + Math.min(i + (reach + 1) * 4, last)]! - from[c + Math.max(i - reach * 4, 0)]!;
      }
    }
  }
}

/**
 * Same vertically, one row of sums at a time, because walking down single columns would miss the cache at every step.
 */
function blurColumns(
  from: Uint8ClampedArray,
  to: Uint8ClampedArray,
  width: number,
  height: number,
  reach: number,
): void {
  const share = 1 / (2 * reach + 1);
  const stride = width * 4;
  const rowAt = (y: number) => Math.min(Math.max(y, 0), height - 1) * stride;
  const sums = new Int32Array(stride);
  for (let y = -reach; y <= reach; y++) {
    const row = rowAt(y);
    for (let i = 0; i < stride; i++) sums[i] = sums[i]! + from[row + i]!;
  }
  for (let y = 0; y < height; y++) {
    const row = y * stride;
    const enters = rowAt(y + reach + 1);
    const leaves = rowAt(y - reach);
    for (let i = 0; i < stride; i++) {
      const sum = sums[i]!;
      to[row + i] = sum * share;
      sums[i] = sum + from[enters + i]! - from[leaves + i]!;
    }
  }
}

/** Blurring must not mix in the colour of transparent pixels. */
function premultiplied({ data }: Pixels): Uint8ClampedArray {
  const out = data.slice();
  for (let i = 3; i < out.length; i += 4) {
    const alpha = out[i]!;
    if (alpha === 255) continue;
    for (let c = i - 3; c < i; c++) out[c] = (out[c]! * alpha) / 255;
  }
  return out;
}

function unpremultiplied(data: Uint8ClampedArray): Uint8ClampedArray<ArrayBuffer> {
  const out = new Uint8ClampedArray(data);
  for (let i = 3; i < out.length; i += 4) {
    const alpha = out[i]!;
    if (alpha === 255 || alpha === 0) continue;
    for (let c = i - 3; c < i; c++) out[c] = (out[c]! * 255) / alpha;
  }
  return out;
}

/** Unsharp mask: adds the difference from a slightly blurred copy, `amount` times. */
export function sharpen(picture: Pixels, amount: number): Pixels {
  const soft = blur(picture, 1.7, 2).data;
  const out = copyPixels(picture);
  const { data } = out;
  for (let i = 0; i < data.length; i++) {
    if ((i & 3) !== 3) data[i] = data[i]! + (data[i]! - soft[i]!) * amount;
  }
  return out;
}

/** Fills squares of `size` pixels with the mean colour of their pixels. */
export function pixelate(picture: Pixels, size: number): Pixels {
  const { width, height } = picture;
  const out = copyPixels(picture);
  for (let top = 0; top < height; top += size) {
    for (let left = 0; left < width; left += size) {
      fillMean(picture, out, left, top, Math.min(left + size, width), Math.min(top + size, height));
    }
  }
  return out;
}

function fillMean(from: Pixels, to: Pixels, left: number, top: number, right: number, bottom: number): void {
  const sums = [0, 0, 0, 0];
  for (let y = top; y < bottom; y++) {
    const end = (y * from.width + right) * 4;
    for (let i = (y * from.width + left) * 4; i < end; i++) sums[i & 3] = sums[i & 3]! + from.data[i]!;
  }
  const count = (right - left) * (bottom - top);
  for (let y = top; y < bottom; y++) {
    const end = (y * from.width + right) * 4;
    for (let i = (y * from.width + left) * 4; i < end; i++) to.data[i] = sums[i & 3]! / count;
  }
}
