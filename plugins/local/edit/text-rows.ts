import { createTextFinder, scaleForText } from "vireo/captions/find-text";
import { type MeasuredText, PICTURES_PER_SECOND } from "vireo/captions/text-rows";
import { run } from "../codec/run";
import { Source as MediaSource } from "../codec/source";
import type { Source } from "./common";

/** Number of seconds examined. Longer videos are talks and recordings, which contain little text. */
const LONGEST = 300;

/**
 * Finds text that is visible in a video. Every second frame is enough, unless the file needs all frames for decoding.
 */
export async function measureText(source: Pick<Source, "path" | "width" | "height">): Promise<MeasuredText> {
  return look(source, true).catch(() => look(source, false));
}

async function look(source: Pick<Source, "path" | "width" | "height">, glance: boolean): Promise<MeasuredText> {
  const size = scaleForText(source);
  const finder = createTextFinder(size, 3);
  await run({
    inputs: [await MediaSource.open(source.path, { glance })],
    filters: `[0v]fps=${PICTURES_PER_SECOND},scale=${size.width}:${size.height}:flags=area,trim=end=${LONGEST}[v]`,
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
