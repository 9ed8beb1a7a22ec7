import { type Composition, compare, findCuts, measureComposition } from "./changes";
import { type Frame, safeMargins } from "./layout";
import { type MeasuredText, PICTURES_PER_SECOND, ROWS, STRONGEST } from "./text-rows";

/** Smallest change of a color channel across two pixels that counts as the edge of a letter. */
const EDGE = 56;
/** Smallest number of edges in a row that counts as text. */
const FEW_EDGES = 3;

/** Size to which pictures are scaled for `createTextFinder`. */
export const scaleForText = ({ width, height }: Frame): Frame => ({
  width: Math.max(2, 2 * Math.round((ROWS * width) / height / 2)),
  height: ROWS,
});

/**
 * Finds the rows where a video shows text, so that captions can avoid them. Add `PICTURES_PER_SECOND` scaled pictures.
 */
export function createTextFinder(size: Frame, channels: 3 | 4) {
  const pictures: string[] = [];
  const changes: number[] = [];
  let last: Composition | undefined;
  return {
    add(pixels: Uint8Array | Uint8ClampedArray): void {
      pictures.push(measureRows(pixels, channels, size));
      const picture = measureComposition(pixels, channels, size.width, size.height);
      if (last) changes.push(compare(last, picture).amount);
      last = picture;
    },
    finish: (): MeasuredText => ({
      cuts: findCuts(changes).map((at) => (at + 0.5) / PICTURES_PER_SECOND),
      pictures,
    }),
  };
}

/** Counts the edges of each row, within the width of captions. Returns a digit per row. */
function measureRows(pixels: Uint8Array | Uint8ClampedArray, channels: number, frame: Frame): string {
  const margin = Math.floor(frame.width * safeMargins(frame).side);
  let rows = "";
  for (let y = 0; y < frame.height; y++) {
    let edges = 0;
    let sign = 0;
    for (let x = margin + 1; x < frame.width - margin - 1; x++) {
      const change = strongestChange(pixels, channels, channels * (y * frame.width + x));
      if (Math.abs(change) < EDGE) continue;
      if (Math.sign(change) !== sign) edges++;
      sign = Math.sign(change);
    }
    rows += Math.min(STRONGEST, Math.max(0, edges - FEW_EDGES + 1));
  }
  return rows;
}

/** Difference between the left and right neighbor of a pixel, in the channel that differs most. */
function strongestChange(pixels: Uint8Array | Uint8ClampedArray, channels: number, at: number): number {
  let strongest = 0;
  for (let channel = 0; channel < 3; channel++) {
    const change = pixels[at + channels + channel]! - pixels[at - channels + channel]!;
    if (Math.abs(change) > Math.abs(strongest)) strongest = change;
  }
  return strongest;
}
