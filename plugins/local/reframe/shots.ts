/** What is seen in a video, and what is shown of it. */
import type { Face } from "./faces";

/** What a sample of the video shows. */
export interface Seen {
  /** Seconds. */
  time: number;
  faces: readonly Face[];
  /** Fraction of the picture that looks like text, 0 to 1. */
  text: number;
  /** Where the picture moves most, as fractions, if anything moves. */
  motion?: { x: number; y: number };
}

export interface Wanted {
  /** Size of the source in pixels. */
  width: number;
  height: number;
  /** Width divided by height of the result. */
  ratio: number;
  /** Seconds. */
  duration: number;
  /** Seconds. */
  cuts: readonly number[];
  /** Stretches of voice, seconds. */
  voice: readonly { start: number; end: number }[];
}

export interface Point {
  /** Seconds. */
  time: number;
  x: number;
  y: number;
}

/** What is shown of the picture for a while. */
export interface Shot {
  /** Seconds. */
  start: number;
  end: number;
  mode: "fill" | "fit" | "split";
  /** Centres of the crop, as fractions of the picture; one if the crop is still. Absent for `fit`. */
  path?: Point[];
  /** Of the lower panel of a `split`. */
  second?: Point[];
}

/** A shot of the source: from one cut to the next. */
export interface Span {
  start: number;
  end: number;
  seen: Seen[];
}
