import { findCuts } from "../analyse/cuts";
import { compare, measurePicture, type Picture } from "../analyse/picture";
import { run } from "../codec/run";
import { Source as MediaSource } from "../codec/source";
import type { Source } from "./common";
import { type Frame, safeMargins } from "./page-layout";

/** Pictures looked at, a second: what finding cuts needs. */
const RATE = 5;
/** Rows of a picture: large enough that small print still has strokes. */
const ROWS = 240;
/** Seconds looked at. Longer videos are talks and recordings, which have little text of their own. */
const LONGEST = 300;
/** Change of a colour from one pixel to the one after the next that makes the edge of a letter. */
const EDGE = 56;
/** Edges in a row of letters: the first that count, and as many as a full line has. */
const EDGES = { few: 3, full: 11 };

/** How much each row of a video looks like text, over time: 0 (nothing) to 1 (a line of letters). */
export interface TextRows {
  /** Hard cuts, in seconds. */
  cuts: number[];
  /** The strongest value of each row between two moments, in seconds. */
  between(start: number, end: number): Float32Array;
}

/** Finds where a video shows text of its own. What is drawn must be avoided, whatever it is: nothing is read. */
export async function findTextRows(source: Source): Promise<TextRows> {
  const width = Math.max(2, 2 * Math.round((ROWS * source.width) / source.height / 2));
  const pictures: Float32Array[] = [];
  const changes: number[] = [];
  let last: Picture | undefined;
  await run({
    inputs: [await MediaSource.open(source.path)],
    filters: `[0v]fps=${RATE},scale=${width}:${ROWS}:flags=area,trim=end=${LONGEST}[v]`,
    v: {
      format: "format=rgb24",
      read(frame) {
        const rgb = frame.toBuffer();
        pictures.push(measureRows(rgb, { width, height: ROWS }));
        const picture = measurePicture(rgb, width, ROWS);
        if (last) changes.push(compare(last, picture).amount);
        last = picture;
        return undefined;
      },
    },
  });
  return {
    cuts: findCuts(changes).map((at) => (at + 0.5) / RATE),
    between: (start, end) => findStrongest(pictures, start, end),
  };
}

function findStrongest(pictures: readonly Float32Array[], start: number, end: number): Float32Array {
  const strongest = new Float32Array(ROWS);
  const first = Math.ceil(start * RATE);
  for (let at = first; at <= Math.max(first, Math.floor(end * RATE)); at++) {
    pictures[at]?.forEach((value, row) => {
      if (value > strongest[row]!) strongest[row] = value;
    });
  }
  return strongest;
}

/** Counts the edges of each row, in and out of letters, within the width of captions. */
function measureRows(rgb: Uint8Array, frame: Frame): Float32Array {
  const margin = Math.floor(frame.width * safeMargins(frame).side);
  const rows = new Float32Array(frame.height);
  for (let y = 0; y < frame.height; y++) {
    let edges = 0;
    let sign = 0;
    for (let x = margin + 1; x < frame.width - margin - 1; x++) {
      const change = strongestChange(rgb, 3 * (y * frame.width + x));
      if (Math.abs(change) < EDGE) continue;
      if (Math.sign(change) !== sign) edges++;
      sign = Math.sign(change);
    }
    rows[y] = Math.min(1, Math.max(0, (edges - EDGES.few + 1) / (EDGES.full - EDGES.few)));
  }
  return rows;
}

/** Change between a pixel's neighbours in the colour that changes most. */
function strongestChange(rgb: Uint8Array, at: number): number {
  let strongest = 0;
  for (let channel = 0; channel < 3; channel++) {
    const change = rgb[at + 3 + channel]! - rgb[at - 3 + channel]!;
    if (Math.abs(change) > Math.abs(strongest)) strongest = change;
  }
  return strongest;
}
