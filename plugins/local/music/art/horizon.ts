import type { SKRSContext2D } from "@napi-rs/canvas";
import { glow, withAlpha } from "#plugins/local/music/art/mesh";
import type { CoverPalette } from "#plugins/local/music/art/palette";

/** A striped sun over a perspective grid. */
export function horizon(ctx: SKRSContext2D, size: number, p: CoverPalette, choose: () => number): void {
  const line = size * 0.6;
  const sky = ctx.createLinearGradient(0, 0, 0, line);
  sky.addColorStop(0, p.ground);
  sky.addColorStop(0.7, p.tones[0]);
  sky.addColorStop(1, p.tones[2]);
  ctx.fillStyle = sky;
  ctx.fillRect(0, 0, size, line);
  for (let i = 0; i < 90; i++) {
    ctx.fillStyle = withAlpha(p.tones[4], 0.2 + choose() * 0.6);
    const r = size * (0.0007 + choose() * 0.0013);
    ctx.fillRect(choose() * size, choose() ** 1.6 * line * 0.8, r * 2, r * 2);
  }
  const x = size * (0.44 + choose() * 0.12);
  const radius = size * (0.23 + choose() * 0.04);
  const y = line - radius * 0.62;
  glow(ctx, x, y, radius * 2.3, p.tones[3], 0.5);
  sun(ctx, x, y, radius, line, p);
  plain(ctx, size, line, x, p);
}

function sun(ctx: SKRSContext2D, x: number, y: number, radius: number, line: number, p: CoverPalette): void {
  ctx.save();
  ctx.beginPath();
  ctx.rect(x - radius, y - radius, radius * 2, line - y + radius);
  ctx.clip();
  ctx.beginPath();
  // The gaps between the sun's stripes get wider towards the horizon.
  let top = y - radius;
  for (let k = 0; k < 9; k++) {
    const gap = k * radius * 0.014;
    const next = y - radius * 0.15 + k * radius * 0.15;
    ctx.rect(x - radius, top, radius * 2, next - top - gap);
    top = next;
  }
  ctx.clip();
  const g = ctx.createLinearGradient(0, y - radius, 0, y + radius * 0.7);
  g.addColorStop(0, p.tones[4]);
  g.addColorStop(0.5, p.tones[3]);
  g.addColorStop(1, p.tones[2]);
  ctx.fillStyle = g;
  ctx.beginPath();
  ctx.arc(x, y, radius, 0, Math.PI * 2);
  ctx.fill();
  ctx.restore();
}

function plain(ctx: SKRSContext2D, size: number, line: number, x: number, p: CoverPalette): void {
  ctx.fillStyle = p.ground;
  ctx.fillRect(0, line, size, size - line);
  ctx.strokeStyle = withAlpha(p.tones[3], 0.7);
  ctx.lineWidth = size * 0.0022;
  ctx.beginPath();
  for (let k = 0; k <= 9; k++) {
    const y = line + (size - line) * (k / 9) ** 2.2;
    ctx.moveTo(0, y);
    ctx.lineTo(size, y);
  }
  for (let k = -14; k <= 14; k++) {
    ctx.moveTo(x + k * size * 0.028, line);
    ctx.lineTo(x + k * size * 0.2, size);
  }
  ctx.stroke();
}
