import { run } from "../codec/run";
import { Source as MediaSource } from "../codec/source";
import { measureRows } from "../edit/text-rows";
import type { VideoFile } from "../edit/video-file";
import { type Face, type FaceFinder, openFaceFinder } from "./faces";
import { countText } from "./screen";
import type { Seen } from "./shots";

/** What is seen in a video, for reframing. */
export interface Sight {
  seen: Seen[];
  /** Seconds at which a new shot begins, exact to a picture. */
  cuts: number[];
}

/** Pictures per second in which faces are looked for. Cuts are looked for in all. */
const LOOKS_PER_SECOND = 4;
/** Shorter side of these pictures, in pixels. */
const SIDE = 360;
/** Change between two pictures that is a cut, 0 to 100. */
const CUT = 10;

/** Looks at the pictures of a video, or of a part of it. */
export async function lookAtPictures({ path, from, duration, width, height, pace, rate }: VideoFile): Promise<Sight> {
  const size = scaleDown(width, height);
  // Without the network, the centre of the pictures is kept.
  const finder = await openFaceFinder().catch(() => undefined);
  const every = Math.max(1, Math.round(rate / LOOKS_PER_SECOND));
  const sight: Sight = { seen: [], cuts: [] };
  let count = 0;
  try {
    await run({
      inputs: [await MediaSource.open(path, { from })],
      filters: `[0v]scale=${size.width}:${size.height}:flags=area,${pace},trim=end=${duration.toFixed(3)},scdet=threshold=${CUT}[v]`,
      v: {
        format: "format=rgb24",
        async read(frame) {
          const time = count / rate;
          if (frame.getMetadata().get("lavfi.scd.time") !== null && count > 0) sight.cuts.push(time);
          if (count % every === 0) sight.seen.push({ time, ...(await lookAt(frame.toBuffer(), size, finder)) });
          count++;
          return true;
        },
      },
    });
  } finally {
    await finder?.close();
  }
  return sight;
}

type Size = Pick<VideoFile, "width" | "height">;

/** Looks at a picture of the size that `scaleDown` returns, and paints over its people. */
export async function lookAt(rgb: Uint8Array, size: Size, finder: FaceFinder | undefined) {
  const faces = (await finder?.find(rgb, size.width, size.height)) ?? [];
  hidePeople(rgb, size, faces);
  return { faces, text: countText(measureRows(rgb, size)) };
}

/** What a person covers beside the centre of the face and above it, in widths and heights of the face. */
const BODY = { side: 1.6, above: 1.1 };

/** Paints over people, whose clothes and hair look like text. */
function hidePeople(rgb: Uint8Array, { width, height }: Size, faces: readonly Face[]): void {
  for (const face of faces) {
    const left = Math.max(0, Math.round((face.x - BODY.side * face.width) * width));
    const right = Math.min(width, Math.round((face.x + BODY.side * face.width) * width));
    const top = Math.max(0, Math.round((face.y - BODY.above * face.height) * height));
    for (let y = top; y < height; y++) rgb.fill(0, 3 * (y * width + left), 3 * (y * width + right));
  }
}

/** Returns the size of pictures to look at. */
export function scaleDown(width: number, height: number): Size {
  const scale = Math.min(1, SIDE / Math.min(width, height));
  const [w, h] = [width, height].map((side) => Math.max(2, 2 * Math.round((side * scale) / 2))) as [number, number];
  return { width: w, height: h };
}
