import type { SKRSContext2D } from "@napi-rs/canvas";
import type { FontStack } from "#plugins/local/draw/fonts";
import type { Photo } from "#plugins/local/draw/photo";
import { roundedRect } from "#plugins/local/draw/shapes";
import { type Align, drawText, layout, type TextBlock } from "#plugins/local/draw/text";
import type { Block } from "./stack";

export interface TextStyle {
  font: FontStack;
  color: string;
  maxWidth: number;
  maxHeight: number;
  maxSize: number;
  minSize?: number;
  maxLines?: number;
  align: Align;
  /** Part of the text to draw in `accent`. */
  keyword?: string;
  accent?: string;
}

/** Creates a block with a text, as wide as its widest line. */
export function textBlock(ctx: SKRSContext2D, kind: string, text: string, style: TextStyle): Block & { size: number } {
  const { color, accent, keyword, ...options } = style;
  const wide = layout(ctx, text, options);
  // Set the text again in its own width, so that the block's box matches the ink.
  const width = Math.ceil(wide.width);
  const shift = wide.lines.length === 0 ? 0 : Math.min(...wide.lines.map((line) => line.x));
  return {
    kind,
    width,
    height: Math.ceil(wide.height),
    size: wide.size,
    draw(target, x, y) {
      target.fillStyle = color;
      if (accent && keyword && !wide.rtl) drawStressed(target, wide, x - shift, y, keyword, color, accent);
      else drawText(target, wide, x - shift, y);
    },
  };
}

/** Draws word by word, with the keyword in another colour. */
function drawStressed(
  ctx: SKRSContext2D,
  block: TextBlock,
  x: number,
  y: number,
  keyword: string,
  color: string,
  accent: string,
): void {
  const bare = (text: string) => text.toLowerCase().replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}%]+$/gu, "");
  const stressed = new Set(keyword.split(/\s+/).map(bare));
  ctx.font = block.font;
  ctx.textBaseline = "alphabetic";
  ctx.textAlign = "left";
  ctx.direction = "ltr";
  for (const word of block.lines.flatMap((line) => line.words)) {
    ctx.fillStyle = stressed.has(bare(word.text)) ? accent : color;
    ctx.fillText(word.text, x + word.x, y + word.y);
  }
}

interface ButtonStyle {
  fill: string;
  ink: string;
  maxWidth: number;
  rtl: boolean;
  font: FontStack;
}

/** Height of a button in pixels. */
const BUTTON_HEIGHT = 92;

/** Creates a rounded button with an arrow. */
export function button(ctx: SKRSContext2D, text: string, style: ButtonStyle): Block {
  const height = BUTTON_HEIGHT;
  const pad = height * 0.5;
  const arrow = height * 0.34;
  const gap = height * 0.28;
  const words = textBlock(ctx, "text", text, {
    font: style.font,
    color: style.ink,
    maxWidth: style.maxWidth - 2 * pad - arrow - gap,
    maxHeight: height * 0.5,
    maxSize: Math.round(height * 0.41),
    minSize: 16,
    maxLines: 1,
    align: "left",
  });
  const width = words.width + 2 * pad + gap + arrow;
  return {
    kind: "cta",
    width,
    height,
    draw(target, x, y) {
      target.fillStyle = style.fill;
      target.fill(roundedRect(x, y, width, height, height / 2));
      words.draw(target, style.rtl ? x + pad + arrow + gap : x + pad, y + (height - words.height) / 2);
      const tip = style.rtl ? x + pad : x + width - pad;
      drawArrow(target, tip, y + height / 2, style.rtl ? -arrow : arrow, style.ink);
    },
  };
}

function drawArrow(ctx: SKRSContext2D, tip: number, y: number, length: number, color: string): void {
  const head = Math.abs(length) * 0.42;
  ctx.strokeStyle = color;
  ctx.lineWidth = Math.abs(length) * 0.14;
  ctx.lineCap = "round";
  ctx.lineJoin = "round";
  ctx.beginPath();
  ctx.moveTo(tip - length, y);
  ctx.lineTo(tip, y);
  ctx.moveTo(tip - Math.sign(length) * head, y - head);
  ctx.lineTo(tip, y);
  ctx.lineTo(tip - Math.sign(length) * head, y + head);
  ctx.stroke();
}

/** Size of a brand's name in pixels. */
const BRAND_SIZE = 38;

/** Creates the brand name with a preceding accent bar. */
export function brandMark(
  ctx: SKRSContext2D,
  name: string,
  style: {
    color: string;
    accent: string;
    maxWidth: number;
    rtl: boolean;
    bar: boolean;
    font: FontStack;
  },
): Block {
  const size = BRAND_SIZE;
  const bar = style.bar ? Math.round(size * 0.22) : 0;
  const gap = style.bar ? Math.round(size * 0.45) : 0;
  const words = textBlock(ctx, "text", name, {
    font: style.font,
    color: style.color,
    maxWidth: style.maxWidth - bar - gap,
    maxHeight: size * 1.6,
    maxSize: size,
    minSize: 20,
    maxLines: 1,
    align: "left",
  });
  const height = Math.max(words.height, size);
  return {
    kind: "brand",
    width: bar + gap + words.width,
    height,
    draw(target, x, y) {
      target.fillStyle = style.accent;
      target.fillRect(style.rtl ? x + gap + words.width : x, y, bar, height);
      words.draw(target, style.rtl ? x : x + bar + gap, y + (height - words.height) / 2);
    },
  };
}

const LOGO = { width: 300, height: 84 } as const;

/** Creates the brand's logo, which replaces its name. */
export function logoMark(logo: Photo): Block {
  const scale = Math.min(LOGO.width / logo.width, LOGO.height / logo.height);
  const [width, height] = [Math.round(logo.width * scale), Math.round(logo.height * scale)];
  return {
    kind: "brand",
    width,
    height,
    draw(target, x, y) {
      target.imageSmoothingQuality = "high";
      target.drawImage(logo.canvas, x, y, width, height);
    },
  };
}
