import { type Frame, safeMargins } from "vireo/captions/layout";
import { type MeasuredText, PICTURES_PER_SECOND, ROWS, STRONGEST } from "vireo/captions/text-rows";
import { findCuts } from "../analyse/cuts";
import { compare, measurePicture, type Picture } from "../analyse/picture";
import { run } from "../codec/run";
import { Source as MediaSource } from "../codec/source";
import type { Source } from "./common";

/** Seconds looked at. Longer videos are talks and recordings, which have little text of their own. */
const LONGEST = 300;
/** Change of a colour from one pixel to the one after the next that makes the edge of a letter. */
const EDGE = 56;
/** Edges in a row of letters: the first that count. A full line has as many as `STRONGEST` more. */
const FEW_EDGES = 3;

/** Finds where a video shows text of its own. What is drawn must be avoided, whatever it is: nothing is read. */
export async function measureText(source: Pick<Source, "path" | "width" | "height">): Promise<MeasuredText> {
  const width = Math.max(2, 2 * Math.round((ROWS * source.width) / source.height / 2));
  const pictures: string[] = [];
  const changes: number[] = [];
  let last: Picture | undefined;
  await run({
    inputs: [await MediaSource.open(source.path)],
    filters: `[0v]fps=${PICTURES_PER_SECOND},scale=${width}:${ROWS}:flags=area,trim=end=${LONGEST}[v]`,
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
  return { cuts: findCuts(changes).map((at) => (at + 0.5) / PICTURES_PER_SECOND), pictures };
}

/** Counts the edges of each row, in and out of letters, within the width of captions. */
function measureRows(rgb: Uint8Array, frame: Frame): string {
  const margin = Math.floor(frame.width * safeMargins(frame).side);
  let rows = "";
  for (let y = 0; y < frame.height; y++) {
    let edges = 0;
    let sign = 0;
    for (let x = margin + 1; x < frame.width - margin - 1; x++) {
      const change = strongestChange(rgb, 3 * (y * frame.width + x));
      if (Math.abs(change) < EDGE) continue;
      if (Math.sign(change) !== sign) edges++;
      sign = Math.sign(change);
    }
    rows += Math.min(STRONGEST, Math.max(0, edges - FEW_EDGES + 1));
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
