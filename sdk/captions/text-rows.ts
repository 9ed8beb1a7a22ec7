import type { Interval } from "#sdk/captions/align";

/** How much each row of a video looks like text over time, from 0 (not at all) to 1 (a line of text). */
export interface TextRows {
  /** Hard cuts, in seconds. */
  cuts: readonly number[];
  /** Highest value of each row between two times, in seconds. */
  between(start: number, end: number): Float32Array;
}

/** Pictures to measure per second. Fewer are not enough to find cuts. */
export const PICTURES_PER_SECOND = 5;
/** Height of a scaled picture. Small text must stay visible. */
export const ROWS = 240;
/** Highest value of a row's digit. */
export const STRONGEST = 8;

/** Serializable form of `TextRows`. `pictures` has one string per picture, with one digit per row. */
export interface MeasuredText {
  cuts: number[];
  pictures: string[];
}

/** The measurements of a video by which its captions are laid out. */
export interface CaptionGuides extends MeasuredText {
  /** Likely speech, to which text without times is aligned. The whole length if there is none. */
  speech: Interval[];
}

/**
 * Reads the serialized measurements of a video.
 * @example
 * const rows = readTextRows({ cuts: [1.2], pictures: ["08", "00"] });
 * Array.from(rows.between(0, 0.1).slice(0, 2)); // [0, 1]
 */
export const readTextRows = ({ cuts, pictures }: MeasuredText): TextRows => ({
  cuts,
  between(start, end) {
    const strongest = new Float32Array(ROWS);
    const first = Math.ceil(start * PICTURES_PER_SECOND);
    for (let at = first; at <= Math.max(first, Math.floor(end * PICTURES_PER_SECOND)); at++) {
      const picture = pictures[at] ?? "";
      for (let row = 0; row < picture.length; row++) {
        const value = Number(picture[row]) / STRONGEST;
        if (value > strongest[row]!) strongest[row] = value;
      }
    }
    return strongest;
  },
});
