import type { SKRSContext2D } from "@napi-rs/canvas";
import { glow, withAlpha } from "#plugins/local/music/art/mesh";
import type { CoverPalette } from "#plugins/local/music/art/palette";

/** Hazy mountain ranges below a sun. */
export function ridges(ctx: SKRSContext2D, size: number, p: CoverPalette, choose: () => number): void {
  const sky = ctx.createLinearGradient(0, 0, 0, size * 0.8);
  sky.addColorStop(0, p.ground2);
  sky.addColorStop(0.55, p.tones[2]);
  sky.addColorStop(1, p.tones[4]);
  ctx.fillStyle = sky;
  ctx.fillRect(0, 0, size, size);
  const x = size * (0.25 + choose() * 0.5);
  const y = size * (0.26 + choose() * 0.12);
  glow(ctx, x, y, size * 0.5, p.tones[4], 0.7);
  ctx.fillStyle = withAlpha(p.ink, 0.92);
  ctx.beginPath();
  ctx.arc(x, y, size * (0.07 + choose() * 0.04), 0, Math.PI * 2);
  ctx.fill();
  const layers = 6;
  for (let k = 0; k < layers; k++) {
    const depth = k / (layers - 1);
    const base = size * (0.42 + depth * 0.36);
    ctx.fillStyle = mix(p, depth);
    ctx.beginPath();
    ctx.moveTo(-2, size + 2);
    ridge(ctx, size, base, size * (0.1 + depth * 0.06), choose);
    ctx.lineTo(size + 2, size + 2);
    ctx.fill();
  }
}

/** Distant ranges (`depth` 0) are pale, near ones (1) almost black. */
function mix(p: CoverPalette, depth: number): string {
  const [h, s] = /hsl\((\S+) (\d+)%/.exec(p.tones[0])!.slice(1).map(Number) as [number, number];
  return `hsl(${h} ${s}% ${Math.round(58 - 50 * depth)}%)`;
}

function ridge(ctx: SKRSContext2D, size: number, base: number, height: number, choose: () => number): void {
  const waves = [1, 2.3, 5.1, 11.7, 23].map((f, i) => ({
    f: f * (0.8 + choose() * 0.5),
    phase: choose() * 7,
    a: 0.62 ** i,
  }));
  for (let i = 0; i <= 160; i++) {
    const t = i / 160;
    let v = 0;
    // Triangle waves give sharp crests.
    for (const w of waves) v += (1 - 2 * Math.abs(((t * w.f + w.phase) % 1) - 0.5) * 2) * w.a;
    ctx.lineTo(-2 + t * (size + 4), base - height * v * 0.6);
  }
}
