import type { SKRSContext2D } from "@napi-rs/canvas";
import { fade } from "#plugins/local/draw/colors";
import { drawIcon, type IconName } from "#plugins/local/draw/icons";
import { clamp, inOutCubic, outBack, outCubic, phase } from "../ease";
import type { Tone } from "../tone";

/** Draws a disc with an icon, or with a tick if no icon fits. It springs in and pulsates with the music. */
export function disc(
  ctx: SKRSContext2D,
  tone: Tone,
  icon: IconName | undefined,
  { x, y, radius }: { x: number; y: number; radius: number },
  time: number,
  pulse: number,
): void {
  const size = outBack(phase(time, 0, 0.42));
  if (size <= 0) return;
  for (let ring = 0; ring < 3; ring++) {
    const spread = ((time * 0.55 + ring / 3) % 1) * 0.75;
    ctx.strokeStyle = fade(tone.accent, 0.4 * (1 - spread / 0.75) * clamp(size));
    ctx.lineWidth = 5;
    ctx.beginPath();
    ctx.arc(x, y, radius * (1 + spread) * size, 0, Math.PI * 2);
    ctx.stroke();
  }
  ctx.save();
  ctx.translate(x, y);
  ctx.scale(size * (1 + 0.05 * pulse), size * (1 + 0.05 * pulse));
  ctx.fillStyle = tone.accent;
  ctx.beginPath();
  ctx.arc(0, 0, radius, 0, Math.PI * 2);
  ctx.fill();
  ctx.strokeStyle = tone.accentInk;
  if (icon) {
    const turn = (1 - outCubic(phase(time, 0.08, 0.45))) * -0.5;
    ctx.rotate(turn);
    drawIcon(ctx, icon, -radius * 0.56, -radius * 0.56, radius * 1.12, 1.7);
  } else tick(ctx, 0, 0, radius, phase(time, 0.2, 0.35));
  ctx.restore();
}

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
