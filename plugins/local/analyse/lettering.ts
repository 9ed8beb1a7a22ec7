/** A horizontal band that looks like a line of text. Rows and columns in pixels of the picture, ends excluded. */
export interface Band {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

/** Change of brightness from one pixel to the one after the next that makes an edge of a letter. */
const EDGE = 70;
/** Strokes a row that make it one of a line of text; shorter words are not told from anything else. */
const FEW = 5;
const CELLS = 6;
const HEIGHT = { least: 4, most: 0.16 };

interface Row {
  strokes: number;
  /** Middle of each stroke. */
  at: number[];
}

/** Strokes of a row: an edge, and soon an edge back. */
function findStrokes(luma: Uint8Array, from: number, width: number): Row {
  const widest = Math.max(6, width * 0.06);
  const at: number[] = [];
  let sign = 0;
  let edge = 0;
  for (let x = 1; x < width - 1; x++) {
    const change = luma[from + x + 1]! - luma[from + x - 1]!;
    if (Math.abs(change) < EDGE) continue;
    const turned = Math.sign(change);
    if (sign !== 0 && turned !== sign) {
      if (x - edge <= widest) at.push((x + edge) / 2);
      sign = turned;
    } else if (sign === 0) sign = turned;
    edge = x;
  }
  return { strokes: at.length, at };
}

/**
 * Bands of a picture that look like lines of text: rows with many strokes, spread evenly, with quiet rows above and
 * below. What is in them is not read, and a fence may pass for one.
 */
export function textBands(luma: Uint8Array, width: number, height: number): Band[] {
  const rows = Array.from({ length: height }, (_, y) => findStrokes(luma, y * width, width));
  const bands: Band[] = [];
  for (let y = 0; y < height; y++) {
    if (rows[y]!.strokes < FEW) continue;
    let bottom = y;
    while (bottom < height && rows[bottom]!.strokes >= FEW) bottom++;
    const band = judge(rows, y, bottom, height);
    if (band) bands.push(band);
    y = bottom;
  }
  return bands;
}

function judge(rows: readonly Row[], top: number, bottom: number, height: number): Band | undefined {
  const tall = bottom - top;
  if (tall < HEIGHT.least || tall > HEIGHT.most * height) return undefined;
  const inside = rows.slice(top, bottom);
  const mean = inside.reduce((sum, { strokes }) => sum + strokes, 0) / tall;
  const quiet = (from: number, to: number) =>
    rows.slice(Math.max(0, from), Math.max(0, to)).every(({ strokes }) => strokes < 0.4 * mean);
  const gap = Math.max(1, Math.round(tall * 0.15));
  if (!quiet(top - gap - 1, top - 1) || !quiet(bottom + 1, bottom + 1 + gap)) return undefined;
  const places = inside.flatMap(({ at }) => at).sort((a, b) => a - b);
  const left = Math.floor(places[Math.floor(places.length * 0.02)]!);
  const right = Math.ceil(places[Math.floor(places.length * 0.98)]!) + 1;
  const cells = new Set(places.map((x) => Math.floor(((x - left) / (right - left)) * CELLS)));
  // Letters stand side by side without large holes.
  return cells.size >= CELLS - 1 && right - left >= 2 * tall ? { top, bottom, left, right } : undefined;
}

/** True if the bands of two consecutive pictures are the same line of text. */
export const isSameBand = (a: Band, b: Band, width: number): boolean =>
  Math.abs(a.top - b.top) <= 3 &&
  Math.abs(a.bottom - b.bottom) <= 3 &&
  Math.min(a.right, b.right) - Math.max(a.left, b.left) >=
    0.6 * Math.max(a.right - a.left, b.right - b.left, width * 0.1);
