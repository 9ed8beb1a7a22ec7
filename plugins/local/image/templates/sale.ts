import { fade } from "#plugins/local/draw/colors";
import { drawContain, drawCover, type Photo } from "#plugins/local/draw/photo";
import { starburst } from "#plugins/local/draw/shapes";
import { countSigns } from "#plugins/local/storyboard/timing";
import { textBlock } from "../blocks";
import { copy } from "../copy";
import { isWide, type Scene, type Template } from "../scene";
import { type Box, type Placed, put } from "../stack";

/** The offer on a badge, as large as the text next to it. Only for briefs with a price or a discount. */
export const sale: Template = {
  name: "sale",
  showsOffer: true,
  weight: (scene) => (scene.brief.offer ? 30 : 0),
  compose(scene) {
    const { palette, brief } = scene;
    const places = fields(scene);
    paintGround(scene, places);
    const detail = countSigns(brief.offerDetail) <= LONGEST_DETAIL ? brief.offerDetail : "";
    const points = detail === "" ? brief.points : brief.points.filter((point) => point !== detail);
    return [
      badgeBlock(scene, places.badge, detail),
      ...copy({ ...scene, brief: { ...brief, points } }, places.words, {
        font: scene.type.headline,
        caps: scene.type.caps,
        align: isWide(scene) ? "left" : "center",
        maxSize: 118,
        points: "pills",
        justify: "center",
        ink: palette.ink,
        accent: palette.accent,
        accentInk: palette.accentInk,
        gap: 44,
      }),
    ];
  },
};

interface Fields {
  badge: Box;
  words: Box;
  /** Extends to the edges of the canvas. */
  picture: Box;
}

function fields(scene: Scene): Fields {
  const { width, height, safe, rtl, photos } = scene;
  // On a photo, the badge is smaller and off-centre.
  const scale = photos.length > 0 ? 0.62 : 1;
  if (isWide(scene)) {
    const side = Math.min(safe.height, safe.width * 0.44);
    const half = side + 40 + safe.x;
    const badge = side * scale;
    return {
      picture: { x: rtl ? 0 : width - half, y: 0, width: half, height },
      badge: {
        x: rtl ? safe.x : safe.x + safe.width - badge,
        y: safe.y + (safe.height - badge) * (photos.length > 0 ? 1 : 0.5),
        width: badge,
        height: badge,
      },
      words: { ...safe, x: rtl ? safe.x + side + 80 : safe.x, width: safe.width - side - 80 },
    };
  }
  const side = Math.min(safe.width * 0.84, safe.height * 0.44);
  const bottom = safe.y + side;
  const badge = side * scale;
  const end = rtl ? safe.x : safe.x + safe.width - badge;
  return {
    picture: { x: 0, y: 0, width, height: bottom - badge * 0.25 },
    badge: {
      x: photos.length > 0 ? end : safe.x + (safe.width - badge) / 2,
      y: bottom - badge,
      width: badge,
      height: badge,
    },
    words: { ...safe, y: bottom + 48, height: safe.y + safe.height - bottom - 48 },
  };
}

/** What the offer is for stands on the badge if it has up to this many letters. */
const LONGEST_DETAIL = 16;
const DETAIL_GAP = 16;

function badgeBlock(scene: Scene, box: Box, detail: string): Placed {
  const { ctx, brief, palette, random } = scene;
  const radius = box.width / 2;
  const text = textBlock(ctx, "text", brief.offer, {
    font: scene.type.headline,
    color: palette.accentInk,
    maxWidth: radius * 1.5,
    maxHeight: radius,
    maxSize: 320,
    maxLines: 1,
    align: "center",
  });
  const below = detail
    ? textBlock(ctx, "text", detail, {
        font: scene.type.label,
        color: palette.accentInk,
        maxWidth: radius * 1.2,
        maxHeight: radius * 0.24,
        maxSize: 64,
        maxLines: 1,
        align: "center",
      })
    : undefined;
  const total = text.height + (below ? below.height + DETAIL_GAP : 0);
  const tilt = (random() - 0.5) * 0.24;
  const draw = (target: typeof ctx, x: number, y: number) => {
    target.save();
    target.translate(x + radius, y + radius);
    target.rotate(tilt);
    target.fillStyle = palette.accent;
    target.fill(starburst(0, 0, radius, 20, 0.12));
    target.strokeStyle = palette.accentInk;
    target.lineWidth = 5;
    target.setLineDash([3, 16]);
    target.lineCap = "round";
    target.beginPath();
    target.arc(0, 0, radius * 0.83, 0, Math.PI * 2);
    target.stroke();
    text.draw(target, -text.width / 2, -total / 2);
    below?.draw(target, -below.width / 2, total / 2 - below.height);
    target.restore();
  };
  return put({ kind: "badge", width: box.width, height: box.height, draw }, box.x, box.y);
}

/** Draws a photo in its field, otherwise rays from the badge. */
function paintGround({ ctx, width, height, palette, photos, cutout }: Scene, { badge, picture }: Fields): void {
  ctx.fillStyle = palette.base;
  ctx.fillRect(0, 0, width, height);
  const [photo] = photos;
  if (photo && cutout) {
    paintProduct(ctx, photo, picture, palette);
    return;
  }
  if (photo) {
    drawCover(ctx, photo, picture.x, picture.y, picture.width, picture.height);
    return;
  }
  const cx = badge.x + badge.width / 2;
  const cy = badge.y + badge.height / 2;
  const rays = 28;
  ctx.fillStyle = palette.stops[0]!;
  for (let i = 0; i < rays; i += 2) {
    ctx.beginPath();
    ctx.moveTo(cx, cy);
    ctx.arc(cx, cy, width + height, (i / rays) * Math.PI * 2, ((i + 1) / rays) * Math.PI * 2);
    ctx.fill();
  }
}

/** Draws a product completely, on a disc, in its field. */
function paintProduct(ctx: Scene["ctx"], photo: Photo, field: Box, { stops, vivid }: Scene["palette"]): void {
  ctx.fillStyle = stops[0]!;
  ctx.fillRect(field.x, field.y, field.width, field.height);
  const [x, y] = [field.x + field.width / 2, field.y + field.height / 2];
  ctx.fillStyle = fade(vivid[0]!, 0.55);
  ctx.beginPath();
  ctx.arc(x, y, Math.min(field.width, field.height) * 0.44, 0, Math.PI * 2);
  ctx.fill();
  const height = field.height * 0.9;
  ctx.save();
  ctx.shadowColor = "rgba(0, 0, 0, 0.3)";
  ctx.shadowBlur = 50;
  ctx.shadowOffsetY = 22;
  drawContain(ctx, photo, field.x + field.width * 0.1, y - height / 2, field.width * 0.8, height);
  ctx.restore();
}
