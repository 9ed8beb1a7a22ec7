import { join } from "node:path";
import { checkMedia, getCpuBudget, probe } from "vireo/media";
import { RenderError, type RenderTools } from "../render";

/** A video to edit. Width and height are as seen: turned, with square pixels. */
export interface Source {
  path: string;
  /** Seconds. */
  duration: number;
  width: number;
  height: number;
  hasAudio: boolean;
  videoCodec: string | undefined;
  audioCodec: string | undefined;
}

/** Demuxers for files that people upload. A playlist or script in disguise must not make ffmpeg read other files. */
const DEMUXERS = "mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,avi,mpegts,mpeg,flv,ogg,png_pipe";
/** Formats of sound alone, which `inputArgs` does not open unless they are named. */
export const SOUND_FILES = ",wav,mp3,flac,aac";
/** Audio that goes into an MP4 which every player and platform takes. The rest becomes AAC. */
const COPIED_AUDIO = new Set(["aac", "mp3"]);
/**
 * The source's pictures, ready to be drawn on: at a steady rate, so that what is drawn moves even where the source stands
 * still, in square pixels and even sizes. Costs nothing where all that is so already.
 */
export const PREPARE = [
  "scale='trunc(iw*sar/2)*2':'trunc(ih/2)*2'",
  "fps='if(between(source_fps,1,120),source_fps,30)'",
  "setsar=1",
].join(",");

/** Frame rate that slow videos are brought to. */
const LEAST_RATE = 30;

/**
 * Reads the video to edit and limits the CPU time of the render by it.
 * @throws `source_unreadable` for a file that is no video or does not say how long it is, `source_too_large`
 */
export async function readSource(path: string, { limitCpu }: Pick<RenderTools, "limitCpu">): Promise<Source> {
  const found = await probe(path);
  if (!found?.hasVideo || !found.width || !found.height || !found.duration) {
    throw new RenderError("source_unreadable", "The source is not a video that can be read.");
  }
  checkMedia(found);
  limitCpu(getCpuBudget(found, { leastFrameRate: LEAST_RATE }));
  const { duration, hasAudio, videoCodec, audioCodec } = found;
  const even = (pixels: number) => Math.max(2, Math.floor(pixels / 2) * 2);
  return { path, duration, width: even(found.width), height: even(found.height), hasAudio, videoCodec, audioCodec };
}

/** Arguments that open a file made by someone else; `also` names further demuxers. */
export function inputArgs(path: string, also = ""): string[] {
  return ["-protocol_whitelist", "file", "-format_whitelist", `${DEMUXERS}${also}`, "-i", path];
}

/**
 * Encodes what `args` open and filter into an MP4 in the run's folder, and returns its path. `args` must map a video,
 * which is `copied` where nothing was done to it; the source is input 0, whose metadata is kept, and whose sound is
 * copied untouched unless `heard` names a filter's output to hear instead.
 */
export async function encode(
  source: Source,
  args: readonly string[],
  tools: RenderTools,
  { copied = false, heard }: { copied?: boolean; heard?: string } = {},
): Promise<string> {
  const video = join(tools.folder, "edited.mp4");
  const preset = tools.ffmpeg.kind === "wasm" ? "ultrafast" : "veryfast";
  const h264 = ["-c:v", "libx264", "-preset", preset, "-crf", "19", "-pix_fmt", "yuv420p"];
  await tools.ffmpeg.run(
    [
      ...args,
      ...soundArgs(source, heard),
      ...(copied ? ["-c:v", "copy"] : h264),
      ...["-map_metadata", "0", "-movflags", "+faststart", "-f", "mp4", video],
    ],
    { onTime: (seconds) => tools.progress(Math.min(99, (seconds / source.duration) * 100)) },
  );
  tools.progress(100);
  return video;
}

function soundArgs({ hasAudio, audioCodec }: Source, heard: string | undefined): string[] {
  const aac = ["-c:a", "aac", "-b:a", "192k"];
  if (heard) return ["-map", heard, ...aac];
  if (!hasAudio) return [];
  return ["-map", "0:a:0", ...(audioCodec && COPIED_AUDIO.has(audioCodec) ? ["-c:a", "copy"] : aac)];
}
