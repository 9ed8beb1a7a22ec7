/** A picture of RGB bytes. */
export interface Bitmap {
  rgb: Uint8Array;
  width: number;
  height: number;
}

/** For each new pixel of a line: its first old pixel, and the weights of that one and those after it. */
interface Filter {
  starts: Int32Array;
  weights: Float32Array;
  /** Weights per pixel. */
  taps: number;
}

/** Plans to scale a line: each new pixel is the mean of the old ones near it, the nearest of which count most. */
function createFilter(from: number, to: number): Filter {
  const ratio = from / to;
  const reach = Math.max(1, ratio);
  const taps = Math.min(from, Math.ceil(reach * 2) + 1);
  const starts = new Int32Array(to);
  const weights = new Float32Array(to * taps);
  for (let i = 0; i < to; i++) {
    const centre = (i + 0.5) * ratio - 0.5;
    const start = Math.max(0, Math.min(from - taps, Math.ceil(centre - reach)));
    starts[i] = start;
    const own = weights.subarray(i * taps, (i + 1) * taps);
    for (let k = 0; k < taps; k++) own[k] = Math.max(0, 1 - Math.abs(start + k - centre) / reach);
    const sum = own.reduce((total, weight) => total + weight, 0);
    for (let k = 0; k < taps; k++) own[k]! /= sum;
  }
  return { starts, weights, taps };
}

const filters = new Map<string, Filter>();

/** Pictures of a video have one size, so filters are kept. */
function getFilter(from: number, to: number): Filter {
  const name = `${from} ${to}`;
  const filter = filters.get(name) ?? createFilter(from, to);
  filters.set(name, filter);
  return filter;
}

/** Scales a picture up or down. */
export function scale({ rgb, width, height }: Bitmap, toWidth: number, toHeight: number): Bitmap {
  if (toWidth === width && toHeight === height) return { rgb, width, height };
  const rows = scaleColumns(rgb, width * 3, getFilter(height, toHeight), toHeight);
  return {
    rgb: scaleRows(rows, width * 3, getFilter(width, toWidth), toWidth, toHeight),
    width: toWidth,
    height: toHeight,
  };
}

/** `length`: values per row. */
function scaleColumns(rgb: Uint8Array, length: number, filter: Filter, toHeight: number): Float32Array {
  const { starts, weights, taps } = filter;
  const out = new Float32Array(length * toHeight);
  for (let y = 0; y < toHeight; y++) {
    const line = out.subarray(y * length, (y + 1) * length);
    for (let k = 0; k < taps; k++) {
      const weight = weights[y * taps + k]!;
      if (weight === 0) continue;
      const row = rgb.subarray((starts[y]! + k) * length, (starts[y]! + k + 1) * length);
      for (let i = 0; i < length; i++) line[i]! += weight * row[i]!;
    }
  }
  return out;
}

/** `length`: values per row. */
function scaleRows(rows: Float32Array, length: number, filter: Filter, toWidth: number, height: number): Uint8Array {
  const { starts, weights, taps } = filter;
  const out = new Uint8Array(toWidth * height * 3);
  let at = 0;
  for (let y = 0; y < height; y++) {
    const line = rows.subarray(y * length, (y + 1) * length);
    for (let x = 0; x < toWidth; x++) {
      let from = 3 * starts[x]!;
      let [red, green, blue] = [0.5, 0.5, 0.5]; // Rounds.
      for (let k = x * taps; k < (x + 1) * taps; k++) {
        const weight = weights[k]!;
        red += weight * line[from]!;
        green += weight * line[from + 1]!;
        blue += weight * line[from + 2]!;
        from += 3;
      }
      out[at] = red;
      out[at + 1] = green;
      out[at + 2] = blue;
      at += 3;
    }
  }
  return out;
}

/** Writes a square of the picture into `values`, from -1 to 1. What is outside the picture is black. */
export function copySquare({ rgb, width, height }: Bitmap, left: number, top: number, values: Float32Array): void {
  const side = Math.sqrt(values.length / 3);
  values.fill(-1);
  const first = Math.max(0, -left);
  const last = Math.min(side, width - left);
  for (let y = Math.max(0, -top); y < Math.min(side, height - top); y++) {
    let from = ((top + y) * width + left + first) * 3;
    let to = (y * side + first) * 3;
    for (const end = (y * side + last) * 3; to < end; ) values[to++] = rgb[from++]! / 127.5 - 1;
  }
}
