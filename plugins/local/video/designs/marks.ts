import type { SKRSContext2D } from "@napi-rs/canvas";
import { clamp } from "#plugins/local/numbers";
import { inOutCubic } from "../ease";

/** Draws `amount` (0 to 1) of a tick around (x, y) in the current stroke style. */
export function tick(ctx: SKRSContext2D, x: number, y: number, radius: number, amount: number): void {
  const drawn = inOutCubic(amount);
  const points = [
    [-0.42, 0.02],
    [-0.1, 0.34],
    [0.46, -0.3],
  ].map(([dx, dy]) => ({ x: x + dx! * radius, y: y + dy! * radius }));
  const [a, b, c] = points as [{ x: number; y: number }, { x: number; y: number }, { x: number; y: number }];
  ctx.lineWidth = radius * 0.17;
  ctx.lineCap = "round";
  ctx.lineJoin = "round";
  const first = Math.min(1, drawn / 0.35);
  const second = clamp((drawn - 0.35) / 0.65);
  ctx.beginPath();
  ctx.moveTo(a.x, a.y);
  ctx.lineTo(a.x + (b.x - a.x) * first, a.y + (b.y - a.y) * first);
  if (second > 0) ctx.lineTo(b.x + (c.x - b.x) * second, b.y + (c.y - b.y) * second);
  if (drawn > 0) ctx.stroke();
}

export function arrow(ctx: SKRSContext2D, x: number, y: number, size: number): void {
  ctx.lineWidth = size * 0.16;
  ctx.lineCap = "round";
  ctx.lineJoin = "round";
  ctx.beginPath();
  ctx.moveTo(x - size / 2, y);
  ctx.lineTo(x + size / 2, y);
  ctx.moveTo(x + size * 0.1, y - size * 0.38);
  ctx.lineTo(x + size / 2, y);
  ctx.lineTo(x + size * 0.1, y + size * 0.38);
  ctx.stroke();
}
