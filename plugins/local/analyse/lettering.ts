/** A horizontal band that looks like a line of text. Rows and columns in pixels, ends excluded. */
export interface Band {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

/** Difference in brightness between pixels two apart that counts as the edge of a letter. */
const EDGE = 70;
/** Minimum number of strokes in a row of a line of text. Shorter words cannot be distinguished from other content. */
const FEW = 5;
const CELLS = 6;
const HEIGHT = { least: 4, most: 0.16 };

interface Row {
  strokes: number;
  /** Centre of each stroke. */
  at: number[];
}

/** Finds the strokes of a row: an edge, soon followed by an opposite one. */
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
 * Finds bands of a frame that look like lines of text: rows with many evenly spread strokes, with quiet rows above and
 * below. Their text is not read, and a fence may be mistaken for one.
 */
export function findTextBands(luma: Uint8Array, width: number, height: number): Band[] {
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
  // Letters are adjacent, without large gaps.
  return cells.size >= CELLS - 1 && right - left >= 2 * tall ? { top, bottom, left, right } : undefined;
}

/** True if the bands of two consecutive frames are the same line of text. */
export const isSameBand = (a: Band, b: Band, width: number): boolean =>
  Math.abs(a.top - b.top) <= 3 &&
  Math.abs(a.bottom - b.bottom) <= 3 &&
  Math.min(a.right, b.right) - Math.max(a.left, b.left) >=
    0.6 * Math.max(a.right - a.left, b.right - b.left, width * 0.1);
