import { type Composition, compare, findCuts, measureComposition } from "vireo/captions/changes";
import { type Frame, safeMargins } from "vireo/captions/layout";
import { type MeasuredText, PICTURES_PER_SECOND, ROWS, STRONGEST } from "vireo/captions/text-rows";
import type { Drawing } from "../codec/feeds";
import { runMediaJob } from "../codec/media-job";
import { MediaSource, type Pictures } from "../codec/source";
import type { VideoFile } from "./video-file";

/** Number of seconds examined. Longer videos are talks and recordings, which contain little text. */
const LONGEST = 300;
/** Red, green and blue. */
const CHANNELS = 3;
/** Smallest change of a color channel across two pixels that counts as the edge of a letter. */
const EDGE = 56;
/** Smallest number of edges in a row that counts as text. */
const FEW_EDGES = 3;

/** A video, or a part of it. */
type Shown = Pick<VideoFile, "path" | "width" | "height"> & Partial<Pick<VideoFile, "from" | "duration">>;

/**
 * Finds text that is visible in a video. Every second frame is enough, unless the file needs all frames for decoding.
 */
export async function measureText(file: Shown): Promise<MeasuredText> {
  const { path, from = 0, duration = LONGEST } = file;
  const size = scaleForText(file);
  const look = async (pictures: Pictures) =>
    findTextIn(await MediaSource.open(path, { pictures, from }), size, duration);
  return look("referenced").catch(() => look("all"));
}

/** Finds text in pictures, which are scaled to a size. */
export async function findTextIn(pictures: MediaSource | Drawing, size: Frame, seconds: number): Promise<MeasuredText> {
  const end = Math.min(seconds, LONGEST).toFixed(3);
  const finder = createTextFinder(size);
  await runMediaJob({
    inputs: [pictures],
    filters: `[0v]fps=${PICTURES_PER_SECOND}:start_time=0,scale=${size.width}:${size.height}:flags=area,trim=end=${end}[v]`,
    v: {
      format: "format=rgb24",
      read(frame) {
        finder.add(frame.toBuffer());
        return undefined;
      },
    },
  });
  return finder.finish();
}

/** Returns the size at which text is looked for. */
export const scaleForText = ({ width, height }: Frame): Frame => ({
  width: Math.max(2, 2 * Math.round((ROWS * width) / height / 2)),
  height: ROWS,
});

/**
 * Finds the rows where a video shows text, so that captions can avoid them. Add `PICTURES_PER_SECOND` scaled pictures.
 */
function createTextFinder(size: Frame) {
  const pictures: string[] = [];
  const changes: number[] = [];
  let last: Composition | undefined;
  return {
    add(pixels: Uint8Array): void {
      pictures.push(measureRows(pixels, size));
      const picture = measureComposition(pixels, CHANNELS, size.width, size.height);
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
export function measureRows(pixels: Uint8Array, frame: Frame): string {
  const margin = Math.floor(frame.width * safeMargins(frame).side);
  let rows = "";
  for (let y = 0; y < frame.height; y++) {
    let edges = 0;
    let sign = 0;
    for (let x = margin + 1; x < frame.width - margin - 1; x++) {
      const change = strongestChange(pixels, CHANNELS * (y * frame.width + x));
      if (Math.abs(change) < EDGE) continue;
      if (Math.sign(change) !== sign) edges++;
      sign = Math.sign(change);
    }
    rows += Math.min(STRONGEST, Math.max(0, edges - FEW_EDGES + 1));
  }
  return rows;
}

/** Difference between the left and right neighbor of a pixel, in the channel that differs most. */
function strongestChange(pixels: Uint8Array, at: number): number {
  let strongest = 0;
  for (let channel = 0; channel < CHANNELS; channel++) {
    const change = pixels[at + CHANNELS + channel]! - pixels[at - CHANNELS + channel]!;
    if (Math.abs(change) > Math.abs(strongest)) strongest = change;
  }
  return strongest;
}
