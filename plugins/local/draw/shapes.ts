import { createCanvas, Path2D, type SKRSContext2D } from "@napi-rs/canvas";
import { fade } from "./colors";
import type { Palette } from "./palette";

/** Draws a soft closed shape around (cx, cy), with an edge between 78 and 118 % of `radius`. */
export function blob(cx: number, cy: number, radius: number, random: () => number): Path2D {
  const corners = 7;
  const points = Array.from({ length: corners }, (_, i) => {
    const angle = (i / corners) * Math.PI * 2;
    const reach = radius * (0.78 + random() * 0.4);
    return { x: cx + Math.cos(angle) * reach, y: cy + Math.sin(angle) * reach };
  });
  const middle = (i: number) => {
    const a = points[i % corners]!;
    const b = points[(i + 1) % corners]!;
    return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  };
  const path = new Path2D();
  path.moveTo(middle(corners - 1).x, middle(corners - 1).y);
  points.forEach((point, i) => {
    path.quadraticCurveTo(point.x, point.y, middle(i).x, middle(i).y);
  });
  path.closePath();
  return path;
}

/** Draws a badge with rounded teeth. */
export function starburst(cx: number, cy: number, radius: number, teeth: number, depth: number): Path2D {
  const path = new Path2D();
  const steps = teeth * 8;
  for (let i = 0; i <= steps; i++) {
    const angle = (i / steps) * Math.PI * 2;
    const reach = radius * (1 - depth / 2 + (depth / 2) * Math.cos(angle * teeth));
    const x = cx + Math.cos(angle) * reach;
    const y = cy + Math.sin(angle) * reach;
    if (i === 0) path.moveTo(x, y);
    else path.lineTo(x, y);
  }
  path.closePath();
  return path;
}

/** Draws a quotation mark as a shape, so that it looks the same in every script. `size` is its height. */
export function quotationMark(x: number, y: number, size: number, radius: number): Path2D {
  const path = new Path2D();
  const end = y + size - radius;
  path.moveTo(x, end);
  path.bezierCurveTo(x, y + size * 0.3, x + radius * 0.6, y + size * 0.08, x + radius * 1.8, y);
  path.lineTo(x + radius * 1.95, y + size * 0.14);
  path.bezierCurveTo(x + radius * 1.2, y + size * 0.26, x + radius, y + size * 0.34, x + radius, end - radius);
  path.arc(x + radius, end, radius, -Math.PI / 2, Math.PI);
  return path;
}

export function roundedRect(x: number, y: number, width: number, height: number, radius: number): Path2D {
  const path = new Path2D();
  path.roundRect(x, y, width, height, Math.min(radius, width / 2, height / 2));
  return path;
}

/** Fills the canvas with the palette's base and soft spots of its stops. Text in `ink` is readable anywhere on it. */
export function meshGradient(
  ctx: SKRSContext2D,
  width: number,
  height: number,
  palette: Palette,
  random: () => number,
): void {
  ctx.fillStyle = palette.base;
  ctx.fillRect(0, 0, width, height);
  const reach = Math.max(width, height);
  for (let i = 0; i < 6; i++) {
    const x = random() * width;
    const y = random() * height;
    const spot = ctx.createRadialGradient(x, y, 0, x, y, reach * (0.3 + random() * 0.4));
    const color = palette.stops[i % palette.stops.length]!;
    spot.addColorStop(0, fade(color, 0.9));
    spot.addColorStop(1, fade(color, 0));
    ctx.fillStyle = spot;
    ctx.fillRect(0, 0, width, height);
  }
}

const GRAIN_TILE = 256;

/** Adds film grain to the whole canvas. `strength` is 0 to 1, where 0.06 is subtle. Prevents banding of gradients. */
export function grain(ctx: SKRSContext2D, width: number, height: number, strength: number, random: () => number): void {
  const tile = createCanvas(GRAIN_TILE, GRAIN_TILE);
  const tileCtx = tile.getContext("2d");
  const noise = tileCtx.createImageData(GRAIN_TILE, GRAIN_TILE);
  for (let i = 0; i < noise.data.length; i += 4) {
    const value = random() < 0.5 ? 0 : 255;
    noise.data.fill(value, i, i + 3);
    noise.data[i + 3] = random() * 255 * strength;
  }
  tileCtx.putImageData(noise, 0, 0);
  ctx.save();
  ctx.fillStyle = ctx.createPattern(tile, "repeat")!;
  ctx.fillRect(0, 0, width, height);
  ctx.restore();
}
