/** An image as RGBA bytes, like ImageData. Operations do not modify their input. */
export interface Pixels {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
}

export function copyPixels({ data, width, height }: Pixels): Pixels {
  return { data: data.slice(), width, height };
}

/** Maps each of the three colour channels with a table of 256 values. */
export function mapChannels(picture: Pixels, red: Uint8ClampedArray, green = red, blue = red): Pixels {
  const out = copyPixels(picture);
  const { data } = out;
  for (let i = 0; i < data.length; i += 4) {
    data[i] = red[data[i]!]!;
    data[i + 1] = green[data[i + 1]!]!;
    data[i + 2] = blue[data[i + 2]!]!;
  }
  return out;
}

/** Builds a table for `mapChannels`. Values are clamped to 0–255. */
export function createTable(value: (level: number) => number): Uint8ClampedArray {
  return Uint8ClampedArray.from({ length: 256 }, (_, level) => value(level));
}

/** Maps colours with a matrix of three rows: red, green and blue as functions of red, green and blue. */
export function mapColors(picture: Pixels, matrix: readonly number[]): Pixels {
  const [rr, rg, rb, gr, gg, gb, br, bg, bb] = matrix as readonly [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const out = copyPixels(picture);
  const { data } = out;
  for (let i = 0; i < data.length; i += 4) {
    const r = data[i]!;
    const g = data[i + 1]!;
    const b = data[i + 2]!;
    data[i] = rr * r + rg * g + rb * b;
    data[i + 1] = gr * r + gg * g + gb * b;
    data[i + 2] = br * r + bg * g + bb * b;
  }
  return out;
}
