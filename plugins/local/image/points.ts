import type { SKRSContext2D } from "@napi-rs/canvas";
import { fade } from "#plugins/local/draw/colors";
import type { FontStack } from "#plugins/local/draw/fonts";
import { roundedRect } from "#plugins/local/draw/shapes";
import type { Align } from "#plugins/local/draw/text";
import { textBlock } from "./blocks";
import { alignedX, type Block, stackHeight } from "./stack";

interface PointsStyle {
  color: string;
  accent: string;
  accentInk: string;
  maxWidth: number;
  align: Align;
  rtl: boolean;
  size: number;
  /** Fonts of a list with ticks, and of pills. */
  fonts: { body: FontStack; label: FontStack };
}

/** Lays out points in a column, each with a tick. */
export function checklist(ctx: SKRSContext2D, points: readonly string[], style: PointsStyle): Block {
  const { size } = style;
  const tick = Math.round(size * 1.15);
  const gap = Math.round(size * 0.5);
  const rows = points.map((point) =>
    textBlock(ctx, "text", point, {
      font: style.fonts.body,
      color: style.color,
      maxWidth: style.maxWidth - tick - gap,
      maxHeight: size * 3,
      maxSize: size,
      minSize: size,
      maxLines: 2,
      align: "left",
    }),
  );
  const heights = rows.map((row) => Math.max(row.height, tick));
  const rowGap = Math.round(size * 0.55);
  const width = tick + gap + Math.max(...rows.map((row) => row.width));
  return {
    kind: "points",
    width,
    height: heights.reduce((a, b) => a + b, 0) + rowGap * (rows.length - 1),
    draw(target, x, y) {
      let top = y;
      rows.forEach((row, i) => {
        const height = heights[i]!;
        drawTick(target, style.rtl ? x + width - tick : x, top + (height - tick) / 2, tick, style);
        row.draw(
          target,
          style.rtl ? x + width - tick - gap - row.width : x + tick + gap,
          top + (height - row.height) / 2,
        );
        top += height + rowGap;
      });
    },
  };
}

function drawTick(ctx: SKRSContext2D, x: number, y: number, size: number, style: PointsStyle): void {
  ctx.fillStyle = style.accent;
  ctx.beginPath();
  ctx.arc(x + size / 2, y + size / 2, size / 2, 0, Math.PI * 2);
  ctx.fill();
  ctx.strokeStyle = style.accentInk;
  ctx.lineWidth = size * 0.11;
  ctx.lineCap = "round";
  ctx.lineJoin = "round";
  ctx.beginPath();
  ctx.moveTo(x + size * 0.29, y + size * 0.52);
  ctx.lineTo(x + size * 0.44, y + size * 0.67);
  ctx.lineTo(x + size * 0.72, y + size * 0.36);
  ctx.stroke();
}

/** Lays out points in outlined pills that wrap into rows. */
export function pills(ctx: SKRSContext2D, points: readonly string[], style: PointsStyle): Block {
  const { size } = style;
  const height = Math.round(size * 2.1);
  const pad = Math.round(size * 0.9);
  const gap = Math.round(size * 0.5);
  const rows: Block[][] = [];
  let used = 0;
  for (const point of points) {
    const pill = outlined(ctx, point, style, size, height, pad);
    if (rows.length === 0 || used + gap + pill.width > style.maxWidth) {
      rows.push([pill]);
      used = pill.width;
    } else {
      rows.at(-1)!.push(pill);
      used += gap + pill.width;
    }
  }
  const widths = rows.map((row) => row.reduce((sum, pill) => sum + pill.width, 0) + gap * (row.length - 1));
  const width = Math.max(...widths);
  return {
    kind: "points",
    width,
    height: stackHeight(
      rows.map((row) => row[0]!),
      gap,
    ),
    draw(target, x, y) {
      rows.forEach((row, i) => {
        let left = alignedX(widths[i]!, { x, y, width, height }, style.align, style.rtl);
        for (const pill of style.rtl ? row.toReversed() : row) {
          pill.draw(target, left, y + i * (height + gap));
          left += pill.width + gap;
        }
      });
    },
  };
}

function outlined(
  ctx: SKRSContext2D,
  text: string,
  style: PointsStyle,
  size: number,
  height: number,
  pad: number,
): Block {
  const words = textBlock(ctx, "text", text, {
    font: style.fonts.label,
    color: style.color,
    maxWidth: style.maxWidth - 2 * pad,
    maxHeight: height * 0.8,
    maxSize: size,
    minSize: 18,
    maxLines: 1,
    align: "left",
  });
  const width = words.width + 2 * pad;
  return {
    kind: "pill",
    width,
    height,
    draw(target, x, y) {
      target.strokeStyle = fade(style.color, 0.55);
      target.lineWidth = 2.5;
      target.stroke(roundedRect(x + 1.5, y + 1.5, width - 3, height - 3, height / 2));
      words.draw(target, x + pad, y + (height - words.height) / 2);
    },
  };
}
