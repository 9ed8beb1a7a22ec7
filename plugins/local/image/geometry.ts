import { type Canvas, createCanvas } from "@napi-rs/canvas";
import { findFocus } from "#plugins/local/draw/focus";
import { getCoverCrop } from "#plugins/local/draw/photo";
import { createRoundedRect } from "#plugins/local/draw/shapes";

/**
 * Crops an image to `ratio` (width by height) around its focus. Where that would cut the text of a poster or a screenshot, the
 * image is extended by its edges instead.
 */
export function cropTo(picture: Canvas, ratio: number): Canvas {
  const { width, height } = picture;
  const focus = findFocus(picture);
  const crop = getCoverCrop({ width, height, focus }, ratio, 1);
  const [x, y] = [Math.round(crop.x), Math.round(crop.y)];
  const [cutWidth, cutHeight] = [Math.round(crop.width), Math.round(crop.height)];
  const cuts = [
    { x: 0, y: 0, width: x, height },
    { x: x + cutWidth, y: 0, width: width - x - cutWidth, height },
    { x: 0, y: 0, width, height: y },
    { x: 0, y: y + cutHeight, width, height: height - y - cutHeight },
  ];
  // A photo has strokes everywhere.
  if (focus.kind !== "detail" && cuts.some((cut) => hasText(picture, cut))) return extendTo(picture, ratio);
  return drawn(cutWidth, cutHeight, (ctx) => ctx.drawImage(picture, -x, -y));
}

/** Minimum difference of neighboring pixels at the edge of a letter, out of 765, and minimum number of edges in a row of text. */
const EDGE = 150;
const EDGES = 4;
/** Minimum number of such rows, as a fraction of the shorter side of the image. */
const TEXT_ROWS = 0.01;

/** True if a part of a drawn picture contains text. */
function hasText(picture: Canvas, { x, y, width, height }: Record<"x" | "y" | "width" | "height", number>): boolean {
  if (width < 1 || height < 1) return false;
  const { data } = picture.getContext("2d").getImageData(x, y, width, height);
  let rows = 0;
  for (let row = 0; row < height; row++) {
    let edges = 0;
    for (let at = (row * width + 1) * 4; at < (row + 1) * width * 4; at += 4) {
      let difference = 0;
      for (let channel = at; channel < at + 3; channel++) difference += Math.abs(data[channel]! - data[channel - 4]!);
      if (difference >= EDGE) edges++;
    }
    if (edges >= EDGES) rows++;
  }
  return rows >= TEXT_ROWS * Math.min(picture.width, picture.height);
}

/** Places an image in the middle of a larger one, whose margins continue the pixels at its edges. */
function extendTo(picture: Canvas, ratio: number): Canvas {
  const { width, height } = picture;
  const [fullWidth, fullHeight] = [
    Math.max(width, Math.round(height * ratio)),
    Math.max(height, Math.round(width / ratio)),
  ];
  const [x, y] = [Math.round((fullWidth - width) / 2), Math.round((fullHeight - height) / 2)];
  return drawn(fullWidth, fullHeight, (ctx) => {
    ctx.drawImage(picture, 0, 0, 1, height, 0, y, x, height);
    ctx.drawImage(picture, width - 1, 0, 1, height, x + width, y, fullWidth - x - width, height);
    ctx.drawImage(picture, 0, 0, width, 1, x, 0, width, y);
    ctx.drawImage(picture, 0, height - 1, width, 1, x, y + height, width, fullHeight - y - height);
    ctx.drawImage(picture, x, y);
  });
}

export function resizeTo(picture: Canvas, width: number, height: number): Canvas {
  return drawn(width, height, (ctx) => {
    ctx.imageSmoothingQuality = "high";
    ctx.drawImage(picture, 0, 0, width, height);
  });
}

/** Rotates clockwise. Quarter turns keep every pixel; others are cropped to the largest box without empty corners. */
export function rotate(picture: Canvas, degrees: number): Canvas {
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

export function flip(picture: Canvas, axis: "horizontal" | "vertical"): Canvas {
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
    ctx.clip(createRoundedRect(0, 0, width, height, radius));
    ctx.drawImage(picture, 0, 0);
  });
}

/** Draws a border inside the image's edges, so that its size does not change. */
export function addBorder(picture: Canvas, color: string, thickness: number): Canvas {
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
