import { type Composition, compare, findCuts, measureComposition } from "./changes";
import { type Frame, safeMargins } from "./layout";
import { type MeasuredText, PICTURES_PER_SECOND, ROWS, STRONGEST } from "./text-rows";

/** Change of a colour from one pixel to the one after the next that makes the edge of a letter. */
const EDGE = 56;
/** Edges in a row of letters: the first that count. A full line has as many as `STRONGEST` more. */
const FEW_EDGES = 3;

/** The size at which the pictures of a video are looked at. */
export const scaleForText = ({ width, height }: Frame): Frame => ({
  width: Math.max(2, 2 * Math.round((ROWS * width) / height / 2)),
  height: ROWS,
});

/**
 * Finds where a video shows text of its own, from `PICTURES_PER_SECOND` small pictures. What is drawn must be avoided,
 * whatever it is: nothing is read.
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

/** Counts the edges of each row, in and out of letters, within the width of captions. */
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

/** Change between a pixel's neighbours in the colour that changes most. */
function strongestChange(pixels: Uint8Array | Uint8ClampedArray, channels: number, at: number): number {
  let strongest = 0;
  for (let channel = 0; channel < 3; channel++) {
    const change = pixels[at + channels + channel]! - pixels[at - channels + channel]!;
    if (Math.abs(change) > Math.abs(strongest)) strongest = change;
  }
  return strongest;
}
