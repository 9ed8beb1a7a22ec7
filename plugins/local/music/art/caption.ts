import type { SKRSContext2D } from "@napi-rs/canvas";
import { body, display, heading } from "#plugins/local/draw/fonts";
import { capitals, drawText, layOutText } from "#plugins/local/draw/text";
import type { CoverPalette } from "#plugins/local/music/art/palette";

/** Draws the title at the bottom, as large as fits, and a line of facts below it, over a dark gradient. */
export function caption(
  ctx: SKRSContext2D,
  size: number,
  p: CoverPalette,
  title: string,
  loud: boolean,
  facts: string,
): void {
  const margin = size * 0.07;
  const width = size - margin * 2;
  const text = loud ? capitals(title) : title;
  const block = layOutText(ctx, text, {
    font: loud ? display : heading,
    maxWidth: width,
    maxHeight: size * 0.3,
    maxSize: size * (loud ? 0.15 : 0.1),
    minSize: size * 0.034,
    maxLines: 4,
  });
  const small = layOutText(ctx, facts, {
    font: body,
    maxWidth: width,
    maxHeight: size * 0.05,
    maxSize: size * 0.026,
    minSize: size * 0.014,
    maxLines: 1,
    align: block.rtl ? "right" : "left",
  });
  const bottom = size - margin - small.height;
  const top = bottom - size * 0.035 - block.height;
  const shade = ctx.createLinearGradient(0, top - size * 0.22, 0, size);
  shade.addColorStop(0, "rgb(0 0 0 / 0)");
  shade.addColorStop(0.5, "rgb(0 0 0 / 0.55)");
  shade.addColorStop(1, "rgb(0 0 0 / 0.82)");
  ctx.fillStyle = shade;
  ctx.fillRect(0, top - size * 0.22, size, size);
  // `layOutText` aligns right-to-left text to the right of `maxWidth`, so the left edge is the same for all scripts.
  ctx.fillStyle = p.ink;
  drawText(ctx, block, margin, top);
  ctx.globalAlpha = 0.78;
  drawText(ctx, small, margin, bottom);
  ctx.globalAlpha = 1;
}
