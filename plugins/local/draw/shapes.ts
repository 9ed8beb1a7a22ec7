import { Path2D } from "@napi-rs/canvas";

/** Draws a badge with rounded teeth. */
export function createStarburst(cx: number, cy: number, radius: number, teeth: number, depth: number): Path2D {
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
export function createQuotationMark(x: number, y: number, size: number, radius: number): Path2D {
  const path = new Path2D();
  const end = y + size - radius;
  path.moveTo(x, end);
  path.bezierCurveTo(x, y + size * 0.3, x + radius * 0.6, y + size * 0.08, x + radius * 1.8, y);
  path.lineTo(x + radius * 1.95, y + size * 0.14);
  path.bezierCurveTo(x + radius * 1.2, y + size * 0.26, x + radius, y + size * 0.34, x + radius, end - radius);
  path.arc(x + radius, end, radius, -Math.PI / 2, Math.PI);
  return path;
}

export function createRoundedRect(x: number, y: number, width: number, height: number, radius: number): Path2D {
  const path = new Path2D();
  path.roundRect(x, y, width, height, Math.min(radius, width / 2, height / 2));
  return path;
}
