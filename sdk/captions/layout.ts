import type { Page } from "./pages";
import type { CaptionStyle, Position } from "./styles";
import { RIGHT_TO_LEFT, type Word } from "./words";
import { lineWidth, wrapWords } from "./wrap";

/** Size of a picture or a video, in pixels. */
export interface Frame {
  width: number;
  height: number;
}

/** The lines of a page, without a position. Lengths are pixels. */
export interface PageLayout {
  page: Page;
  lines: Word[][];
  size: number;
  /** Line height. */
  pitch: number;
  width: number;
  height: number;
}

/** Position of a page. */
export interface Place {
  /** Pixels from the top of the frame. */
  top: number;
  /** It covers text of the video, so it needs an opaque background. */
  covers: boolean;
}

/** Half the cap height in ems. Lines are centered by capitals. */
const HALF_CAPITAL = 0.36;
/** Opacity of the background of captions that cover text of the video. */
const PLATE = 0.88;

/**
 * Returns the position of a line's baseline, in pixels from the top of the frame. `line` counts from 0.
 * @example
 * const layout = { page: { words: [], start: 0, end: 1 }, lines: [], size: 100, pitch: 128, width: 400, height: 128 };
 * getBaseline(layout, { top: 1000, covers: false }, 0); // 1100
 */
export const getBaseline = ({ pitch, size }: PageLayout, { top }: Place, line: number) =>
  top + (line + 0.5) * pitch + size * HALF_CAPITAL;

/**
 * Returns the background box of a page, in whole pixels. Opacity 0 means no box.
 * @example
 * import { captionStyles } from "vireo/captions/styles";
 * const layout = { page: { words: [], start: 0, end: 1 }, lines: [], size: 100, pitch: 128, width: 400, height: 128 };
 * const box = getBox(layout, { top: 1000, covers: false }, { width: 1080, height: 1920 }, captionStyles.classic);
 * box; // { x: 295, y: 984, width: 490, height: 160, radius: 32, opacity: 0.72 }
 */
export function getBox({ width, height, size }: PageLayout, { top, covers }: Place, frame: Frame, style: CaptionStyle) {
  const wide = width + size * 0.9;
  const [x, y] = [Math.round((frame.width - wide) / 2), Math.round(top - size * 0.16)];
  return {
    x,
    y,
    width: frame.width - 2 * x,
    height: Math.round(top + height + size * 0.16) - y,
    radius: Math.round(size * 0.32),
    opacity: covers ? Math.max(PLATE, style.box) : style.box,
  };
}

/**
 * Area that each app's controls cover in portrait videos, as shares of the frame: tabs at the top, caption and sound at
 * the bottom, buttons on the right. Captions are centered, so `side` applies to both sides.
 */
const CONTROLS = {
  tiktok: { top: 0.08, bottom: 0.2, side: 0.11 },
  instagram: { top: 0.115, bottom: 0.21, side: 0.1 },
  youtube: { top: 0.1, bottom: 0.22, side: 0.11 },
} as const;
const all = Object.values(CONTROLS);
const most = (edge: "top" | "bottom" | "side") => Math.max(...all.map((platform) => platform[edge]));
const PORTRAIT = { top: most("top"), bottom: most("bottom"), side: most("side") };
const LANDSCAPE = { top: 0.07, bottom: 0.08, side: 0.07 };

/**
 * Returns the margins of captions and overlays, as shares of the frame. One video goes to several platforms, so the margins
 * suit all of them.
 * @example safeMargins({ width: 1080, height: 1920 }); // { top: 0.115, bottom: 0.22, side: 0.11 }
 */
export const safeMargins = ({ width, height }: Frame) => (height > width ? PORTRAIT : LANDSCAPE);

const MAX_HEIGHT = 0.8;
const SMALLEST = 0.45;
const LINE_HEIGHT = 1.28; // ems

/** Words that only Turkish and Azerbaijani have, for texts without their letters. */
const TURKISH = /(?<!\p{L})(?:bir|bugün|çok|değil|gün|hemen|için|indirim|iyi|kadar|şimdi|ücretsiz)(?!\p{L})|[ıİğĞ]/iu;

/**
 * Returns the language whose rules for capitals apply to a text: Turkish and Azerbaijani have a dotted capital i, and Greek
 * capitals have no accents. "und" for all others.
 * @example findCapitalRules("bugün indirim var"); // "tr"
 */
export function findCapitalRules(text: string): string {
  if (/\p{Script=Greek}/u.test(text)) return "el";
  if (/ə/iu.test(text)) return "az";
  return TURKISH.test(text) ? "tr" : "und";
}

/**
 * Uppercases a text by the rules of `language`. Greek rules always apply to Greek letters.
 *
 * @example uppercase("istanbul", "tr"); // "İSTANBUL"
 */
export const uppercase = (text: string, language = findCapitalRules(text)): string =>
  text.toLocaleUpperCase(/\p{Script=Greek}/u.test(text) ? "el" : language);

/**
 * False for right-to-left lines: their emoji cannot be positioned, so they are drawn in one color.
 *
 * @example hasColorEmoji("שלום 👋"); // false
 */
export const hasColorEmoji = (line: string): boolean => !RIGHT_TO_LEFT.test(line);

/**
 * Breaks a page into lines that fit the frame, and shrinks them if needed.
 * @param measure returns the width of a text in ems, in the style's font
 * @example
 * import { captionStyles } from "vireo/captions/styles";
 * const word = { text: "Hello", start: 0, end: 1, joined: false };
 * const page = { words: [word], start: 0, end: 1 };
 * const layout = layoutPage(page, { width: 1080, height: 1920 }, captionStyles.minimal, (text) => text.length / 2);
 * [layout.size, layout.width]; // [56, 140]
 */
export function layoutPage(
  page: Page,
  frame: Frame,
  style: CaptionStyle,
  measure: (text: string) => number,
): PageLayout {
  const words = style.uppercase
    ? page.words.map((word) => ({ ...word, text: uppercase(word.text, style.language) }))
    : page.words;
  const fullSize = (style.size * Math.min(frame.width, frame.height)) / 1080;
  const room = {
    width: (frame.width * (1 - 2 * safeMargins(frame).side)) / fullSize - 2 * style.outline,
    lines: frame.height > frame.width ? 3 : 2,
    scale: SMALLEST,
  };
  const { lines, scale } = wrapWords(words, room, measure);
  const size = Math.min(fullSize * scale, (frame.height * MAX_HEIGHT) / (lines.length * LINE_HEIGHT));
  const pitch = size * LINE_HEIGHT;
  const width = Math.max(...lines.map((line) => lineWidth(line, measure))) * size;
  return { page, lines: timeParts(lines), size, pitch, width, height: lines.length * pitch };
}

/** Divides the time of a hyphenated word among its parts. */
function timeParts(lines: readonly (readonly Word[])[]): Word[][] {
  const all = lines.flat();
  return lines.map((line) =>
    line.map((word) => {
      const parts = all.filter(({ start, end }) => start === word.start && end === word.end);
      const at = parts.indexOf(word);
      const step = (word.end - word.start) / parts.length;
      return { ...word, start: word.start + at * step, end: word.start + (at + 1) * step };
    }),
  );
}

/**
 * Returns the top edge of a block at the requested position, in pixels from the top of the frame.
 * @param height height of the block, in pixels
 * @example chooseTop(200, { width: 1080, height: 1920 }, "center"); // 860
 */
export function chooseTop(height: number, frame: Frame, position: Position): number {
  const { top, bottom } = safeMargins(frame);
  const margin = (frame.height - height) / 2;
  if (position === "center") return margin;
  if (position === "top") return Math.min(margin, frame.height * top);
  return Math.max(margin, frame.height * (1 - bottom) - height);
}
