import { join } from "node:path";
import type { RenderTools } from "#plugins/local/render";
import type { Size } from "./size";

export const FPS = 30 as const;

interface Encoding {
  frames: Iterable<Uint8Array>;
  count: number;
  size: Size;
  /** Path of the soundtrack. */
  sound: string;
  title: string;
}

const FADE_SECONDS = 0.6;
const COMMENT = "Made by Vireo local-motion-1";

/** Encodes RGBA frames and a soundtrack into an MP4 that plays everywhere; returns its path in the run's folder. */
export async function encode({ frames, count, size, sound, title }: Encoding, tools: RenderTools): Promise<string> {
  const file = join(tools.folder, "video.mp4");
  const seconds = count / FPS;
  const fade = Math.min(FADE_SECONDS, seconds / 4);
  const native = tools.ffmpeg.kind === "native";
  await tools.ffmpeg.run(
    [
      ...["-f", "rawvideo", "-pix_fmt", "rgba", "-video_size", `${size.width}x${size.height}`],
      ...["-framerate", `${FPS}`, ...(native ? ["-thread_queue_size", "4"] : []), "-i", "-", "-i", sound],
      ...["-map", "0:v", "-map", "1:a", "-t", seconds.toFixed(6)],
      // swscale would take the matrix of standard definition for RGB if it were not told.
      ...["-vf", "scale=out_color_matrix=bt709:out_range=tv:flags=fast_bilinear,format=yuv420p"],
      ...["-c:v", "libx264", "-preset", native ? "superfast" : "ultrafast", "-crf", "20", "-g", `${FPS * 2}`],
      ...(native ? ["-profile:v", "high"] : ["-threads", "1"]),
      ...["-color_primaries", "bt709", "-color_trc", "bt709", "-colorspace", "bt709", "-color_range", "tv"],
      ...["-af", `apad,atrim=0:${seconds},afade=t=out:st=${seconds - fade}:d=${fade}`],
      ...["-c:a", "aac", "-b:a", "192k", "-ar", "44100", "-ac", "2"],
      ...["-metadata", `title=${title}`, "-metadata", `comment=${COMMENT}`, "-movflags", "+faststart", file],
    ],
    { input: frames },
  );
  return file;
}
