import { join } from "node:path";
import type { Sound } from "#plugins/local/codec/feeds";
import { aac, BT709, h264, mp4 } from "#plugins/local/codec/formats";
import { run } from "#plugins/local/codec/run";
import type { RenderTools } from "#plugins/local/render";
import type { Size } from "./size";

export const FPS = 30 as const;

interface Clip {
  frames: AsyncIterable<Uint8Array>;
  count: number;
  size: Size;
  sound: Sound;
  title: string;
  /** Small files take precedence over the best quality. */
  isPreview?: boolean;
}

const FADE_SECONDS = 0.6;
/** Quality of the frames; lower is better. */
const [CRF, PREVIEW_CRF] = [17, 27];

/** Encodes RGBA frames and a soundtrack to an MP4 that plays everywhere. Returns its path in the run's folder. */
export async function encode(
  { frames, count, size, sound, title, isPreview }: Clip,
  tools: RenderTools,
): Promise<string> {
  const file = join(tools.folder, "video.mp4");
  const seconds = count / FPS;
  const fade = Math.min(FADE_SECONDS, seconds / 4);
  const heard = `aresample=44100,apad,atrim=0:${seconds},afade=t=out:st=${seconds - fade}:d=${fade}`;
  await run({
    inputs: [{ frames, size, fps: FPS, isOpaque: true }, sound],
    filters: `[0v]null[v];[1a]${heard}[a]`,
    v: h264(isPreview ? PREVIEW_CRF : CRF, BT709, tools.encoder),
    a: aac(),
    target: mp4(file, { title, comment: "Made by Vireo local-motion-1" }),
  });
  return file;
}
