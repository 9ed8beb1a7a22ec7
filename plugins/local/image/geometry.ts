import { type Canvas, createCanvas } from "@napi-rs/canvas";
import { findFocus } from "#plugins/local/draw/focus";
import { coverCrop } from "#plugins/local/draw/photo";
import { roundedRect } from "#plugins/local/draw/shapes";

/** Crops an image to `ratio` (width by height) around its focus. */
export function cropTo(picture: Canvas, ratio: number): Canvas {
  const { width, height } = picture;
  const crop = coverCrop({ width, height, focus: findFocus(picture) }, ratio, 1);
  return drawn(Math.round(crop.width), Math.round(crop.height), (ctx) =>
    ctx.drawImage(picture, -Math.round(crop.x), -Math.round(crop.y)),
  );
}

export function resizeTo(picture: Canvas, width: number, height: number): Canvas {
  return drawn(width, height, (ctx) => {
    ctx.imageSmoothingQuality = "high";
    ctx.drawImage(picture, 0, 0, width, height);
  });
}

/** Rotates clockwise. Quarter turns keep every pixel; others are cropped to the largest box without empty corners. */
export function rotated(picture: Canvas, degrees: number): Canvas {
  const angle = (degrees * Math.PI) / 180;
  const { width, height } = degrees % 90 === 0 ? turnedSize(picture, degrees) : innerSize(picture, angle);
  return drawn(width, height, (ctx) => {
    ctx.imageSmoothingQuality = "high";
    ctx.translate(width / 2, height / 2);
    ctx.rotate(angle);
    ctx.drawImage(picture, -picture.width / 2, -picture.height / 2);
  });
}

function turnedSize({ width, height }: Canvas, degrees: number): { width: number; height: number } {
  return degrees % 180 === 0 ? { width, height } : { width: height, height: width };
}

/** Finds the largest upright box with the image's aspect ratio inside the rotated image. */
function innerSize({ width, height }: Canvas, angle: number): { width: number; height: number } {
  const sin = Math.abs(Math.sin(angle));
  const cos = Math.abs(Math.cos(angle));
  const scale = Math.min(width / (width * cos + height * sin), height / (width * sin + height * cos));
  return { width: Math.max(1, Math.floor(width * scale)), height: Math.max(1, Math.floor(height * scale)) };
}

export function flipped(picture: Canvas, axis: "horizontal" | "vertical"): Canvas {
  const { width, height } = picture;
  return drawn(width, height, (ctx) => {
    if (axis === "horizontal") ctx.setTransform(-1, 0, 0, 1, width, 0);
    else ctx.setTransform(1, 0, 0, -1, 0, height);
    ctx.drawImage(picture, 0, 0);
  });
}

/** Makes corners transparent, with a radius in pixels. */
export function roundCorners(picture: Canvas, radius: number): Canvas {
  const { width, height } = picture;
  return drawn(width, height, (ctx) => {
    ctx.clip(roundedRect(0, 0, width, height, radius));
    ctx.drawImage(picture, 0, 0);
  });
}

/** Draws a border inside the image's edges, so that its size does not change. */
export function bordered(picture: Canvas, color: string, thickness: number): Canvas {
  const { width, height } = picture;
  return drawn(width, height, (ctx) => {
    ctx.drawImage(picture, 0, 0);
    ctx.strokeStyle = color;
    ctx.lineWidth = thickness * 2;
    ctx.strokeRect(0, 0, width, height);
  });
}

function drawn(width: number, height: number, draw: (ctx: ReturnType<Canvas["getContext"]>) => void): Canvas {
  const canvas = createCanvas(width, height);
  draw(canvas.getContext("2d"));
  return canvas;
}
