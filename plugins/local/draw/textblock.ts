import type { FontStack } from "./fonts";

export type Align = "left" | "center" | "right";

export interface LayoutOptions {
  font: FontStack;
  /** Pixels. Lines are never wider. */
  maxWidth: number;
  /** Height of the ink in pixels: from the top of the first line's tallest glyph to the bottom of the last line's deepest. */
  maxHeight: number;
  /** The size to start from, in pixels. The largest size that fits is taken. */
  maxSize: number;
  /** At this size long words are hyphenated and, if that is not enough, the text ends in an ellipsis. Default 20. */
  minSize?: number;
  /** Baseline to baseline as a multiple of the size; the font's own by default. */
  lineHeight?: number;
  /** "left" means the side where reading starts: the right in Arabic and Hebrew. Default "left". */
  align?: Align;
  maxLines?: number;
}

/** A word and its place. */
export interface WordBox {
  text: string;
  x: number;
  /** The baseline. */
  y: number;
  width: number;
  /** The line's number, from 0. */
  line: number;
}

export interface Line {
  text: string;
  x: number;
  /** The baseline. */
  y: number;
  width: number;
  words: WordBox[];
}

/** Text set in lines. All places are relative to the block's top left corner. */
export interface TextBlock {
  lines: Line[];
  size: number;
  /** The value for `ctx.font`. */
  font: string;
  /** The width of the widest line. */
  width: number;
  /** The height of the ink. */
  height: number;
  /** Baseline to baseline. */
  leading: number;
  /** Above and below the baseline, the reach of the tallest and the deepest glyph. */
  ascent: number;
  descent: number;
  rtl: boolean;
  /** True if text was left out. */
  truncated: boolean;
}
