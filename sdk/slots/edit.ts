/** Slot `edit`: renders layers onto videos, such as captions, overlays, voice-overs and cuts, in one pass. */
import type { FontFile } from "#sdk/brief";
import type { SpeakRequest } from "#sdk/slots/speak";
import type { Cue } from "#sdk/slots/transcribe";

/** Look and position of captions. */
export interface CaptionLook {
  style: "classic" | "bold" | "karaoke" | "minimal";
  position: "top" | "center" | "bottom";
  fontFamily?: string;
  /** An uploaded font, instead of `fontFamily`. */
  font?: FontFile;
  /** Pixels, for a frame with a shorter side of 1080. */
  fontSize?: number;
  /** Hex colors. */
  color?: string;
  highlightColor?: string;
  outlineColor?: string;
  maxWordsPerLine?: number;
  uppercase?: boolean;
  /** Language of the text (BCP 47), for its capitals. Default: guessed from the text. */
  language?: string;
  /** Keep off text that the video shows, near `position`. Default true. */
  avoidText?: boolean;
}

interface AnyLayer {
  /** Unique in the request. */
  id: string;
}

/** Captions from cues with times, or from a text that is aligned to the speech of the video. */
export interface CaptionsLayer extends CaptionLook, AnyLayer {
  operation: "captions";
  transcript?: Cue[];
  text?: string;
}

/** A text or an image over the video. */
export interface OverlayLayer extends AnyLayer {
  operation: "overlay";
  type: "text" | "image";
  text?: string;
  imageUrl?: string;
  /** An anchor such as `bottom-left`, or the centre as fractions of the frame. */
  position: string | { x: number; y: number };
  /** Fraction of the frame's width. */
  width?: number;
  /** 0 to 1. Default 1. */
  opacity?: number;
  /** Time at which it appears, in seconds. Default 0. */
  start?: number;
  /** Time at which it disappears, in seconds. Default: the end. */
  end?: number;
  fontFamily?: string;
  /** An uploaded font, instead of `fontFamily`. */
  font?: FontFile;
  /** Pixels, for a frame with a shorter side of 1080. */
  fontSize?: number;
  /** Hex colors. */
  color?: string;
  outlineColor?: string;
  backgroundColor?: string;
}

/** Longest time that the last frame of a video is held until a voice-over ends, in seconds. */
export const LONGEST_HOLD = 10;

/** Time by which a voice may exceed the video before its last frame is held, in seconds: about a frame. */
export const HOLD_SLACK = 0.05;

/** Tolerance for a cut past the end, in seconds, because lengths are rounded. */
export const TRIM_SLACK = 0.1;

/**
 * A voice-over from `start` on. If it is longer than the rest of the video, the last frame is held until it
 * ends. If that takes more than LONGEST_HOLD, the edit fails with `voiceover_too_long`.
 */
export interface VoiceoverLayer extends AnyLayer {
  operation: "voiceover";
  /** The text to speak. Absent for a recording. */
  speech?: SpeakRequest;
  /** The spoken text, or the recording: an audio file in the run's folder, made after `review` and before `create` is called. */
  voicePath?: string;
  /** Seconds. */
  start: number;
  /** Seconds that are left out at the beginning of the voice, because their part of the video is cut off. */
  skip?: number;
  /** Second of the video at which the voice is cut off. Default: it is never cut. */
  until?: number;
  /** Volume of the voice, 0 to 2. 1 leaves it unchanged. */
  volume: number;
  /** Volume of the video's own sound, 0 to 1. It is lowered while the voice speaks. */
  originalVolume: number;
}

/** Music under a video, from `start` on. It is lowered while the video's own sound is heard, and ends with the video. */
export interface MusicLayer extends AnyLayer {
  operation: "music";
  /** URL of an audio file. It repeats until the video ends. */
  musicUrl: string;
  /** Seconds. */
  start: number;
  /** Volume of the music, 0 to 1. 1 is as loud as a voice. */
  volume: number;
  /** Seconds. */
  fadeIn: number;
  fadeOut: number;
  /** Volume of the video's own sound, 0 to 1. */
  originalVolume: number;
}

/** Keeps the part between two times, in seconds. */
export interface TrimLayer extends AnyLayer {
  operation: "trim";
  start: number;
  end: number;
  /** Parts between them that are left out, in order. Only in the first layer. */
  removed?: { start: number; end: number }[];
}

/** A point of a picture, as fractions of its width and height. */
export interface PicturePoint {
  x: number;
  y: number;
}

/** What a reframed video shows of the picture for a while. Times are in seconds. */
export interface ReframeShot {
  start: number;
  end: number;
  /** `fill` shows a part as large as possible, `split` two of them on top of each other, `fit` all of the picture. */
  mode: "fill" | "fit" | "split";
  /** Centre of the part, of the upper one in `split`. Default: the centre of the picture. */
  focus?: PicturePoint;
  /** Centre of the lower part in `split`. */
  second?: PicturePoint;
  /** How the centre moves, instead of `focus`: in a straight line from point to point. */
  path?: ({ time: number } & PicturePoint)[];
}

/**
 * Keeps the part of a shot that is between two times.
 *
 * @example cutShot({ start: 0, end: 10, mode: "fit" }, 2, 20); // { start: 2, end: 10, mode: "fit" }
 */
export function cutShot(shot: ReframeShot, from: number, to: number): ReframeShot {
  const [start, end] = [Math.max(from, shot.start), Math.min(to, shot.end)];
  const { path } = shot;
  if (!path || (start === shot.start && end === shot.end)) return { ...shot, start, end };
  const inside = path.filter(({ time }) => time > start && time < end);
  return { ...shot, start, end, path: [getPoint(path, start), ...inside, getPoint(path, end)] };
}

/** Returns where a path is at a time. */
function getPoint(path: NonNullable<ReframeShot["path"]>, time: number) {
  const after = path.findIndex((point) => point.time >= time);
  const [a, b] = after < 0 ? [path.at(-1)!, path.at(-1)!] : [path[Math.max(0, after - 1)]!, path[after]!];
  const share = b.time > a.time ? Math.max(0, (time - a.time) / (b.time - a.time)) : 0;
  return { time, x: a.x + share * (b.x - a.x), y: a.y + share * (b.y - a.y) };
}

/** Gives a video another shape. */
export interface ReframeLayer extends AnyLayer {
  operation: "reframe";
  aspectRatio: "9:16" | "16:9" | "1:1" | "4:5";
  /** What to show between the `shots`, or without any: `auto` follows faces, `center` the centre, `fit` shows all of the picture. */
  mode: "auto" | "center" | "fit";
  /** The centre of what `center` shows. */
  focus?: PicturePoint;
  /** In order, without overlaps. */
  shots?: ReframeShot[];
}

/** One change of a video. Its times refer to the result of the layers before it. */
export type EditLayer = CaptionsLayer | OverlayLayer | VoiceoverLayer | MusicLayer | TrimLayer | ReframeLayer;

/** Layers for a video, in order: a later one is drawn on top of the others. */
export interface EditRequest {
  model: string;
  /** The video to change. */
  sourceUrl: string;
  /** True if the user uploaded the video. An edit that takes too long is then the file's fault and not refunded. */
  isUpload?: boolean;
  layers: EditLayer[];
  /** Paths of files of the layers that are already in the run's folder, by URL. */
  mediaPaths?: Record<string, string>;
}

/** Facts that an engine may report about its result. */
export interface EditFacts {
  /** By id of captions with a `text`: its cues, so that later edits show them at the same times. */
  transcripts?: Record<string, Cue[]>;
  /** By id of a `reframe` layer: the shots that it did not name, so that later edits show the same. */
  shots?: Record<string, ReframeShot[]>;
}

declare module "#core/engine" {
  interface Slots {
    edit: Engine<EditRequest>;
  }
}
