import type { Size } from "./size";

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Layout area of shots. Lengths are in units: the shorter side is always 1080. */
export interface Stage {
  width: number;
  height: number;
  /** Pixels per unit. */
  scale: number;
  shape: "tall" | "wide" | "square";
  /** Safe area for text, clear of the controls of TikTok, Reels and Shorts. */
  safe: Box;
}

const SHORT_SIDE = 1080;

export function createStage(size: Size): Stage {
  const scale = Math.min(size.width, size.height) / SHORT_SIDE;
  const width = size.width / scale;
  const height = size.height / scale;
  const shape = height > width ? "tall" : width > height ? "wide" : "square";
  // Tall: the bar is at the top, the caption below, the buttons on the right; the left margin mirrors them to keep the
  // centre.
  const margin =
    shape === "tall"
      ? { x: 0.138, top: 0.105, bottom: 0.205 }
      : { x: shape === "wide" ? 0.08 : 0.1, top: 0.09, bottom: shape === "wide" ? 0.1 : 0.09 };
  const safe = {
    x: width * margin.x,
    y: height * margin.top,
    width: width * (1 - 2 * margin.x),
    height: height * (1 - margin.top - margin.bottom),
  };
  return { width, height, scale, shape, safe };
}

const LEADING_MARGIN = 0.1;

/** Returns the safe area for left-aligned text: apps have their buttons only on the right. */
export function getLeadingArea({ shape, width, safe }: Stage): Box {
  if (shape !== "tall") return safe;
  const x = width * LEADING_MARGIN;
  return { ...safe, x, width: safe.x + safe.width - x };
}

export function getCentre(box: Box): { x: number; y: number } {
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Returns the part of a box between two fractions of its height. */
export function getBand(box: Box, from: number, to: number): Box {
  return { ...box, y: box.y + box.height * from, height: box.height * (to - from) };
}

/** Returns the part of a box between two fractions of its width. */
export function getColumn(box: Box, from: number, to: number): Box {
  return { ...box, x: box.x + box.width * from, width: box.width * (to - from) };
}

/** Returns the smallest box around others. Without any, it has no size. */
export function encloseBoxes(boxes: readonly Box[]): Box {
  const [x, y] = [Math.min(...boxes.map((box) => box.x)), Math.min(...boxes.map((box) => box.y))];
  return {
    x,
    y,
    width: Math.max(0, Math.max(...boxes.map((box) => box.x + box.width)) - x),
    height: Math.max(0, Math.max(...boxes.map((box) => box.y + box.height)) - y),
  };
}
