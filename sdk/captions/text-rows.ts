/** How much each row of a video looks like text, over time: 0 (nothing) to 1 (a line of letters). */
export interface TextRows {
  /** Hard cuts, in seconds. */
  cuts: readonly number[];
  /** The strongest value of each row between two moments, in seconds. */
  between(start: number, end: number): Float32Array;
}

/** Pictures looked at, a second: what finding cuts needs. */
export const PICTURES_PER_SECOND = 5;
/** Rows of a picture: large enough that small print still has strokes. */
export const ROWS = 240;
/** A row is a digit from 0 to this. */
export const STRONGEST = 8;

/** Where a video shows text. `pictures` has a string for each fifth of a second, with a digit for each row. */
export interface MeasuredText {
  cuts: readonly number[];
  pictures: readonly string[];
}

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
