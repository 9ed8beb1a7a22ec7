import { join } from "node:path";
import type { Sound } from "#plugins/local/codec/feeds";
import { aac, BT709, h264, mp4, X264 } from "#plugins/local/codec/formats";
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
  /** Frames per second. Default: 30. */
  fps?: number;
  quality?: keyof typeof qualities;
}

const FADE_SECONDS = 0.6;
/** The fastest settings of x264, for a draft that is seen for seconds. */
const FASTEST = { ...X264, options: { preset: "ultrafast" } };

/** Quality of the frames, lower is better, and how fast they are encoded. In a preview, small files come first. */
const qualities = {
  full: { crf: 17, encoder: undefined },
  preview: { crf: 27, encoder: undefined },
  draft: { crf: 30, encoder: FASTEST },
} as const;

/** Encodes RGBA frames and a soundtrack to an MP4 that plays everywhere. Returns its path in the run's folder. */
export async function encode(
  { frames, count, size, sound, title, fps = FPS, quality = "full" }: Clip,
  tools: Pick<RenderTools, "folder" | "encoder">,
): Promise<string> {
  const file = join(tools.folder, quality === "draft" ? "draft.mp4" : "video.mp4");
  const { crf, encoder = tools.encoder } = qualities[quality];
  const seconds = count / FPS;
  const fade = Math.min(FADE_SECONDS, seconds / 4);
  const heard = `aresample=44100,apad,atrim=0:${seconds},afade=t=out:st=${seconds - fade}:d=${fade}`;
  await run({
    inputs: [{ frames, size, fps, isOpaque: true }, sound],
    filters: `[0v]null[v];[1a]${heard}[a]`,
    v: h264(crf, BT709, encoder),
    a: aac(),
    target: mp4(file, { title, comment: "Made by Vireo local-motion-1" }),
  });
  return file;
}
