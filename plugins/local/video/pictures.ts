import { type Canvas, createCanvas, type SKRSContext2D } from "@napi-rs/canvas";
import { getContrast, toHex } from "#plugins/local/draw/colors";
import { getCoverCrop, type Photo } from "#plugins/local/draw/photo";
import { clamp } from "#plugins/local/numbers";
import { mix } from "./ease";
import type { Box, Stage } from "./stage";

/** The parts of a photo that are seen at the beginning and at the end of a shot, in pixels. */
export interface View {
  from: Box;
  to: Box;
}

/** Draws a photo into its box as it is `through` (0 to 1) its view; `closer` zooms in further. */
export type Framed = (ctx: SKRSContext2D, through: number, closer?: number) => void;

/** Zoom of a photo while it is shown. That of a video is smaller, because it moves by itself. */
const CLOSER = { still: 1.1, moving: 1.04 } as const;

const LEAST_CLOSER = 1.03;

/** Zooms into a crop, towards what the photo is about, as far as that stays whole. */
export function closeIn(photo: Photo, from: Box, most: number = CLOSER[photo.moving ? "moving" : "still"]): View {
  const { kind, left, top, right, bottom } = photo.focus;
  const room = Math.min(from.width / ((right - left) * photo.width), from.height / ((bottom - top) * photo.height));
  const closer = kind === "detail" || kind === "graphic" ? most : Math.min(most, Math.max(LEAST_CLOSER, room));
  const x = anchor(left * photo.width, right * photo.width, from.x, from.width);
  const y = anchor(top * photo.height, bottom * photo.height, from.y, from.height);
  const to = {
    x: x - (x - from.x) / closer,
    y: y - (y - from.y) / closer,
    width: from.width / closer,
    height: from.height / closer,
  };
  return { from, to };
}

/** Returns the point that stays in place, so that the space on both sides of a subject shrinks in proportion. */
function anchor(start: number, end: number, from: number, length: number): number {
  const [before, after] = [Math.max(0, start - from), Math.max(0, from + length - end)];
  return from + length * (before + after === 0 ? 0.5 : before / (before + after));
}

function cropAt({ from, to }: View, through: number, closer: number): Box {
  const at = clamp(through);
  const [width, height] = [mix(from.width, to.width, at), mix(from.height, to.height, at)];
  const [x, y] = [mix(from.x, to.x, at), mix(from.y, to.y, at)];
  const spare = 1 - 1 / closer;
  return { x: x + (width * spare) / 2, y: y + (height * spare) / 2, width: width / closer, height: height / closer };
}

/** Shows a view of a photo in a box. A still photo is scaled once, so that frames only move it. */
export function framed(
  photo: Photo,
  box: Box,
  stage: Stage,
  view = closeIn(photo, getCoverCrop(photo, box.width, box.height)),
): Framed {
  const source = photo.moving ? { canvas: photo.canvas, x: 0, y: 0, scale: 1 } : scaleOnce(photo, box, stage, view);
  return (ctx, through, closer = 1) => {
    const { x, y, width, height } = cropAt(view, through, closer);
    const { canvas, scale } = source;
    ctx.imageSmoothingQuality = "low";
    ctx.drawImage(
      canvas,
      ...([(x - source.x) * scale, (y - source.y) * scale, width * scale, height * scale] as const),
      ...([box.x, box.y, box.width, box.height] as const),
    );
  };
}

/** Draws what a view shows of a photo at the size of its end, where it is the largest. */
function scaleOnce({ canvas }: Photo, box: Box, stage: Stage, { from, to }: View) {
  const [x, y] = [Math.min(from.x, to.x), Math.min(from.y, to.y)];
  const right = Math.max(from.x + from.width, to.x + to.width);
  const bottom = Math.max(from.y + from.height, to.y + to.height);
  const scale = (box.width * stage.scale) / to.width;
  const scaled = createCanvas(Math.ceil((right - x) * scale), Math.ceil((bottom - y) * scale));
  const brush = scaled.getContext("2d");
  brush.imageSmoothingQuality = "high";
  brush.drawImage(canvas, x, y, right - x, bottom - y, 0, 0, (right - x) * scale, (bottom - y) * scale);
  return { canvas: scaled, x, y, scale };
}

/** Returns the average colour of the visible pixels of an image, or of a part of it. */
export function meanColor({ canvas }: Pick<Photo, "canvas">, part?: Box): string {
  const sums = [0, 0, 0, 0];
  for (const [red, green, blue, alpha] of readColors(canvas, part)) {
    sums[0]! += red * alpha;
    sums[1]! += green * alpha;
    sums[2]! += blue * alpha;
    sums[3]! += alpha;
  }
  const [red, green, blue] = sums.map((sum) => sum / Math.max(1e-6, sums[3]!));
  return toHex([red!, green!, blue!]);
}

const SIDE = 48;

/** Returns the colours of an image, much reduced, with their opacity from 0 to 1. */
function readColors(
  canvas: Canvas,
  part = { x: 0, y: 0, width: canvas.width, height: canvas.height },
): [number, number, number, number][] {
  const ctx = createCanvas(SIDE, SIDE).getContext("2d");
  ctx.imageSmoothingQuality = "high";
  ctx.drawImage(canvas, part.x, part.y, part.width, part.height, 0, 0, SIDE, SIDE);
  const { data } = ctx.getImageData(0, 0, SIDE, SIDE);
  return Array.from({ length: SIDE * SIDE }, (_, i) => [
    ...([data[4 * i]!, data[4 * i + 1]!, data[4 * i + 2]!] as const),
    data[4 * i + 3]! / 255,
  ]);
}

/** Contrast from which a part of a picture can be seen. */
const SEEN = 2;
/** Fraction of an image that may be hard to see. */
const HIDDEN = 0.02;

/** Returns how much of a cutout is hard to see on some colours. */
function measureHidden({ canvas }: Photo, grounds: readonly string[], seen: number): number[] {
  const parts = readColors(canvas).filter(([, , , alpha]) => alpha > 0.5);
  const isHidden = (ground: string, [red, green, blue]: (typeof parts)[number]) =>
    getContrast(toHex([red, green, blue]), ground) < seen;
  return grounds.map((ground) => parts.filter((part) => isHidden(ground, part)).length / Math.max(1, parts.length));
}

/** Returns the first of some colors on which all of a cutout can be seen, or all but a part of it. */
export function findGround(
  photo: Photo,
  colors: readonly string[],
  { most = HIDDEN, seen = SEEN }: { most?: number; seen?: number } = {},
): string | undefined {
  return colors[measureHidden(photo, colors, seen).findIndex((share) => share <= most)];
}

/** Like `findGround`, otherwise the colour on which most of it can be seen. */
export function chooseGround(photo: Photo, colors: readonly string[]): string {
  const shares = measureHidden(photo, colors, SEEN);
  return findGround(photo, colors) ?? colors[shares.indexOf(Math.min(...shares))]!;
}

/** Fraction of a photo's side over which it fades into its continued ground. */
const FADE = 0.025;

/**
 * Draws a product on a canvas of the stage, with what the photo is about in `place`. The plain ground of the photo
 * continues to the edges of the stage; around a cutout, the canvas is transparent.
 */
export function setProduct(photo: Photo, place: Box, stage: Stage, isCutout: boolean): Photo {
  const canvas = createCanvas(Math.round(stage.width * stage.scale), Math.round(stage.height * stage.scale));
  const ctx = canvas.getContext("2d");
  ctx.scale(stage.scale, stage.scale);
  ctx.imageSmoothingQuality = "high";
  const { left, top, right } = photo.focus;
  const scale = place.width / ((right - left) * photo.width);
  const whole = {
    x: place.x - left * photo.width * scale,
    y: place.y - top * photo.height * scale,
    width: photo.width * scale,
    height: photo.height * scale,
  };
  if (isCutout) {
    ctx.shadowColor = "rgba(0, 0, 0, 0.3)";
    ctx.shadowBlur = 40 * stage.scale;
    ctx.shadowOffsetY = 22 * stage.scale;
    ctx.drawImage(photo.canvas, whole.x, whole.y, whole.width, whole.height);
  } else {
    continueGround(ctx, photo, whole, stage);
    ctx.drawImage(fadeEdges(photo, whole, stage), whole.x, whole.y, whole.width, whole.height);
  }
  const focus = {
    kind: "product",
    left: place.x / stage.width,
    right: (place.x + place.width) / stage.width,
    top: place.y / stage.height,
    bottom: (place.y + place.height) / stage.height,
  } as const;
  return { canvas, width: canvas.width, height: canvas.height, focus };
}

/** Fills the stage with a photo, coarsely, and with the colours of its edges around it. */
function continueGround(ctx: SKRSContext2D, { canvas }: Photo, { x, y, width, height }: Box, stage: Stage): void {
  const side = 48;
  const small = createCanvas(side, side);
  const brush = small.getContext("2d");
  brush.imageSmoothingQuality = "high";
  brush.drawImage(canvas, 0, 0, side, side);
  /** Before, in and after the photo: from and to on the stage, start and length in the small copy. */
  const spans = (from: number, to: number, end: number) =>
    (
      [
        [0, from, 0, 1],
        [from, to, 0, side],
        [to, end, side - 1, 1],
      ] as const
    ).filter(([first, last]) => last > first);
  for (const [top, bottom, row, rows] of spans(y, y + height, stage.height))
    for (const [left, right, column, columns] of spans(x, x + width, stage.width))
      ctx.drawImage(small, column, row, columns, rows, left - 0.5, top - 0.5, right - left + 1, bottom - top + 1);
}

/** Returns a photo whose edges fade out. */
function fadeEdges({ canvas }: Photo, { width, height }: Box, stage: Stage): Canvas {
  const faded = createCanvas(Math.ceil(width * stage.scale), Math.ceil(height * stage.scale));
  const ctx = faded.getContext("2d");
  ctx.imageSmoothingQuality = "high";
  ctx.drawImage(canvas, 0, 0, faded.width, faded.height);
  ctx.globalCompositeOperation = "destination-in";
  for (const [x, y] of [
    [faded.width, 0],
    [0, faded.height],
  ] as const) {
    const fade = ctx.createLinearGradient(0, 0, x, y);
    for (const [at, alpha] of [
      [0, 0],
      [FADE, 1],
      [1 - FADE, 1],
      [1, 0],
    ] as const)
      fade.addColorStop(at, `rgba(0, 0, 0, ${alpha})`);
    ctx.fillStyle = fade;
    ctx.fillRect(0, 0, faded.width, faded.height);
  }
  return faded;
}
