import type { FontStack } from "./fonts";

export type Align = "left" | "center" | "right";

export interface LayoutOptions {
  font: FontStack;
  /** Maximum width of lines in pixels. */
  maxWidth: number;
  /**
   * Height of the ink in pixels: from the top of the first line's tallest glyph to the bottom of the last line's
   * deepest glyph.
   */
  maxHeight: number;
  /** Maximum size in pixels. The largest size that fits is used. */
  maxSize: number;
  /**
   * Minimum size. Here long words are hyphenated and, if necessary, the text is truncated with an ellipsis. Default 20.
   */
  minSize?: number;
  /** Baseline to baseline as a multiple of the size. Defaults to the font's own. */
  lineHeight?: number;
  /** "left" is the side where reading starts: the right in Arabic and Hebrew. Default "left". */
  align?: Align;
  maxLines?: number;
}

/** A word and its position. */
export interface WordBox {
  text: string;
  x: number;
  /** Y position of the baseline. */
  y: number;
  width: number;
  /** Index of the line, from 0. */
  line: number;
}

export interface Line {
  text: string;
  x: number;
  /** Y position of the baseline. */
  y: number;
  width: number;
  words: WordBox[];
}

/** Text set in lines. All positions are relative to the top left corner of the block. */
export interface TextBlock {
  lines: Line[];
  size: number;
  /** Value for `ctx.font`. */
  font: string;
  /** Width of the widest line. */
  width: number;
  /** Height of the ink. */
  height: number;
  /** Distance between baselines. */
  leading: number;
  /** Extent of the tallest and the deepest glyph above and below the baseline. */
  ascent: number;
  descent: number;
  rtl: boolean;
  /** True if the text does not fit even in the minimum size, so words may be broken. */
  forced: boolean;
  /** True if text was truncated. */
  truncated: boolean;
}
