import { fade } from "#plugins/local/draw/colors";
import { drawIcon } from "#plugins/local/draw/icons";
import { blob, grain, meshGradient } from "#plugins/local/draw/shapes";
import { copy } from "../copy";
import { isWide, type Scene, type Template } from "../scene";

/** A headline on a gradient, as large as possible. */
export const typeLed: Template = {
  name: "type",
  weight: ({ photos, brief }) => (photos.length > 0 || brief.quote ? 0 : 2),
  compose(scene) {
    const { palette, random, safe } = scene;
    paintGround(scene);
    return copy(scene, safe, {
      font: scene.type.headline,
      caps: scene.type.caps,
      maxSize: 380,
      align: isWide(scene) || random() < 0.75 ? "left" : "center",
      points: random() < 0.5 ? "pills" : "checks",
      justify: "split",
      ink: palette.ink,
      accent: palette.accent,
      accentInk: palette.accentInk,
      stress: true,
      gap: 60,
    });
  },
};

function paintGround({ ctx, width, height, palette, random, icon, brief }: Scene): void {
  meshGradient(ctx, width, height, palette, random);
  const reach = Math.min(width, height);
  // All shades here are stops or faint, because text may be on top of them.
  ctx.fillStyle = fade(palette.stops[1]!, 0.8);
  ctx.fill(blob(width * (0.75 + random() * 0.25), height * random() * 0.3, reach * 0.42, random));
  ctx.fillStyle = fade(palette.stops[2]!, 0.8);
  ctx.fill(blob(width * random() * 0.25, height * (0.75 + random() * 0.25), reach * 0.36, random));
  if (icon && brief.cards.length === 0) {
    const size = reach * 0.78;
    ctx.strokeStyle = fade(palette.ink, 0.07);
    drawIcon(ctx, icon, width - size * 0.78, height - size * 0.82, size, 1.1);
  }
  grain(ctx, width, height, 0.05, random);
}
