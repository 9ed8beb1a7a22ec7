import { type Canvas, createCanvas, type Image } from "@napi-rs/canvas";
import { isRightToLeft, splitWords } from "vireo/captions/words";
import { lineText, wrapWords } from "vireo/captions/wrap";
import { getCanvasFont, registerFonts } from "../fonts/canvas";
import { checkLetters } from "../fonts/letters";
import { joinEmoji } from "../fonts/runs";
import { RenderError } from "../render-tools";
import { parseColor } from "./color";
import { chooseFont, OVERLAY_FACE } from "./font-choice";
import { createTextMeasure } from "./measure";

export interface TextLook {
  fontFamily?: string;
  /** Size in pixels, for a frame with a shorter side of 1080. */
  fontSize?: number;
  /** Colours are `#rrggbb` or `#rrggbbaa`. */
  color?: string;
  outlineColor?: string;
  /** Colour of a box with rounded corners behind the text. */
  backgroundColor?: string;
}

interface Size {
  width: number;
  height: number;
}

const LINE_HEIGHT = 1.3;
const OUTLINE = 0.13;
/** Minimum scale of a text whose words are too long for a line. Below it, words are split. */
const SMALLEST = 0.5;
/** Padding around the text in ems, for outlines, accents and the box. */
const PADDING = { bare: 0.2, box: 0.5 } as const;

/** Draws a text, wrapped and scaled down if necessary, on a transparent canvas that fits into `room`. */
export function drawTextBox(text: string, look: TextLook, room: Size, scale: number): Canvas {
  const { family, weight } = chooseFont(look.fontFamily, OVERLAY_FACE);
  const paragraphs = joinEmoji(text)
    .split(/\r\n?|\n/)
    .map(splitWords);
  if (paragraphs.every((words) => words.length === 0))
    throw new RenderError("overlay_empty", "The overlay has no text.");
  checkLetters(text);
  registerFonts();
  const measure = createTextMeasure(family, weight);
  const direction = isRightToLeft(text) ? "rtl" : "ltr";
  const padding = look.backgroundColor ? PADDING.box : PADDING.bare;
  const wrap = (size: number, scale: number) => {
    const width = Math.max(1, room.width / size - 2 * padding);
    return paragraphs.map((words) => wrapWords(words, { width, lines: Number.POSITIVE_INFINITY, scale }, measure));
  };
  let size = (look.fontSize ?? 64) * scale;
  size *= Math.min(...wrap(size, SMALLEST).map((wrapped) => wrapped.scale));
  let wrapped = wrap(size, 1);
  const lines = () => wrapped.flatMap(({ lines }) => (lines.length > 0 ? lines.map(lineText) : [""]));
  while ((lines().length * LINE_HEIGHT + 2 * padding) * size > room.height) {
    size *= 0.92;
    wrapped = wrap(size, 1);
  }
  return paint(lines(), size);

  function paint(lines: readonly string[], size: number): Canvas {
    const width = Math.max(...lines.map(measure)) * size + 2 * padding * size;
    const canvas = createCanvas(Math.ceil(width), Math.ceil((lines.length * LINE_HEIGHT + 2 * padding) * size));
    const context = canvas.getContext("2d");
    if (look.backgroundColor) {
      context.fillStyle = toCssColor(look.backgroundColor);
      context.beginPath();
      context.roundRect(0, 0, canvas.width, canvas.height, size * 0.3);
      context.fill();
    }
    context.font = getCanvasFont(family, size, weight);
    context.textAlign = "center";
    context.lineJoin = "round";
    context.lineWidth = size * OUTLINE;
    context.strokeStyle = toCssColor(look.outlineColor ?? "#000000");
    context.fillStyle = toCssColor(look.color ?? "#ffffff");
    const outlined = look.outlineColor !== undefined || !look.backgroundColor;
    for (const [i, line] of lines.entries()) {
      const y = (padding + (i + 0.5) * LINE_HEIGHT + 0.36) * size;
      context.direction = direction;
      if (outlined) context.strokeText(line, canvas.width / 2, y);
      context.fillText(line, canvas.width / 2, y);
    }
    return canvas;
  }
}

/** Draws an image as large as fits into the box, keeping its aspect ratio. */
export function drawImageBox(image: Image | Canvas, box: Size): Canvas {
  const scale = Math.min(box.width / image.width, box.height / image.height);
  const canvas = createCanvas(
    Math.max(1, Math.round(image.width * scale)),
    Math.max(1, Math.round(image.height * scale)),
  );
  const context = canvas.getContext("2d");
  context.imageSmoothingQuality = "high";
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas;
}

function toCssColor(color: string): string {
  const { rgb, opacity } = parseColor(color);
  return `#${rgb}${Math.round(opacity * 255)
    .toString(16)
    .padStart(2, "0")}`;
}
