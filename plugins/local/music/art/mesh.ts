import type { SKRSContext2D } from "@napi-rs/canvas";
import type { CoverPalette } from "#plugins/local/music/art/palette";

/** Soft, overlapping clouds of colour. */
export function mesh(ctx: SKRSContext2D, size: number, p: CoverPalette, choose: () => number): void {
  const spots = [...p.tones.slice(0, 4), p.tones[1], p.tones[3]];
  spots.forEach((color, i) => {
    const angle = (i / spots.length) * Math.PI * 2 + choose();
    const x = size * (0.5 + Math.cos(angle) * (0.22 + choose() * 0.2));
    const y = size * (0.42 + Math.sin(angle) * (0.2 + choose() * 0.18));
    glow(ctx, x, y, size * (0.34 + choose() * 0.24), color as string, 0.75);
  });
  orb(ctx, size * (0.42 + choose() * 0.16), size * (0.36 + choose() * 0.08), size * (0.15 + choose() * 0.07), p);
}

/** Draws a radial gradient from a colour to transparent. */
export function glow(ctx: SKRSContext2D, x: number, y: number, radius: number, color: string, alpha: number): void {
  const g = ctx.createRadialGradient(x, y, 0, x, y, radius);
  g.addColorStop(0, withAlpha(color, alpha));
  g.addColorStop(0.55, withAlpha(color, alpha * 0.35));
  g.addColorStop(1, withAlpha(color, 0));
  ctx.fillStyle = g;
  ctx.fillRect(x - radius, y - radius, radius * 2, radius * 2);
}

export function withAlpha(hsl: string, alpha: number): string {
  return hsl.replace(/\)$/, ` / ${alpha.toFixed(3)})`);
}

function orb(ctx: SKRSContext2D, x: number, y: number, radius: number, p: CoverPalette): void {
  const g = ctx.createLinearGradient(x - radius, y - radius, x + radius * 0.6, y + radius);
  g.addColorStop(0, p.tones[4]);
  g.addColorStop(0.5, p.tones[3]);
  g.addColorStop(1, withAlpha(p.tones[1], 0.15));
  ctx.fillStyle = g;
  ctx.beginPath();
  ctx.arc(x, y, radius, 0, Math.PI * 2);
  ctx.fill();
}
