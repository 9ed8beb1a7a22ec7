import { run } from "../codec/run";
import { Source as MediaSource } from "../codec/source";
import type { Source } from "../edit/source";
import { measureRows } from "../edit/text-rows";
import { type FaceFinder, openFaceFinder } from "./faces";
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
/** Rows with at least this digit contain a line of text. */
const TEXT_DIGIT = "4";

/** Looks at the pictures of a video, or of a part of it. */
export async function lookAtPictures({ path, from, duration, width, height, pace, rate }: Source): Promise<Sight> {
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

type Size = Pick<Source, "width" | "height">;

async function lookAt(rgb: Uint8Array, size: Size, finder: FaceFinder | undefined) {
  const faces = (await finder?.find(rgb, size.width, size.height)) ?? [];
  const rows = measureRows(rgb, size);
  return { faces, text: [...rows].filter((digit) => digit >= TEXT_DIGIT).length / rows.length };
}

function scaleDown(width: number, height: number): Size {
  const scale = Math.min(1, SIDE / Math.min(width, height));
  const [w, h] = [width, height].map((side) => Math.max(2, 2 * Math.round((side * scale) / 2))) as [number, number];
  return { width: w, height: h };
}
