import type { Page } from "./pages";
import type { CaptionStyle, Position } from "./styles";
import { RIGHT_TO_LEFT, type Word } from "./words";
import { lineWidth, wrapWords } from "./wrap";

export interface Frame {
  width: number;
  height: number;
}

/** The lines of one page, before it has a place. Lengths are pixels. */
export interface PageLayout {
  page: Page;
  lines: Word[][];
  size: number;
  /** From one line to the next. */
  pitch: number;
  width: number;
  height: number;
}

/** Where a page is shown. */
export interface Place {
  /** Pixels from the top of the frame. */
  top: number;
  /** It covers text of the video, so it needs a plate behind it. */
  covers: boolean;
}

/** Half the height of capitals, in ems: lines are centred by them. */
const HALF_CAPITAL = 0.36;
/** Opacity of the plate behind captions that cannot avoid the video's own text. */
const PLATE = 0.88;

/** Height of a line's baseline, in pixels from the top of the frame. */
export const getBaseline = ({ pitch, size }: PageLayout, { top }: Place, line: number) =>
  top + (line + 0.5) * pitch + size * HALF_CAPITAL;

/** The box behind a page, in whole pixels. Its opacity is 0 if there is none. */
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
 * What the apps put over a portrait video, as shares of the frame: the tabs above, the caption and the sound below, the
 * buttons on the right (free margin on both sides, since captions are centred).
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

/** The margins that captions and overlays keep, as shares of the frame's sides. One video goes to every platform. */
export const safeMargins = ({ width, height }: Frame) => (height > width ? PORTRAIT : LANDSCAPE);

const MAX_HEIGHT = 0.8;
const SMALLEST = 0.45;
/** In ems. */
const LINE_HEIGHT = 1.28;

/** In Greek, capitals lose their accents. */
export const uppercase = (text: string) => text.toLocaleUpperCase(/\p{Script=Greek}/u.test(text) ? "el" : "und");

/** True for lines whose emoji are drawn in colour. Where writing runs from the right, their places are not known. */
export const hasColorEmoji = (line: string): boolean => !RIGHT_TO_LEFT.test(line);

/** Breaks a page into lines that fit the frame. `measure` returns the width of a text in ems. */
export function layoutPage(
  page: Page,
  frame: Frame,
  style: CaptionStyle,
  measure: (text: string) => number,
): PageLayout {
  const words = style.uppercase ? page.words.map((word) => ({ ...word, text: uppercase(word.text) })) : page.words;
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

/** The parts of a hyphenated word share its time. */
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

/** Top of a block of this height where it is asked for. Pixels. */
export function chooseTop(height: number, frame: Frame, position: Position): number {
  const { top, bottom } = safeMargins(frame);
  const margin = (frame.height - height) / 2;
  if (position === "center") return margin;
  if (position === "top") return Math.min(margin, frame.height * top);
  return Math.max(margin, frame.height * (1 - bottom) - height);
}
