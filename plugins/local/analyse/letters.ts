/** Range of letter heights, as fractions of the frame's height. */
const HEIGHT = { least: 0.012, most: 0.2 };
/** Maximum width of a shape, as a fraction of the frame's width: joined letters, but not a bar. */
const WIDEST = 0.6;
/** More shapes than a screen of text contains are a texture. */
const MOST_SHAPES = 350;

/** Ways to distinguish ink from background in an RGB pixel. */
const INKS: readonly ((r: number, g: number, b: number) => boolean)[] = [
  (r, g, b) => 0.299 * r + 0.587 * g + 0.114 * b > 215,
  // Yellow, green and other signal colours.
  (r, g, b) => Math.max(r, g, b) > 215 && 0.299 * r + 0.587 * g + 0.114 * b > 120,
  (r, g, b) => 0.299 * r + 0.587 * g + 0.114 * b < 50,
];

/**
 * Returns images of black shapes on white that may be letters, one for each ink in the frame: captions stand out by
 * their brightness on any background. Shapes that are too small, large or numerous for letters are left out.
 */
export function separateLetters(rgb: Uint8Array, width: number, height: number): Uint8Array[] {
  return INKS.flatMap((isInk) => {
    const ink = new Uint8Array(width * height);
    for (let i = 0; i < ink.length; i++) if (isInk(rgb[3 * i]!, rgb[3 * i + 1]!, rgb[3 * i + 2]!)) ink[i] = 1;
    return keepLetters(ink, width, height) ?? [];
  });
}

function keepLetters(ink: Uint8Array, width: number, height: number): Uint8Array | undefined {
  const out = new Uint8Array(ink.length).fill(255);
  const shape = new Int32Array(ink.length);
  let shapes = 0;
  for (let start = 0; start < ink.length; start++) {
    if (ink[start] !== 1) continue;
    const { count, wide, tall } = fill(ink, start, shape, width);
    const isLetter =
      tall >= HEIGHT.least * height &&
      tall <= HEIGHT.most * height &&
      wide <= WIDEST * width &&
      count >= 0.08 * wide * tall;
    if (!isLetter) continue;
    if (++shapes > MOST_SHAPES) return undefined;
    for (let i = 0; i < count; i++) out[shape[i]!] = 0;
  }
  return shapes > 1 ? out : undefined;
}

/** Collects the connected pixels from `start` in `shape` and removes them from `ink`. */
function fill(ink: Uint8Array, start: number, shape: Int32Array, width: number) {
  let [left, right, top, bottom] = [width, 0, ink.length, 0];
  let count = 1;
  shape[0] = start;
  ink[start] = 0;
  for (let next = 0; next < count; next++) {
    const at = shape[next]!;
    const x = at % width;
    const y = (at - x) / width;
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
    for (let dy = -width; dy <= width; dy += width) {
      for (let dx = x > 0 ? -1 : 0; dx <= (x < width - 1 ? 1 : 0); dx++) {
        const near = at + dy + dx;
        if (ink[near] !== 1) continue;
        ink[near] = 0;
        shape[count++] = near;
      }
    }
  }
  return { count, wide: right - left + 1, tall: bottom - top + 1 };
}

/** Returns the brightness of each pixel. Undefined for a texture, which would be read as hundreds of wrong letters. */
export function toGrey(rgb: Uint8Array, width: number, height: number): Uint8Array | undefined {
  const grey = new Uint8Array(width * height);
  let edges = 0;
  for (let i = 0; i < grey.length; i++) {
    grey[i] = 0.299 * rgb[3 * i]! + 0.587 * rgb[3 * i + 1]! + 0.114 * rgb[3 * i + 2]!;
    if (i > 0 && Math.abs(grey[i]! - grey[i - 1]!) > EDGE) edges++;
  }
  return edges < TEXTURED * grey.length ? grey : undefined;
}

const EDGE = 32;
const TEXTURED = 0.035;
