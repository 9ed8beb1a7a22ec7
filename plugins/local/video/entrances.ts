import type { SKRSContext2D } from "@napi-rs/canvas";
import type { TextBlock, WordBox } from "#plugins/local/draw/text";
import { outBack, outCubic, outQuint, phase } from "./ease";

/** Entrance animation of words. */
export type Entrance = "pop" | "rise" | "drop" | "slide" | "unfold" | "fade";

/** A word of a text and its position. */
export interface PlacedWord extends WordBox {
  stressed: boolean;
  /** Extent of its own glyphs above and below the baseline. */
  rise: number;
  fall: number;
}

type Enter = (
  ctx: SKRSContext2D,
  block: TextBlock,
  word: PlacedWord,
  middle: { x: number; y: number },
  entry: number,
) => void;

export const enter: Record<Entrance, Enter> = {
  pop(ctx, _block, _word, middle, entry) {
    ctx.globalAlpha *= phase(entry, 0, 0.35);
    scaleAround(ctx, middle, 0.55 + 0.45 * outBack(entry));
  },
  /** Slides out of a slit under the line. */
  rise(ctx, block, word, _middle, entry) {
    const pad = block.size * 0.12;
    ctx.beginPath();
    ctx.rect(word.x - pad, word.y - block.ascent - pad, word.width + 2 * pad, block.ascent + block.descent + 2 * pad);
    ctx.clip();
    ctx.translate(0, (1 - outQuint(entry)) * (block.ascent + block.descent + pad));
  },
  fade(ctx, block, _word, _middle, entry) {
    ctx.globalAlpha *= outCubic(entry);
    ctx.translate(0, (1 - outCubic(entry)) * block.size * 0.25);
  },
  drop(ctx, block, _word, middle, entry) {
    ctx.globalAlpha *= phase(entry, 0, 0.4);
    ctx.translate(middle.x, middle.y - (1 - outBack(entry)) * block.size * 0.7);
    ctx.rotate((1 - outCubic(entry)) * -0.12);
    ctx.translate(-middle.x, -middle.y);
  },
  slide(ctx, block, _word, _middle, entry) {
    ctx.globalAlpha *= phase(entry, 0, 0.5);
    ctx.translate((block.rtl ? 1 : -1) * (1 - outQuint(entry)) * block.size * 0.9, 0);
  },
  unfold(ctx, _block, word, middle, entry) {
    ctx.translate(middle.x, word.y);
    ctx.scale(1, Math.max(0.01, outBack(entry)));
    ctx.transform(1, 0, (1 - outCubic(entry)) * 0.35, 1, 0, 0);
    ctx.translate(-middle.x, -word.y);
  },
};

function scaleAround(ctx: SKRSContext2D, { x, y }: { x: number; y: number }, scale: number): void {
  ctx.translate(x, y);
  ctx.scale(scale, scale);
  ctx.translate(-x, -y);
}
