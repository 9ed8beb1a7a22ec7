import { join } from "node:path";
import type { Interval } from "vireo/captions/align";
import { checkMedia, getCpuBudget, probe } from "vireo/media";
import { TRIM_SLACK } from "vireo/slots/edit";
import { aac, BT709, h264, mp4 } from "../codec/formats";
import { type MediaJob, runMediaJob } from "../codec/media-job";
import { chooseRate, isPlayable } from "../codec/prepare";
import { MediaSource, type Track } from "../codec/source";
import { RenderError, type RenderTools } from "../render-tools";
import { copyCut } from "./copy-cut";

/** A part of a video, in its seconds. */
export interface Part extends Interval {
  /** What is left out inside, in order. */
  removed?: readonly Interval[];
}

/** Pictures and sound to put layers on. Width and height are as displayed: rotated, with square pixels. */
export interface Footage {
  /** Length in seconds. */
  duration: number;
  width: number;
  height: number;
  /** True if there is sound that can be decoded. */
  hasAudio: boolean;
  /** True if every player and platform plays the frames as they are. */
  isPlayable: boolean;
  /** Filters that prepare the frames for drawing: square pixels, an even size, the colors and the rate of the result. */
  prepare: string;
  /** Pictures per second of the result. */
  rate: number;
  /** Filter to a constant rate from the start, so that drawn content moves even if the source stands still. */
  pace: string;
}

/** A file to edit, or a part of it. */
export interface VideoFile extends Footage {
  path: string;
  /** Start of the part in the file, in seconds. */
  from: number;
}

/** Audio codecs in an MP4 that every player and platform supports. Others are converted to AAC. */
const COPIED_AUDIO = new Set(["aac", "mp3"]);
const MOST_COPIED_CHANNELS = 2;

/** Minimum frame rate of drawn frames that the CPU time allows for. */
const LEAST_RATE = 30;
/** Seconds that may have to be decoded before a part, from the last key frame. */
const LONGEST_LEAD = 60;

/**
 * Reads the video to edit, and limits the CPU time of the render to what the part needs.
 * @throws `source_unreadable` for a file that is not a video or has no length, `source_too_large`, `trim_out_of_range`
 */
export async function readFile(
  path: string,
  { limitCpu }: Pick<RenderTools, "limitCpu">,
  part?: Part,
): Promise<VideoFile> {
  const file = await probe(path);
  if (!file?.hasVideo || !file.width || !file.height || !file.duration) throw unreadable();
  checkMedia(file);
  const { start, end } = part ? fitPart(part, file.duration) : { start: 0, end: file.duration };
  limitCpu(getCpuBudget(file, { seconds: end - start + LONGEST_LEAD, leastFrameRate: LEAST_RATE }));
  const [width, height] = [file.width, file.height].map((pixels) => Math.max(2, Math.floor(pixels / 2) * 2)) as [
    number,
    number,
  ];
  const source = await MediaSource.open(path);
  try {
    const { video, audio } = source;
    if (!video) throw unreadable();
    const { num, den } = chooseRate(video);
    const pace = `fps=${num}/${den}:start_time=0`;
    const scale = `scale=${width}:${height}:out_color_matrix=bt709:out_range=tv:flags=bicubic+accurate_rnd+full_chroma_int`;
    return {
      path,
      from: start,
      duration: end - start,
      width,
      height,
      rate: num / den,
      pace,
      prepare: `${scale},format=yuv420p,setsar=1,${pace}`,
      hasAudio: audio !== undefined,
      isPlayable: isPlayable(video),
    };
  } finally {
    await source.close();
  }
}

/** Returns the part without what is behind the end. */
export function fitPart({ start, end, ...others }: Part, duration: number): Part {
  if (start < duration && end <= duration + TRIM_SLACK) return { ...others, start, end: Math.min(end, duration) };
  throw new RenderError(
    "trim_out_of_range",
    `${start} to ${end} is not within the video, which is ${duration.toFixed(2)} seconds long.`,
  );
}

const unreadable = () => new RenderError("source_unreadable", "The source is not a video that can be read.");

/** Changes of an edit. Inputs of filters are numbered as in `MediaJob`; the source is the first. Unchanged streams are copied. */
export interface Edit {
  /** Filters from `[0v]` to `[v]`. Empty if the frames do not change. */
  pictures: string;
  /** Filters to `[a]`. Empty if the sound does not change. */
  sound: string;
  /** Additional inputs. */
  inputs?: MediaJob["inputs"];
  /** Length of the result, in seconds. */
  duration: number;
  /** If the frames are only cut: their part, in seconds of the source. */
  cut?: Interval | undefined;
  /** True if the sound only ends with the result, and nothing else changes it. */
  onlyEndsSound?: boolean;
}

/** Quality of edited frames, which were already encoded before. */
const CRF = 18;

const AAC_LC = 1;

const isCopied = ({ codec, stream: { codecpar } }: Track) =>
  COPIED_AUDIO.has(codec) && codecpar.channelLayout.nbChannels <= MOST_COPIED_CHANNELS;

/** True for sound whose packets can be cut: each has as many samples, and needs no packet but the one before. */
const isCut = ({ codec, timeBase, stream: { codecpar } }: Track) =>
  codec === "aac" && codecpar.profile === AAC_LC && timeBase.num === 1 && timeBase.den === codecpar.sampleRate;

/** Writes the edited file to an MP4 in the run's folder and returns its path. Keeps its metadata. */
export async function writeEditedFile(
  { path, from, ...file }: VideoFile,
  edit: Edit,
  tools: RenderTools,
): Promise<string> {
  const { inputs = [], duration, cut, onlyEndsSound } = edit;
  const video = join(tools.folder, "edited.mp4");
  const part = cut && { start: cut.start + from, end: cut.end + from };
  const cutPath = part && (await copyCut({ path, ...file }, part, tools.folder));
  const pictures = cutPath ? await MediaSource.open(cutPath) : undefined;
  const source = await MediaSource.open(path, { from });
  const keepsSound = source.audio && isCopied(source.audio);
  const cutsSound = onlyEndsSound && source.audio && keepsSound && isCut(source.audio);
  const filters = [cutPath ? "" : edit.pictures, cutsSound ? "" : edit.sound].filter(Boolean).join(";");
  const recodesSound = source.audio && !keepsSound && !filters.includes("[a]");
  const graph = [...(filters ? [filters] : []), ...(recodesSound ? ["[0a]anull[a]"] : [])].join(";");
  const shown = pictures ? pictures.video : source.video;
  const [drawn, heard] = ["[v]", "[a]"].map((label) => graph.includes(label));
  await runMediaJob({
    inputs: [source, ...inputs, ...(pictures ? [pictures] : [])],
    filters: graph,
    v: drawn ? h264(CRF, BT709, tools.encoder) : undefined,
    a: heard ? aac() : undefined,
    copy: [...(drawn || !shown ? [] : [shown]), ...(heard || !source.audio ? [] : [source.audio])],
    soundSeconds: cutsSound ? duration : undefined,
    target: mp4(video, source.metadata),
    onTime: (seconds) => tools.progress(Math.min(99, (seconds / duration) * 100)),
  });
  tools.progress(100);
  return video;
}
