import { drawCover } from "#plugins/local/draw/photo";
import { drawArt } from "../art";
import { copy } from "../copy";
import { isWide, type Scene, type Template } from "../scene";
import type { Box } from "../stack";

/** Two fields: an image (a photo, otherwise shapes) and text on a flat colour. Next to each other on wide canvases. */
export const split: Template = {
  name: "split",
  weight: ({ photos, cutout, brief }) =>
    cutout || brief.quote ? 0 : photos.length > 0 ? 1.5 : brief.cards.length > 1 ? 0 : 2,
  compose(scene) {
    const { ctx, width, height, palette } = scene;
    ctx.fillStyle = palette.base;
    ctx.fillRect(0, 0, width, height);
    const { picture, words } = fields(scene);
    paintPicture(scene, picture);
    return copy(scene, words, {
      font: scene.type.headline,
      caps: scene.type.caps,
      align: "left",
      maxSize: 170,
      points: isWide(scene) || height > width * 1.5 ? "checks" : "pills",
      justify: isWide(scene) ? "split" : "center",
      ink: palette.ink,
      accent: palette.accent,
      accentInk: palette.accentInk,
      stress: true,
      gap: 52,
    });
  },
};

function fields(scene: Scene): { picture: Box; words: Box } {
  const { width, height, safe, rtl } = scene;
  if (isWide(scene)) {
    const half = Math.round(width * 0.46);
    const words = { ...safe, x: rtl ? half + 84 : safe.x, width: width - half - 2 * 84 };
    return { picture: { x: rtl ? 0 : width - half, y: 0, width: half, height }, words };
  }
  const top = Math.round(height * 0.5);
  const bottom = safe.y + safe.height;
  return { picture: { x: 0, y: 0, width, height: top }, words: { ...safe, y: top + 60, height: bottom - top - 60 } };
}

function paintPicture({ ctx, photos, palette, random, icon }: Scene, box: Box): void {
  const [first, second] = photos;
  if (!first) {
    drawArt(ctx, box, palette, random, icon);
    return;
  }
  // Two photos share the field.
  const half = box.width / 2;
  drawCover(ctx, first, box.x, box.y, second ? half - 4 : box.width, box.height);
  if (second) drawCover(ctx, second, box.x + half + 4, box.y, half - 4, box.height);
}
