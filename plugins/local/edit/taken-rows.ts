/** Rows of reframed pictures that captions keep off: where faces are in panels, and pictures that are shown whole. */
import type { Interval } from "vireo/captions/align";
import { ROWS, type TextRows } from "vireo/captions/text-rows";
import type { ReframeShot } from "vireo/slots/edit";

/** Rows as fractions of the height, for a while in seconds. */
export interface TakenRows extends Interval {
  rows: readonly (readonly [from: number, to: number])[];
}

/** Two lines of captions fit between the panels, above the lower head and below the chin of the upper one. */
const PANELS = [
  [0.06, 0.36],
  [0.6, 0.92],
] as const;

interface Size {
  width: number;
  height: number;
}

/** Lists what shots show where, in pictures of a size. */
export const listTakenRows = (shots: readonly ReframeShot[], source: Size, size: Size): TakenRows[] =>
  shots.map(({ start, end, mode }) => {
    if (mode === "split") return { start, end, rows: PANELS };
    const half = (source.height / source.width) * (size.width / size.height) * 0.5;
    return { start, end, rows: mode === "fit" && half < 0.4 ? [[0.5 - half, 0.5 + half]] : [] };
  });

export const readTakenRows = (taken: readonly TakenRows[]): TextRows => ({
  cuts: taken.map(({ start }) => start),
  between(start, end) {
    const strongest = new Float32Array(ROWS);
    for (const part of taken) {
      if (part.start >= end || part.end <= start) continue;
      for (const [from, to] of part.rows) strongest.fill(1, Math.round(from * ROWS), Math.round(to * ROWS));
    }
    return strongest;
  },
});
