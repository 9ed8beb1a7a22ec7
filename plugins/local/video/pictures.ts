import { createCanvas, type SKRSContext2D } from "@napi-rs/canvas";
import { toHex } from "#plugins/local/draw/colors";
import { coverCrop, drawContain, drawCover, type Photo } from "#plugins/local/draw/photo";
import type { Box, Stage } from "./stage";

/** Draws a photo into its box. `zoom` 1 fills the box; the position ranges from -1 to 1 within the overflow. */
export type Framed = (ctx: SKRSContext2D, zoom: number, panX?: number, panY?: number) => void;

/** Returns the position of a zoomed and panned image that still covers its box. */
function place(box: Box, zoom: number, panX = 0, panY = 0): Box {
  const [width, height] = [box.width * zoom, box.height * zoom];
  const x = box.x - ((width - box.width) * (1 - panX)) / 2;
  const y = box.y - ((height - box.height) * (1 - panY)) / 2;
  return { x, y, width, height };
}

/** Crops a photo to a box once, at its display size, so that frames only move it. */
export function framed(photo: Photo, box: Box, stage: Stage): Framed {
  if (photo.moving) return framedClip(photo, box);
  const canvas = createCanvas(Math.ceil(box.width * stage.scale), Math.ceil(box.height * stage.scale));
  drawCover(canvas.getContext("2d"), photo, 0, 0, canvas.width, canvas.height);
  return (ctx, ...motion) => {
    const { x, y, width, height } = place(box, ...motion);
    ctx.imageSmoothingQuality = "low";
    ctx.drawImage(canvas, x, y, width, height);
  };
}

/** Crops each frame of a clip. */
function framedClip(photo: Photo, box: Box): Framed {
  const crop = coverCrop(photo, box.width, box.height);
  return (ctx, ...motion) => {
    const { x, y, width, height } = place(box, ...motion);
    ctx.imageSmoothingQuality = "low";
    ctx.drawImage(photo.canvas, crop.x, crop.y, crop.width, crop.height, x, y, width, height);
  };
}

/** Draws a complete photo in the middle of a box, with a shadow: for products cut out of their background. */
export function contained(photo: Photo, box: Box, stage: Stage): Framed {
  const canvas = createCanvas(Math.ceil(box.width * stage.scale), Math.ceil(box.height * stage.scale));
  const brush = canvas.getContext("2d");
  const margin = canvas.width * 0.06;
  brush.shadowColor = "rgba(0, 0, 0, 0.4)";
  brush.shadowBlur = margin;
  brush.shadowOffsetY = margin / 2;
  drawContain(brush, photo, margin, margin, canvas.width - 2 * margin, canvas.height - 2 * margin);
  return (ctx, zoom) => {
    const { x, y, width, height } = place(box, zoom);
    ctx.drawImage(canvas, x, y, width, height);
  };
}

/** Draws a blurred photo, as a background for a sharp one. */
export function blurred(photo: Photo, stage: Stage): Framed {
  const whole = { x: 0, y: 0, width: stage.width, height: stage.height };
  const small = createCanvas(Math.round(stage.width / 60), Math.round(stage.height / 60));
  drawCover(small.getContext("2d"), photo, 0, 0, small.width, small.height);
  const medium = createCanvas(Math.round(stage.width / 8), Math.round(stage.height / 8));
  const brush = medium.getContext("2d");
  brush.imageSmoothingQuality = "high";
  brush.drawImage(small, -8, -8, medium.width + 16, medium.height + 16);
  return framed(
    { canvas: medium, width: medium.width, height: medium.height, focus: { x: 0.5, y: 0.5 } },
    whole,
    stage,
  );
}

/** Returns the average colour of an image's visible pixels. */
export function meanColor({ canvas }: Photo): string {
  const small = createCanvas(12, 12);
  const ctx = small.getContext("2d");
  ctx.imageSmoothingQuality = "high";
  ctx.drawImage(canvas, 0, 0, 12, 12);
  const { data } = ctx.getImageData(0, 0, 12, 12);
  const sums = [0, 0, 0, 0];
  for (let i = 0; i < data.length; i += 4) {
    const alpha = data[i + 3]! / 255;
    for (const k of [0, 1, 2]) sums[k]! += data[i + k]! * alpha;
    sums[3]! += alpha;
  }
  const [red, green, blue] = sums.map((sum) => sum / Math.max(1e-6, sums[3]!));
  return toHex([red!, green!, blue!]);
}

/** Minimum fraction of a photo that remains visible when it fills a stage of this shape. */
const LEAST_KEPT = { tall: 0.3, wide: 0.5, square: 0.4 } as const;
/** A subject that is taller than this fraction of the image would be behind the text. */
const HIGHEST_SUBJECT = 0.5;
/** Zoom of photos that fill the stage. */
const CLOSEST = 1.12;

/**
 * True if a photo can fill the frame without too much cropping or scaling, with its subject complete and clear of any
 * text.
 */
export function fillsStage(photo: Photo, stage: Stage, hasText: boolean): boolean {
  const { width, height, subject } = photo;
  const shape = width / height / (stage.width / stage.height);
  if (subject) {
    const crop = coverCrop(photo, stage.width, stage.height);
    const shown = { width: crop.width / CLOSEST, height: crop.height / CLOSEST };
    const highest = shown.height * (hasText ? HIGHEST_SUBJECT : 1);
    if ((subject.right - subject.left) * width > shown.width) return false;
    if ((subject.bottom - subject.top) * height > highest) return false;
  }
  const visible = Math.min(shape, 1 / shape);
  const sharp = Math.min(width / stage.width, height / stage.height) >= 0.3 * Math.max(1, stage.scale);
  return visible >= LEAST_KEPT[stage.shape] && sharp;
}
