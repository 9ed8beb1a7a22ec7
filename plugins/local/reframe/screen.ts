/** Slides and recordings of screens, which are shown whole, because their text matters more than a face beside it. */
import type { Face } from "./faces";

/** Rows with at least this digit contain a line of text. */
const TEXT_DIGIT = "4";
/**
 * Fraction of text from which a picture is shown whole. Captions and lower thirds cover 3 to 8%, a slide
 * with a title and four lines about 15%, a page or an editor 20 to 40%.
 */
const MUCH_TEXT = 0.12;
/**
 * Width of the largest face in the picture of a webcam, and its distance from a corner, as fractions of the picture.
 * People who are filmed sit or stand closer to the centre.
 */
const INSET_WIDTH = 0.1;
const INSET_DISTANCE = { x: 0.22, y: 0.3 };

/** Returns the fraction of a picture's rows that contain text. */
export const countText = (rows: string): number =>
  [...rows].filter((digit) => digit >= TEXT_DIGIT).length / Math.max(1, rows.length);

export const isFullOfText = (text: number): boolean => text >= MUCH_TEXT;

/** True for a face as in the picture of a webcam, in a corner of what the screen shows. */
export function isInset({ x, y, width }: Pick<Face, "x" | "y" | "width">): boolean {
  const [across, down] = [Math.min(x, 1 - x), Math.min(y, 1 - y)];
  return width <= INSET_WIDTH && across <= INSET_DISTANCE.x && down <= INSET_DISTANCE.y;
}
