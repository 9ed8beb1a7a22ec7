import type { SKRSContext2D } from "@napi-rs/canvas";
import { breakPiece, type Piece, splitGraphemes } from "./linebreaks";

/** Measures texts in one face at a size of one pixel, because widths and heights scale with the size. */
export interface Ruler {
  width(text: string): number;
  /** Ascent plus descent of a text's ink. */
  reach(text: string): number;
}

/** Measuring size in pixels. Large enough that hinting does not matter. */
const REFERENCE = 100;
/** Allowance for kerning between pieces. */
const SLACK = 1.005;

/** Creates a ruler for `font`, a value for `ctx.font` at 100 pixels. It caches its measurements. */
export function createRuler(ctx: SKRSContext2D, font: (size: number) => string): Ruler {
  const widths = new Map<string, number>();
  const measure = (text: string) => {
    ctx.font = font(REFERENCE);
    return ctx.measureText(text);
  };
  return {
    width(text) {
      const known = widths.get(text);
      if (known !== undefined) return known;
      const width = (measure(text).width * SLACK) / REFERENCE;
      widths.set(text, width);
      return width;
    },
    reach(text) {
      const metrics = measure(text.replace(/\n/g, " "));
      return (metrics.actualBoundingBoxAscent + metrics.actualBoundingBoxDescent) / REFERENCE;
    },
  };
}

/** Puts as many pieces on each line as fit. A piece wider than a line gets its own line. */
export function fillLines(pieces: readonly Piece[], width: number, ruler: Ruler): string[] {
  const lines: string[] = [];
  let line = "";
  for (const piece of pieces) {
    const longer = line + (piece.spaced && line ? " " : "") + piece.text;
    if (line && ruler.width(longer) > width) {
      lines.push(line);
      line = piece.text;
    } else {
      line = longer;
    }
  }
  return line ? [...lines, line] : lines;
}

/**
 * Finds the smallest width that needs no additional lines, for lines of similar length without an orphan at the end.
 */
export function balanceLines(linesIn: (width: number) => string[], maxWidth: number): string[] {
  const count = linesIn(maxWidth).length;
  let low = maxWidth / 2;
  let high = maxWidth;
  for (let i = 0; i < 7; i++) {
    const middle = (low + high) / 2;
    if (linesIn(middle).length === count) high = middle;
    else low = middle;
  }
  return linesIn(high);
}

/** Fallback that breaks long words and adds an ellipsis after `limit` lines. */
export function forceLines(paragraphs: readonly Piece[][], width: number, limit: number, ruler: Ruler): string[] {
  const fits = (text: string) => ruler.width(text) <= width;
  const lines = paragraphs.flatMap((pieces) => {
    const parts = pieces.flatMap((piece) => (fits(piece.text) ? [piece] : breakPiece(piece, fits)));
    return fillLines(parts, width, ruler);
  });
  return lines.length > limit ? [...lines.slice(0, limit - 1), ellipsize(lines[limit - 1]!, fits)] : lines;
}

function ellipsize(line: string, fits: (text: string) => boolean): string {
  const parts = splitGraphemes(line);
  while (parts.length > 1 && !fits(`${parts.join("").trimEnd()}…`)) parts.pop();
  return `${parts.join("").replace(/[\s\p{P}]+$/u, "")}…`;
}
