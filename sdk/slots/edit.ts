/** Slot `edit`: changes videos: captions, overlays, voice-overs, cuts, or several of them in one pass. */
import type { FontFile } from "#sdk/brief";
import type { SpeakRequest } from "#sdk/slots/speak";
import type { Cue } from "#sdk/slots/transcribe";

/** How captions look, and where they stand. */
export interface CaptionLook {
  style: "classic" | "bold" | "karaoke" | "minimal";
  position: "top" | "center" | "bottom";
  fontFamily?: string;
  /** An uploaded font, instead of `fontFamily`. */
  font?: FontFile;
  fontSize?: number;
  color?: string;
  highlightColor?: string;
  outlineColor?: string;
  maxWordsPerLine?: number;
  uppercase?: boolean;
  /** Keep off text that the video shows, near `position`. Default true. */
  avoidText?: boolean;
}

export interface CaptionsLayer extends CaptionLook {
  operation: "captions";
  transcript?: Cue[];
  text?: string;
  subtitlesUrl?: string;
}

export interface OverlayLayer {
  operation: "overlay";
  type: "text" | "image";
  text?: string;
  imageUrl?: string;
  position: string | { x: number; y: number };
  width?: number;
  opacity?: number;
  start?: number;
  end?: number;
  fontFamily?: string;
  /** An uploaded font, instead of `fontFamily`. */
  font?: FontFile;
  fontSize?: number;
  color?: string;
  outlineColor?: string;
  backgroundColor?: string;
}

/** How long a video's last picture may be held for a voice to end, seconds. */
export const LONGEST_HOLD = 10;

/**
 * A voice over a video, from `start` on. One that is longer than the rest of the video is never cut: the last picture is
 * held until it ends, for LONGEST_HOLD at most, beyond which the edit fails as `voiceover_too_long`.
 */
export interface VoiceoverLayer {
  operation: "voiceover";
  /** The text to speak. */
  speech: SpeakRequest;
  /** How that sounds: a sound file in the run's folder, made before `create` is called and after `review`. */
  voicePath?: string;
  /** Seconds. */
  start: number;
  /** Of the voice, 0 to 2; 1 as it is. */
  volume: number;
  /** Of the video's own sound where nobody speaks, 0 to 1. It is lowered under the voice. */
  originalVolume: number;
}

/** Music under a video, from `start` on. It is lowered while the video's own sound is heard, and ends with the video. */
export interface MusicLayer {
  operation: "music";
  /** A sound file. It repeats until the video ends. */
  musicUrl: string;
  /** Seconds. */
  start: number;
  /** Of the music, 0 to 1, where 1 is as loud as a voice. */
  volume: number;
  /** Lengths of its fades, in seconds. */
  fadeIn: number;
  fadeOut: number;
  /** Of the video's own sound, 0 to 1. */
  originalVolume: number;
}

/** Keeps what lies between two moments, in seconds. */
export interface TrimLayer {
  operation: "trim";
  start: number;
  end: number;
}

/** One change of a video. Its times count in what the layers before it leave. */
export type EditLayer = CaptionsLayer | OverlayLayer | VoiceoverLayer | MusicLayer | TrimLayer;

interface Source {
  model: string;
  /** The video to change. */
  sourceUrl: string;
  /** The caller uploaded the video, so that an edit which takes too long is the file's fault. */
  isUpload?: boolean;
}

/** A change, or several that are applied in their order. */
export type EditRequest = Source & (EditLayer | { operation: "render"; layers: EditLayer[] });

/** The changes of a request, in their order. */
export const listLayers = (request: EditRequest): EditLayer[] =>
  request.operation === "render" ? request.layers : [request];

declare module "#core/engine" {
  interface Slots {
    edit: Engine<EditRequest>;
  }
}
