import type { SKRSContext2D } from "@napi-rs/canvas";
import { contrast } from "#plugins/local/draw/colors";
import { drawIcon, type IconName } from "#plugins/local/draw/icons";
import type { Palette } from "#plugins/local/draw/palette";
import { blob } from "#plugins/local/draw/shapes";
import type { Box } from "./stack";

/** Fills a box with an image made of shapes, as a placeholder for a photo. Draws nothing outside it. */
export function drawArt(
  ctx: SKRSContext2D,
  box: Box,
  palette: Palette,
  random: () => number,
  icon: IconName | undefined,
): void {
  ctx.save();
  ctx.beginPath();
  ctx.rect(box.x, box.y, box.width, box.height);
  ctx.clip();
  const paint = icon ? (random() < 0.5 ? rings : sunburst) : random() < 0.6 ? tiles : waves;
  paint(ctx, box, palette, random);
  if (icon) medallion(ctx, box, palette, random, icon);
  ctx.restore();
}

/** Draws an icon on a soft shape, for the middle of an image. */
export function medallion(ctx: SKRSContext2D, box: Box, palette: Palette, random: () => number, icon: IconName): void {
  const radius = Math.min(box.width, box.height) * 0.36;
  const cx = box.x + box.width / 2;
  const cy = box.y + box.height / 2;
  ctx.save();
  ctx.shadowColor = "rgba(0,0,0,0.28)";
  ctx.shadowBlur = 60;
  ctx.shadowOffsetY = 24;
  ctx.fillStyle = palette.accent;
  ctx.fill(blob(cx, cy, radius, random));
  ctx.restore();
  const size = radius * 1.05;
  ctx.strokeStyle = palette.accentInk;
  drawIcon(ctx, icon, cx - size / 2, cy - size / 2, size, 1.35);
}

function rings(ctx: SKRSContext2D, box: Box, palette: Palette): void {
  const colors = [palette.base, ...palette.stops];
  const cx = box.x + box.width / 2;
  const cy = box.y + box.height / 2;
  const step = Math.max(box.width, box.height) * 0.11;
  fillBox(ctx, box, colors[0]!);
  for (let i = 7; i > 1; i--) {
    ctx.fillStyle = i % 4 === 3 ? palette.vivid[0]! : colors[i % colors.length]!;
    ctx.beginPath();
    ctx.arc(cx, cy, step * (i + 0.6), 0, Math.PI * 2);
    ctx.fill();
  }
}

function sunburst(ctx: SKRSContext2D, box: Box, palette: Palette, random: () => number): void {
  const cx = box.x + box.width / 2;
  const cy = box.y + box.height / 2;
  const reach = Math.hypot(box.width, box.height);
  const rays = 22;
  const turn = random();
  fillBox(ctx, box, palette.vivid[0]!);
  ctx.fillStyle = palette.vivid[1]!;
  for (let i = 0; i < rays; i += 2) {
    ctx.beginPath();
    ctx.moveTo(cx, cy);
    ctx.arc(cx, cy, reach, ((i + turn) / rays) * Math.PI * 2, ((i + 1 + turn) / rays) * Math.PI * 2);
    ctx.fill();
  }
}

/** Draws a quilt of quarter circles, circles, leaves and stripes. */
function tiles(ctx: SKRSContext2D, box: Box, palette: Palette, random: () => number): void {
  const columns = Math.max(2, Math.round(box.width / 230));
  const side = Math.ceil(box.width / columns);
  const rows = Math.ceil(box.height / side);
  const colors = [palette.base, ...palette.stops.slice(0, 2), ...palette.vivid, palette.accent];
  const pick = (not?: string) => {
    const usable = not ? colors.filter((color) => contrast(color, not) > 1.5) : colors;
    return usable[Math.floor(random() * usable.length)] ?? palette.ink;
  };
  for (let i = 0; i < columns * rows; i++) {
    const ground = pick();
    ctx.save();
    ctx.translate(box.x + ((i % columns) + 0.5) * side, box.y + (Math.floor(i / columns) + 0.5) * side);
    ctx.rotate((Math.floor(random() * 4) * Math.PI) / 2);
    ctx.scale(side, side);
    ctx.fillStyle = ground;
    ctx.fillRect(-0.5, -0.5, 1, 1);
    ctx.fillStyle = pick(ground);
    tileShapes[Math.floor(random() * tileShapes.length)]!(ctx);
    ctx.restore();
  }
}

/** Shapes in a tile from -0.5 to 0.5, in the current fill style. */
const tileShapes: readonly ((ctx: SKRSContext2D) => void)[] = [
  (ctx) => pie(ctx, -0.5, -0.5, 1, 0, Math.PI / 2),
  (ctx) => pie(ctx, 0, -0.5, 0.5, 0, Math.PI),
  (ctx) => pie(ctx, 0, 0, 0.34, 0, Math.PI * 2),
  (ctx) => {
    ctx.beginPath();
    ctx.moveTo(-0.5, -0.5);
    ctx.arc(-0.5, 0.5, 1, -Math.PI / 2, 0);
    ctx.arc(0.5, -0.5, 1, Math.PI / 2, Math.PI);
    ctx.fill();
  },
  (ctx) => {
    for (let i = 0; i < 3; i++) ctx.fillRect(-0.5, -0.5 + i * 0.36, 1, 0.18);
  },
  (ctx) => {
    ctx.beginPath();
    ctx.moveTo(-0.5, -0.5);
    ctx.lineTo(0.5, -0.5);
    ctx.lineTo(-0.5, 0.5);
    ctx.fill();
  },
];

function pie(ctx: SKRSContext2D, x: number, y: number, radius: number, from: number, to: number): void {
  ctx.beginPath();
  ctx.moveTo(x, y);
  ctx.arc(x, y, radius, from, to);
  ctx.fill();
}

function waves(ctx: SKRSContext2D, box: Box, palette: Palette, random: () => number): void {
  const colors = [
    palette.vivid[0]!,
    palette.vivid[1]!,
    palette.accent,
    palette.vivid[2]!,
    palette.stops[0]!,
    palette.base,
  ];
  fillBox(ctx, box, palette.stops[1]!);
  colors.forEach((color, i) => {
    const level = box.y + box.height * (0.16 + i * 0.145);
    const swing = box.height * (0.05 + random() * 0.05);
    const phase = random() * Math.PI * 2;
    ctx.fillStyle = color;
    ctx.beginPath();
    ctx.moveTo(box.x, box.y + box.height);
    for (let t = 0; t <= 1.0001; t += 1 / 48) {
      ctx.lineTo(box.x + t * box.width, level + Math.sin(phase + t * Math.PI * 2.4) * swing);
    }
    ctx.lineTo(box.x + box.width, box.y + box.height);
    ctx.fill();
  });
}

function fillBox(ctx: SKRSContext2D, box: Box, color: string): void {
  ctx.fillStyle = color;
  ctx.fillRect(box.x, box.y, box.width, box.height);
}
