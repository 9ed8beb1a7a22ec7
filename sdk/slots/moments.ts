/** Slot `moments`: finds the parts of a long video that stand on their own. */
import type { Cue } from "#sdk/slots/transcribe";

/** A long video, and what to look for. Times are in seconds. */
export interface MomentsRequest {
  model: string;
  sourceUrl: string;
  /** True if the user uploaded the video. A search that takes too long is then the file's fault and not refunded. */
  isUpload?: boolean;
  /** What is said, if it is known. */
  transcript?: Cue[];
  /** Length of a moment. */
  minSeconds: number;
  maxSeconds: number;
  /** The part to look at. Default: all. */
  range?: { start: number; end: number };
  /** What to look for, in words. */
  prompt?: string;
  keywords?: string[];
  content: "auto" | "talk" | "screen" | "action";
  /** BCP 47. Detected from the words if missing. */
  language?: string;
  /** `reading` of an earlier search of the same file by this engine, possibly by an older version of it. */
  reading?: string;
}

/**
 * What the picture mostly shows: one person, two, more, a slide or screen, or nobody. A clip follows
 * people, shows a screen whole, and otherwise shows the centre.
 */
export const momentLayouts = ["face", "two_faces", "group", "screen", "wide"] as const;
export type MomentLayout = (typeof momentLayouts)[number];

/** A part of a video that stands on its own. */
export interface Moment {
  start: number;
  end: number;
  title: string;
  /** First sentence. Empty without speech. */
  hook: string;
  /** Why it was chosen, in a sentence. */
  reason: string;
  /** 0 to 100, relative to the other moments of the video. */
  score: number;
  /** Each is 0 to 1. */
  factors: { hook: number; complete: number; clarity: number; density: number; energy: number };
  /** What is said. */
  transcript?: string;
  layout?: MomentLayout;
  /** How many people speak, if the transcript names them. */
  speakers?: number;
}

/** The facts of a search: at most 20 moments, best first, without overlaps. None, rather than poor ones. */
export interface MomentsFacts {
  /** What they were chosen by: what is said, or only sound and motion. */
  basis: "speech" | "sound";
  moments: Moment[];
  /** The transcript of the request with the times of its words, as far as they were heard. */
  transcript?: Cue[];
  /** What the engine has read of the file, to save work in the next search. Only the engine understands it. */
  reading?: string;
}

declare module "#core/engine" {
  interface Slots {
    moments: Engine<MomentsRequest>;
  }
}
