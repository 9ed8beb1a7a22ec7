import { copy } from "../copy";
import { isWide, type Scene, type Template } from "../scene";
import type { Box } from "../stack";

/** Rings in a corner, with the text at the bottom of the opposite side. */
export const corner: Template = {
  name: "corner",
  weight: ({ photos, brief }) => (photos.length > 0 || brief.quote ? 0 : 2.2),
  compose(scene) {
    const { ctx, width, height, palette, safe, rtl } = scene;
    ctx.fillStyle = palette.base;
    ctx.fillRect(0, 0, width, height);
    const wide = isWide(scene);
    const top = wide ? 0 : height * 0.34 - safe.y;
    const area = wide
      ? { ...safe, x: rtl ? safe.x + safe.width * 0.36 : safe.x, width: safe.width * 0.64 }
      : { ...safe, y: safe.y + top, height: safe.height - top };
    const blocks = copy(scene, area, {
      font: scene.type.headline,
      caps: scene.type.caps,
      align: "left",
      maxSize: 260,
      points: "checks",
      justify: "end",
      ink: palette.ink,
      accent: palette.accent,
      accentInk: palette.accentInk,
      stress: true,
      gap: 48,
    });
    paintRings(scene, blocks);
    return blocks;
  },
};

/** Space between the rings and the text. */
const GAP = 44;

function paintRings({ ctx, width, height, palette, rtl, random }: Scene, blocks: readonly Box[]): void {
  const x = rtl ? 0 : width;
  const distances = blocks.map((box) => Math.hypot(rtl ? box.x : width - box.x - box.width, box.y));
  const reach = Math.min(Math.min(width, height) * 0.82, ...distances.map((distance) => distance - GAP));
  if (reach < GAP) return;
  const dashed = random() < 0.5;
  ctx.fillStyle = palette.accent;
  ctx.beginPath();
  ctx.arc(x, 0, reach, 0, Math.PI * 2);
  ctx.fill();
  ctx.strokeStyle = palette.accentInk;
  ctx.lineWidth = 9;
  ctx.lineCap = "round";
  ctx.setLineDash(dashed ? [110, 44] : [2, 30]);
  for (const share of [0.8, 0.6, 0.4, 0.2]) {
    ctx.beginPath();
    ctx.arc(x, 0, reach * share, 0, Math.PI * 2);
    ctx.stroke();
  }
  ctx.setLineDash([]);
}
