import { drawCover } from "#plugins/local/draw/photo";
import { grain, meshGradient, quotationMark, roundedRect } from "#plugins/local/draw/shapes";
import { textBlock } from "../blocks";
import { copy } from "../copy";
import type { Scene, Template } from "../scene";
import { type Block, inset } from "../stack";

/** A sentence in a thin frame under a quotation mark, for hooks that are sentences. */
export const quote: Template = {
  name: "quote",
  weight({ brief, photos }) {
    if (!brief.quote) return 0;
    return photos.length > 0 ? 4 : 12;
  },
  compose(scene) {
    const { ctx, width, height, palette, photos, safe, random, brief } = scene;
    meshGradient(ctx, width, height, palette, random);
    const [photo] = photos;
    if (photo) {
      drawCover(ctx, photo, 0, 0, width, height);
      ctx.fillStyle = palette.base;
      ctx.globalAlpha = 0.82;
      ctx.fillRect(0, 0, width, height);
      ctx.globalAlpha = 1;
    }
    grain(ctx, width, height, 0.05, random);
    ctx.strokeStyle = palette.accent;
    ctx.lineWidth = 4;
    ctx.stroke(roundedRect(safe.x - 34, safe.y - 34, safe.width + 68, safe.height + 68, 28));
    return copy(scene, inset(safe, 40, 44), {
      font: scene.type.headline,
      caps: scene.type.caps,
      align: "center",
      maxSize: 150,
      points: brief.points.length > 0 ? "checks" : "none",
      justify: "split",
      ink: palette.ink,
      accent: palette.accent,
      accentInk: palette.accentInk,
      gap: 54,
      lead: [mark(scene)],
      after: brief.author ? [author(scene, brief.author)] : undefined,
    });
  },
};

function author({ ctx, palette, safe, type }: Scene, name: string): Block {
  return textBlock(ctx, "author", name, {
    font: type.label,
    color: palette.ink,
    maxWidth: safe.width - 80,
    maxHeight: 130,
    maxSize: 44,
    minSize: 24,
    align: "center",
  });
}

function mark({ palette }: Scene): Block {
  const size = 92;
  return {
    kind: "mark",
    width: size * 1.36,
    height: size,
    draw(ctx, x, y) {
      ctx.fillStyle = palette.accent;
      for (const left of [x, x + size * 0.76]) ctx.fill(quotationMark(left, y, size, size * 0.3));
    },
  };
}
