import type { Canvas, SKRSContext2D } from "@napi-rs/canvas";
import { chooseInk, fade } from "#plugins/local/draw/colors";
import { display, heading, registerFonts } from "#plugins/local/draw/fonts";
import { capitals, drawText, layOutText } from "#plugins/local/draw/text";
import type { Box } from "#plugins/local/video/stage";

export interface Caption {
  text: string;
  position: "top" | "center" | "bottom";
  /** A corner or a side. Default: the middle. */
  align?: "left" | "right";
  /** Hex colour. Default: white. */
  color?: string;
  size: "small" | "normal" | "large";
  /** True for a headline in narrow capitals. */
  style: "headline" | "caption";
}

const sizes = { small: 0.055, normal: 0.095, large: 0.16 } as const;

/** Draws a text over an image, inside `area`, with a shade behind it that makes it readable on any background. */
export function writeCaption(picture: Canvas, caption: Caption, area: Box): void {
  registerFonts();
  const ctx = picture.getContext("2d");
  const color = caption.color ?? "#ffffff";
  const side = Math.min(area.width, area.height);
  const [x0, y0] = [area.width * 0.07, area.height * 0.06];
  const place = { x: area.x + x0, y: area.y + y0, width: area.width - 2 * x0, height: area.height - 2 * y0 };
  const headline = caption.style === "headline";
  const block = layOutText(ctx, headline ? capitals(caption.text) : caption.text, {
    font: headline ? display : heading,
    maxWidth: place.width * (caption.align ? 0.5 : 1),
    maxHeight: place.height * 0.6,
    maxSize: Math.max(12, Math.round(side * sizes[caption.size] * (headline ? 1.25 : 1))),
    minSize: 10,
    align: caption.align ?? "center",
  });
  const x = caption.align === "right" ? place.x + place.width - place.width * 0.5 : place.x;
  const free = place.height - block.height;
  const y = place.y + (caption.position === "top" ? 0 : caption.position === "center" ? free / 2 : free);
  if (caption.position !== "center") shade(ctx, area, caption.position, block.height, chooseInk(color));
  ctx.save();
  ctx.shadowColor = fade(chooseInk(color), 0.55);
  ctx.shadowBlur = block.size * 0.35;
  ctx.fillStyle = color;
  drawText(ctx, block, x, y);
  ctx.restore();
}

/** Draws a shade that rises from the edge next to the text. */
function shade(ctx: SKRSContext2D, area: Box, edge: "top" | "bottom", height: number, color: string): void {
  const reach = Math.min(area.height, (height + area.height * 0.06) * 2);
  const from = edge === "top" ? area.y : area.y + area.height;
  const gradient = ctx.createLinearGradient(0, from, 0, edge === "top" ? from + reach : from - reach);
  gradient.addColorStop(0, fade(color, 0.68));
  gradient.addColorStop(0.45, fade(color, 0.42));
  gradient.addColorStop(1, fade(color, 0));
  ctx.fillStyle = gradient;
  ctx.fillRect(area.x, edge === "top" ? from : from - reach, area.width, reach);
}
