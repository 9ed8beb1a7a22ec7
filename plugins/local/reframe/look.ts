import { runMediaJob } from "../codec/media-job";
import { MediaSource } from "../codec/source";
import { measureRows } from "../edit/text-rows";
import type { VideoFile } from "../edit/video-file";
import { type Face, type FaceFinder, withFaceFinder } from "./faces";
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
/** Width and height at which pictures are compared. */
const CUT_SIZE = "320:180";
/** Change between two pictures that is a cut, 0 to 100. */
const CUT = 10;

/** Looks at the pictures of a video, or of a part of it. */
export const lookAtPictures = (file: VideoFile): Promise<Sight> =>
  // Without the network, the centre of the pictures is kept.
  withFaceFinder((finder) => lookAtAll(file, finder));

async function lookAtAll({ path, from, duration, width, height, pace, rate }: VideoFile, finder?: FaceFinder) {
  const size = scaleDown(width, height);
  const every = Math.max(1, Math.round(rate / LOOKS_PER_SECOND));
  const sight: Sight = { seen: [], cuts: [] };
  let [count, looks] = [0, 0];
  /** The looks at this shot so far, and the most faces in one. */
  let shot = { looks: 0, faces: 0 };
  await runMediaJob({
    // Unsmoothed edges of blocks make no difference at this size, and smoothing them is half of the decoding.
    inputs: [await MediaSource.open(path, { from, pictures: "rough" })],
    filters: [
      `[0v]${pace},trim=end=${duration.toFixed(3)},split[cuts][looks]`,
      `[cuts]scale=${CUT_SIZE}:flags=fast_bilinear,format=yuv420p,scdet=threshold=${CUT}[v]`,
      `[looks]select='not(mod(n,${every}))',scale=${size.width}:${size.height}:flags=area[v2]`,
    ].join(";"),
    v: {
      format: "null",
      read(frame) {
        if (frame.getMetadata().get("lavfi.scd.time") !== null && count > 0) {
          sight.cuts.push(count / rate);
          shot = { looks: 0, faces: 0 };
        }
        count++;
      },
    },
    v2: {
      format: "format=rgb24",
      async read(frame) {
        const look = looks++;
        // Who speaks is only asked where there are two people. Otherwise half of the looks are enough.
        const isCalm = shot.looks >= LOOKS_PER_SECOND && shot.faces < 2;
        if (isCalm && look % 2 === 1) return true;
        const seen = await lookAt(frame.toBuffer(), size, finder);
        sight.seen.push({ time: (look * every) / rate, ...seen });
        shot = { looks: shot.looks + 1, faces: Math.max(shot.faces, seen.faces.length) };
        return true;
      },
    },
  });
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
