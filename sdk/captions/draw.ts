import { type Frame, getBaseline, getBox, type PageLayout, type Place } from "./layout";
import type { PlacedPage } from "./placement";
import type { CaptionStyle } from "./styles";
import { isRightToLeft, RIGHT_TO_LEFT, type Word } from "./words";
import { lineText } from "./wrap";

/** The part of a browser's canvas context that drawing captions needs. */
type Canvas = Pick<
  CanvasRenderingContext2D,
  | "beginPath"
  | "clearRect"
  | "clip"
  | "direction"
  | "drawImage"
  | "fill"
  | "fillStyle"
  | "fillText"
  | "filter"
  | "font"
  | "globalAlpha"
  | "lineJoin"
  | "lineWidth"
  | "measureText"
  | "rect"
  | "restore"
  | "roundRect"
  | "setTransform"
  | "save"
  | "strokeStyle"
  | "strokeText"
  | "textAlign"
  | "textBaseline"
  | "textRendering"
>;

/** The font of captions. */
export interface DrawnFace {
  /** CSS `font-family`. */
  css: string;
  weight: number;
  /** The font's Windows ascent and descent, in ems. The renderer centers lines by them. */
  ascent: number;
  descent: number;
}

interface Options {
  style: CaptionStyle;
  face: DrawnFace;
  frame: Frame;
  /** A second canvas of the same size. Fading text is drawn on it first, so that its layers fade as one. */
  layer: { context: Canvas; image: CanvasImageSource };
  /** Canvas pixels per frame pixel. */
  ratio: number;
  /** Skips the entrance animation, which would hide a page at its start. */
  settled?: boolean;
}

/** Part of a line in one style. Lengths are pixels. */
interface Run {
  text: string;
  x: number;
  y: number;
  width: number;
  /** Font size. */
  size: number;
  color: string;
  /** Fills the start of the text in another color. `part` is 0 to 1. */
  sweep?: { part: number; color: string };
}

const SHADOW_OPACITY = (255 - 0x60) / 255;
/** Standard deviation of the renderer's blur, per unit of strength. */
const BLUR_SIGMA = 2 / Math.sqrt(Math.log(256));

/**
 * Draws the captions at `time` (seconds) over the canvas, exactly as the built-in engine renders them.
 * @param canvas context of a canvas of `ratio` × the frame's size
 * @param pages the result of `placeCaptions`
 * @example
 * import { changeStyle } from "vireo/captions/styles";
 * const style = changeStyle("bold", {});
 * const canvas = document.querySelector("canvas")!;
 * const layer = new OffscreenCanvas(canvas.width, canvas.height);
 * drawCaptions(canvas.getContext("2d")!, [], video.currentTime, {
 *   style,
 *   face: { css: "Anton", weight: 400, ascent: 1.18, descent: 0.33 },
 *   frame: { width: 1080, height: 1920 },
 *   layer: { context: layer.getContext("2d")!, image: layer },
 *   ratio: canvas.width / 1080,
 * });
 */
export function drawCaptions(canvas: Canvas, pages: readonly PlacedPage[], time: number, options: Options): void {
  for (const { layout, place } of pages)
    if (time >= layout.page.start && time < layout.page.end) drawPage(canvas, layout, place, time, options);
}

function drawPage(canvas: Canvas, layout: PageLayout, place: Place, time: number, options: Options): void {
  const { style, ratio, layer, frame } = options;
  canvas.save();
  canvas.setTransform(ratio, 0, 0, ratio, 0, 0);
  drawBox(canvas, layout, place, options);
  const { scale, opacity } = getEntrance(layout, style, time, options.settled ?? false);
  if (opacity === 1) drawLines(canvas, layout, place, scale, time, options);
  else {
    layer.context.save();
    layer.context.setTransform(ratio, 0, 0, ratio, 0, 0);
    layer.context.clearRect(0, 0, frame.width, frame.height);
    drawLines(layer.context, layout, place, scale, time, options);
    layer.context.restore();
    canvas.globalAlpha = opacity;
    canvas.drawImage(layer.image, 0, 0, frame.width, frame.height);
  }
  canvas.restore();
}

function drawLines(
  canvas: Canvas,
  layout: PageLayout,
  place: Place,
  scale: number,
  time: number,
  options: Options,
): void {
  const { style, frame, face } = options;
  canvas.textAlign = "left";
  canvas.textBaseline = "alphabetic";
  canvas.lineJoin = "round";
  // Allows subpixel positions, like the renderer.
  canvas.textRendering = "geometricPrecision";
  const isReversed = isRightToLeft(
    layout.lines
      .flat()
      .map(({ text }) => text)
      .join(" "),
  );
  canvas.direction = isReversed ? "rtl" : "ltr";
  const widths = createWidths(canvas, face);
  const runs = layout.lines.flatMap((line, i) => {
    // The renderer scales text around the middle of the line.
    const middle = getBaseline(layout, place, i) - (layout.size * (face.ascent - face.descent)) / 2;
    return layOutRuns(line, layout, { middle, scale, center: frame.width / 2, style, face, time, widths, isReversed });
  });
  drawRuns(canvas, runs, layout.size, options);
}

function drawBox(canvas: Canvas, layout: PageLayout, place: Place, { style, frame }: Options): void {
  const { x, y, width, height, radius, opacity } = getBox(layout, place, frame, style);
  if (opacity === 0) return;
  canvas.globalAlpha = opacity;
  canvas.fillStyle = style.outlineColor;
  canvas.beginPath();
  canvas.roundRect(x, y, width, height, radius);
  canvas.fill();
  canvas.globalAlpha = 1;
}

/** Scale and opacity of a page during its entrance and exit. */
function getEntrance({ page }: PageLayout, { entrance }: CaptionStyle, time: number, settled: boolean) {
  const [since, left] = [time - page.start, page.end - time];
  if (settled || entrance === "none") return { scale: 1, opacity: 1 };
  if (entrance === "fade") return { scale: 1, opacity: Math.max(0, Math.min(1, since / 0.14, left / 0.1)) };
  return { scale: animate(since, [0, 0.84], [0.11, 1.05], [0.19, 1]), opacity: 1 };
}

/** Interpolates linearly between points in time. */
function animate(time: number, ...points: readonly (readonly [at: number, value: number])[]): number {
  const next = points.findIndex(([at]) => time < at);
  if (next === 0) return points[0]![1];
  if (next < 0) return points.at(-1)![1];
  const [[from, low], [to, high]] = [points[next - 1]!, points[next]!];
  return low + ((time - from) / (to - from)) * (high - low);
}

type Widths = ReturnType<typeof createWidths>;

const toFont = ({ css, weight }: DrawnFace, size: number) => `${weight} ${size}px ${css}`;

/** Returns a function that measures text in ems. It measures at a large size to avoid rounding. */
function createWidths(canvas: Canvas, face: DrawnFace) {
  const SIZE = 100;
  return (text: string) => {
    canvas.font = toFont(face, SIZE);
    return canvas.measureText(text).width / SIZE;
  };
}

interface Line {
  middle: number;
  scale: number;
  center: number;
  style: CaptionStyle;
  face: DrawnFace;
  time: number;
  widths: Widths;
  /** True if the page is read from right to left. */
  isReversed: boolean;
}

/** Splits a line into runs, for highlighted words, and positions them. */
function layOutRuns(line: readonly Word[], layout: PageLayout, options: Line): Run[] {
  const { style, face, time, widths, middle, scale, center, isReversed } = options;
  const size = layout.size * scale;
  const parts = splitLine(line, layout, style, time);
  const tallest = Math.max(...parts.map((part) => part.scale));
  const y = middle + (size * tallest * (face.ascent - face.descent)) / 2;
  const measured = parts.map((part) => ({ ...part, width: widths(part.text) * size * part.scale }));
  const total = measured.reduce((sum, { width }) => sum + width, 0);
  let x = center - total / 2;
  const ordered = isReversed ? measured.toReversed() : measured;
  return ordered.map(({ text, width, color, sweep, scale: own }) => {
    const run: Run = { text, x, y, width, size: size * own, color, sweep: sweep || undefined };
    x += width;
    return run;
  });
}

interface Part extends Pick<Run, "text" | "color" | "sweep"> {
  scale: number;
}

function splitLine(line: readonly Word[], { lines, page }: PageLayout, style: CaptionStyle, time: number): Part[] {
  const { color, highlightColor, highlight } = style;
  if (highlight === "none") return [{ text: lineText(line), color, scale: 1 }];
  if (highlight === "sweep") return line.map((word, i) => ({ ...sweepWord(word, i, style, time), scale: 1 }));
  const words = lines.flat();
  const getStart = (at: number) => (at === 0 ? page.start : Math.min(words[at]?.start ?? page.end, page.end));
  const at = line.findIndex((word) => {
    const i = words.indexOf(word);
    return time >= getStart(i) && time < getStart(i + 1);
  });
  const spoken = line[at];
  if (!spoken) return [{ text: lineText(line), color, scale: 1 }];
  const since = time - getStart(words.indexOf(spoken));
  const scale = highlight === "pop" ? animate(since, [0, 0.88], [0.09, 1.1], [0.17, 1.04]) : 1;
  const after = line.slice(at + 1);
  return [
    { text: lineText(line.slice(0, at)) + (at > 0 && !spoken.joined ? " " : ""), color, scale: 1 },
    { text: spoken.text, color: highlightColor, scale },
    { text: (after[0] && !after[0].joined ? " " : "") + lineText(after), color, scale: 1 },
  ].filter(({ text }) => text !== "");
}

function sweepWord({ text, start, end, joined }: Word, i: number, style: CaptionStyle, time: number) {
  const part = Math.min(1, Math.max(0, (time - start) / Math.max(0.01, end - start)));
  const filled = RIGHT_TO_LEFT.test(text) ? Math.ceil(part) : part;
  const sweep = { part: filled, color: style.highlightColor };
  return { text: i > 0 && !joined ? ` ${text}` : text, color: style.color, sweep };
}

/** Draws all shadows, then all outlines, then all letters, so that no run covers another. */
function drawRuns(canvas: Canvas, runs: readonly Run[], size: number, { style, face, ratio }: Options): void {
  const [outline, shadow, blur] = [style.outline * size, style.shadow * size, style.blur * size];
  const outlineRun = ({ text, x, y, size }: Run, shift: number) => {
    canvas.font = toFont(face, size);
    canvas.lineWidth = 2 * outline;
    if (outline > 0) canvas.strokeText(text, x + shift, y + shift);
    canvas.fillText(text, x + shift, y + shift);
  };
  if (shadow > 0) {
    canvas.save();
    canvas.globalAlpha *= SHADOW_OPACITY;
    canvas.fillStyle = canvas.strokeStyle = "#000000";
    for (const run of runs) outlineRun(run, shadow);
    canvas.restore();
  }
  if (outline > 0) {
    canvas.save();
    if (blur > 0) canvas.filter = `blur(${blur * BLUR_SIGMA * ratio}px)`;
    canvas.fillStyle = canvas.strokeStyle = style.outlineColor;
    for (const run of runs) outlineRun(run, 0);
    canvas.restore();
  }
  for (const run of runs) fillRun(canvas, run, face);
}

function fillRun(canvas: Canvas, { text, x, y, width, size, color, sweep }: Run, face: DrawnFace): void {
  canvas.font = toFont(face, size);
  canvas.fillStyle = color;
  canvas.fillText(text, x, y);
  if (!sweep || sweep.part === 0) return;
  canvas.save();
  canvas.beginPath();
  canvas.rect(x, y - 2 * size, width * sweep.part, 3 * size);
  canvas.clip();
  canvas.fillStyle = sweep.color;
  canvas.fillText(text, x, y);
  canvas.restore();
}
