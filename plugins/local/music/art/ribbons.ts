import type { SKRSContext2D } from "@napi-rs/canvas";
import { glow, withAlpha } from "#plugins/local/music/art/mesh";
import type { CoverPalette } from "#plugins/local/music/art/palette";

const LINES = 54;

/** A bundle of fine, parallel waves. */
export function ribbons(ctx: SKRSContext2D, size: number, p: CoverPalette, choose: () => number): void {
  glow(ctx, size * (0.3 + choose() * 0.4), size * 0.4, size * 0.62, p.tones[0], 0.9);
  const [f1, f2, twist, phase] = [0.7 + choose() * 0.7, 1.3 + choose() * 1.2, 0.6 + choose() * 1.6, choose() * 6];
  ctx.globalCompositeOperation = "lighter";
  for (let k = 0; k < LINES; k++) {
    const u = k / (LINES - 1);
    const color = p.tones[1 + Math.floor(u * 3.999)]!;
    ctx.strokeStyle = withAlpha(color, 0.3 + 0.4 * Math.sin(u * Math.PI));
    ctx.lineWidth = size * (0.0016 + 0.0018 * Math.sin(u * Math.PI));
    ctx.beginPath();
    for (let i = 0; i <= 120; i++) {
      const t = i / 120;
      const swing =
        Math.sin(t * Math.PI * 2 * f1 + phase + u * twist) * 0.17 +
        Math.sin(t * Math.PI * 2 * f2 + u * twist * 1.7) * 0.08;
      const spread = (u - 0.5) * (0.1 + 0.3 * Math.sin(t * Math.PI + phase * 0.3) ** 2);
      const y = size * (0.42 + swing + spread);
      if (i === 0) ctx.moveTo(-10, y);
      else ctx.lineTo(-10 + t * (size + 20), y);
    }
    ctx.stroke();
  }
  ctx.globalCompositeOperation = "source-over";
}
