import { join } from "node:path";
import { checkMedia, getCpuBudget, probe } from "vireo/media";
import { aac, h264, mp4, readColor } from "../codec/formats";
import { type Run, run } from "../codec/run";
import { Source as MediaSource } from "../codec/source";
import { RenderError, type RenderTools } from "../render";

/** A video to edit. Width and height are as displayed: rotated, with square pixels. */
export interface Source {
  path: string;
  /** Length in seconds. */
  duration: number;
  width: number;
  height: number;
  hasAudio: boolean;
  videoCodec: string | undefined;
  audioCodec: string | undefined;
}

/** Audio codecs in an MP4 that every player and platform supports. Others are converted to AAC. */
const COPIED_AUDIO = new Set(["aac", "mp3"]);
/**
 * Prepares the source's frames for drawing: a constant rate, so that drawn content moves even if the source stands
 * still, square pixels and even sizes. Costs nothing for frames that already have all of that.
 */
export const PREPARE = [
  "scale='trunc(iw*sar/2)*2':'trunc(ih/2)*2'",
  "fps='if(between(source_fps,1,120),source_fps,30)'",
  "setsar=1",
].join(",");

/** Minimum frame rate; slower videos are raised to it. */
const LEAST_RATE = 30;

/**
 * Reads the video to edit and limits the CPU time of the render accordingly.
 * @throws `source_unreadable` for a file that is not a video or has no length, `source_too_large`
 */
export async function readSource(path: string, { limitCpu }: Pick<RenderTools, "limitCpu">): Promise<Source> {
  const file = await probe(path);
  if (!file?.hasVideo || !file.width || !file.height || !file.duration) {
    throw new RenderError("source_unreadable", "The source is not a video that can be read.");
  }
  checkMedia(file);
  limitCpu(getCpuBudget(file, { leastFrameRate: LEAST_RATE }));
  const { duration, hasAudio, videoCodec, audioCodec } = file;
  const even = (pixels: number) => Math.max(2, Math.floor(pixels / 2) * 2);
  return { path, duration, width: even(file.width), height: even(file.height), hasAudio, videoCodec, audioCodec };
}

/** Changes of an edit. Inputs of `filters` are numbered as in `Run`; the source is the first. */
interface Edit {
  /** From `[0v]` to `[v]` if the frames change, to `[a]` if the audio does. Unchanged streams are copied. */
  filters: string;
  /** Additional inputs. */
  inputs?: Run["inputs"];
  /** Length of the result, in seconds. */
  duration: number;
}

/** Quality of edited frames, which were already encoded before. */
const CRF = 18;

/** Writes the edited source to an MP4 in the run's folder and returns its path. Keeps its metadata. */
export async function encode(path: string, edit: Edit, tools: RenderTools): Promise<string> {
  const { filters, inputs = [], duration } = edit;
  const video = join(tools.folder, "edited.mp4");
  const source = await MediaSource.open(path);
  const keepsSound = source.audio && COPIED_AUDIO.has(source.audio.codec);
  const recodesSound = source.audio && !keepsSound && !filters.includes("[a]");
  const graph = [...(filters ? [filters] : []), ...(recodesSound ? ["[0a]anull[a]"] : [])].join(";");
  const [drawn, heard] = ["[v]", "[a]"].map((label) => graph.includes(label));
  await run({
    inputs: [source, ...inputs],
    filters: graph,
    v: drawn ? h264(CRF, source.video && readColor(source.video), tools.encoder) : undefined,
    a: heard ? aac() : undefined,
    copy: [...(drawn || !source.video ? [] : [source.video]), ...(heard || !source.audio ? [] : [source.audio])],
    target: mp4(video, source.metadata),
    onTime: (seconds) => tools.progress(Math.min(99, (seconds / duration) * 100)),
  });
  tools.progress(100);
  return video;
}
