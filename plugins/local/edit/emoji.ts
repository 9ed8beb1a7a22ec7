import { createCanvas } from "@napi-rs/canvas";
import { type Frame, getBaseline, hasColorEmoji, type PageLayout, type Place } from "vireo/captions/layout";
import { lineText } from "vireo/captions/wrap";
import type { Drawing } from "../codec/feeds";
import { getCanvasFont, registerFonts } from "../fonts/canvas";
import { isEmojiFont, splitFontRuns } from "../fonts/runs";

const FPS = 30;
const graphemes = new Intl.Segmenter("und", { granularity: "grapheme" });

/** One emoji. Lengths are in pixels, times in seconds. */
interface Picture {
  text: string;
  /** Horizontal centre and baseline. */
  x: number;
  y: number;
  size: number;
  start: number;
  end: number;
}

/** Emoji in colour, drawn on top of the captions because libass can only draw outlines. */
export interface EmojiLayer {
  drawing: Drawing;
  /** Top left corner in the frame. */
  x: number;
  y: number;
}

/** Draws the emoji of all pages. Undefined if there are none. `measure` returns the width of a text in ems. */
export function drawEmoji(
  pages: readonly { layout: PageLayout; place: Place }[],
  frame: Frame,
  style: { family: string; weight: number },
  measure: (text: string) => number,
  duration: number,
): EmojiLayer | undefined {
  const pictures = pages.flatMap(({ layout, place }) => listPictures(layout, place, frame, style, measure));
  if (pictures.length === 0) return undefined;
  const edges = pictures.map(({ x, y, size }) => ({
    left: x - size,
    right: x + size,
    top: y - 1.2 * size,
    bottom: y + 0.4 * size,
  }));
  const x = Math.max(0, Math.floor(Math.min(...edges.map(({ left }) => left))));
  const y = Math.max(0, Math.floor(Math.min(...edges.map(({ top }) => top))));
  const size = {
    width: Math.min(frame.width, Math.ceil(Math.max(...edges.map(({ right }) => right)))) - x,
    height: Math.min(frame.height, Math.ceil(Math.max(...edges.map(({ bottom }) => bottom)))) - y,
  };
  return { x, y, drawing: { size, fps: FPS, frames: drawFrames(pictures, { x, y, ...size }, duration) } };
}

function listPictures(
  layout: PageLayout,
  place: Place,
  frame: Frame,
  { family, weight }: { family: string; weight: number },
  measure: (text: string) => number,
): Picture[] {
  const { size, page } = layout;
  return layout.lines.flatMap((line, i) => {
    const text = lineText(line);
    if (!hasColorEmoji(text)) return [];
    const runs = splitFontRuns(text, family, weight);
    let x = (frame.width - measure(text) * size) / 2;
    const y = getBaseline(layout, place, i);
    return runs.flatMap((run) => {
      const parts = isEmojiFont(run.font) ? [...graphemes.segment(run.text)].map(({ segment }) => segment) : [run.text];
      return parts.flatMap((part) => {
        const width = measure(part) * size;
        x += width;
        const isPicture = isEmojiFont(run.font) && part.trim() !== "";
        return isPicture ? [{ text: part, x: x - width / 2, y, size, start: page.start, end: page.end }] : [];
      });
    });
  });
}

/** Returns pixels without premultiplied alpha, as the filters expect. */
function* drawFrames(
  pictures: readonly Picture[],
  area: Frame & { x: number; y: number },
  duration: number,
): Generator<Uint8Array> {
  registerFonts();
  const canvas = createCanvas(area.width, area.height);
  const context = canvas.getContext("2d");
  context.textAlign = "center";
  let shown = "";
  let pixels = new Uint8Array(area.width * area.height * 4);
  for (let frame = 0; frame / FPS < duration + 1; frame++) {
    // Captions change on the nearest frame.
    const time = (frame + 0.5) / FPS;
    const current = pictures.filter(({ start, end }) => time >= start && time < end);
    const key = current.map((picture) => pictures.indexOf(picture)).join();
    if (key !== shown) {
      context.clearRect(0, 0, area.width, area.height);
      for (const { text, x, y, size } of current) {
        context.font = getCanvasFont("Noto Color Emoji", size, 400);
        context.fillText(text, x - area.x, y - area.y);
      }
      pixels = new Uint8Array(context.getImageData(0, 0, area.width, area.height).data);
      shown = key;
    }
    yield pixels;
  }
}
