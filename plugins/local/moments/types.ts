/** What is measured from the picture and sound of a video. */
export interface Reading {
  duration: number;
  /** Level of the voice band in dBFS, one per hundredth of a second. Empty without sound. */
  levels: readonly number[];
  /** Hard cuts, in seconds. */
  cuts: readonly number[];
  /** Mean change of the picture, 0 to 1, one per second. */
  motion: readonly number[];
}

export type Content = "auto" | "talk" | "screen" | "action";

export interface Wanted {
  minSeconds: number;
  maxSeconds: number;
  range?: { start: number; end: number };
  prompt?: string;
  keywords?: readonly string[];
  content: Content;
  /** BCP 47. Detected from the words if missing. */
  language?: string;
}

/** Each is 0 to 1 and relative to this video. */
export interface Factors {
  hook: number;
  complete: number;
  clarity: number;
  density: number;
  energy: number;
}

export interface Moment {
  /** Seconds. */
  start: number;
  end: number;
  title: string;
  /** The first sentence. Empty without speech. */
  hook: string;
  reason: string;
  /** 0 to 100, relative to this video. */
  score: number;
  factors: Factors;
  transcript?: string;
}

/** Checked limits of a search. Times are in seconds. */
export interface Limits {
  least: number;
  most: number;
  start: number;
  end: number;
}
