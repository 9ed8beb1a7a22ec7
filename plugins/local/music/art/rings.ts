import type { SKRSContext2D } from "@napi-rs/canvas";
import { glow } from "#plugins/local/music/art/mesh";
import type { CoverPalette } from "#plugins/local/music/art/palette";

/** Concentric broken rings, like a spinning record. */
export function rings(ctx: SKRSContext2D, size: number, p: CoverPalette, choose: () => number): void {
  const x = size * (0.36 + choose() * 0.28);
  const y = size * (0.36 + choose() * 0.08);
  glow(ctx, x, y, size * 0.75, p.tones[0], 0.8);
  ctx.lineCap = "round";
  const count = 9 + Math.floor(choose() * 4);
  const gap = size * 0.052;
  for (let k = 0; k < count; k++) {
    const radius = size * 0.085 + k * gap;
    ctx.lineWidth = gap * (0.34 + choose() * 0.36);
    const arcs = 1 + Math.floor(choose() * 3);
    let from = choose() * Math.PI * 2;
    for (let a = 0; a < arcs; a++) {
      const span = ((Math.PI * 2) / arcs) * (0.35 + choose() * 0.5);
      ctx.strokeStyle = p.tones[Math.min(4, Math.floor(choose() * 5))]!;
      ctx.globalAlpha = 0.95 - 0.045 * k;
      ctx.beginPath();
      ctx.arc(x, y, radius, from, from + span);
      ctx.stroke();
      from += (Math.PI * 2) / arcs;
    }
  }
  ctx.globalAlpha = 1;
  ctx.fillStyle = p.tones[4];
  ctx.beginPath();
  ctx.arc(x, y, size * 0.045, 0, Math.PI * 2);
  ctx.fill();
}
