import { fade, mix } from "#plugins/local/draw/colors";
import { drawContain, drawCover, type Photo } from "#plugins/local/draw/photo";
import { roundedRect } from "#plugins/local/draw/shapes";
import { medallion } from "../art";
import { copy } from "../copy";
import { isWide, type Scene, type Template } from "../scene";
import { type Box, type Placed, put } from "../stack";

/**
 * The product alone on a calm background: a photo in a rounded frame, a cut-out on a disc, or an icon without photos.
 */
export const product: Template = {
  name: "product",
  weight: ({ photos, cutout, icon, brief }) =>
    brief.quote ? 0 : cutout ? 6 : photos.length > 0 ? 1 : icon && brief.cards.length === 0 ? 1 : 0,
  compose(scene) {
    const { ctx, width, height, palette } = scene;
    ctx.fillStyle = palette.base;
    ctx.fillRect(0, 0, width, height);
    const { picture, words } = fields(scene);
    paintDisc(scene, picture);
    return [
      pictureBlock(scene, picture),
      ...copy(scene, words, {
        font: scene.type.headline,
        caps: scene.type.caps,
        align: isWide(scene) ? "left" : "center",
        maxSize: 130,
        points: isWide(scene) ? "checks" : "pills",
        justify: isWide(scene) ? "split" : "center",
        ink: palette.ink,
        accent: palette.accent,
        accentInk: palette.accentInk,
        gap: 44,
      }),
    ];
  },
};

function fields(scene: Scene): { picture: Box; words: Box } {
  const { safe, rtl } = scene;
  if (isWide(scene)) {
    const side = Math.min(safe.height, safe.width * 0.46);
    const picture = { x: rtl ? safe.x : safe.x + safe.width - side, y: safe.y, width: side, height: safe.height };
    return { picture, words: { ...safe, x: rtl ? safe.x + side + 90 : safe.x, width: safe.width - side - 90 } };
  }
  const top = Math.round(safe.height * 0.5);
  return {
    picture: { ...safe, height: top },
    words: { ...safe, y: safe.y + top + 48, height: safe.height - top - 48 },
  };
}

function paintDisc({ ctx, palette }: Scene, picture: Box): void {
  const radius = Math.min(picture.width, picture.height) * 0.5;
  ctx.fillStyle = palette.stops[0]!;
  ctx.beginPath();
  ctx.arc(picture.x + picture.width / 2, picture.y + picture.height / 2, radius, 0, Math.PI * 2);
  ctx.fill();
  ctx.fillStyle = mix(palette.stops[0]!, palette.stops[2]!, 0.6);
  ctx.beginPath();
  ctx.arc(picture.x + picture.width / 2, picture.y + picture.height / 2, radius * 0.84, 0, Math.PI * 2);
  ctx.fill();
}

function pictureBlock(scene: Scene, box: Box): Placed {
  const { palette, photos, random, icon } = scene;
  const [photo] = photos;
  return put(
    {
      kind: "picture",
      width: box.width,
      height: box.height,
      draw(ctx, x, y) {
        const place = { ...box, x, y };
        if (!photo) {
          if (icon) medallion(ctx, place, palette, random, icon);
          return;
        }
        ctx.save();
        ctx.shadowColor = fade("#000000", 0.3);
        ctx.shadowBlur = 60;
        ctx.shadowOffsetY = 26;
        if (scene.cutout) drawContain(ctx, photo, x, y, box.width, box.height);
        else drawFramed(ctx, photo, place);
        ctx.restore();
      },
    },
    box.x,
    box.y,
  );
}

function drawFramed(ctx: Scene["ctx"], photo: Photo, box: Box): void {
  // The frame has the photo's aspect ratio if the box allows it, between 4:5 and 5:4.
  const ratio = Math.min(1.25, Math.max(0.8, photo.width / photo.height));
  const width = Math.min(box.width, box.height * ratio);
  const height = Math.min(box.height, width / ratio);
  const x = box.x + (box.width - width) / 2;
  const y = box.y + (box.height - height) / 2;
  const frame = roundedRect(x, y, width, height, 40);
  ctx.fillStyle = "#ffffff";
  ctx.fill(frame);
  ctx.shadowColor = "transparent";
  ctx.clip(frame);
  drawCover(ctx, photo, x, y, width, height);
}
