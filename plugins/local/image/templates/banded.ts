import { copy } from "../copy";
import { isWide, type Scene, type Template } from "../scene";

/** A panel in the accent colour with the text, over large shapes that are visible above and below it. */
export const banded: Template = {
  name: "banded",
  weight: ({ photos, brief }) => (photos.length > 0 || brief.quote ? 0 : 1.8),
  compose(scene) {
    const { ctx, width, height, palette, safe } = scene;
    ctx.fillStyle = palette.base;
    ctx.fillRect(0, 0, width, height);
    paintShapes(scene);
    const inset = isWide(scene) ? 0.1 : 0.17;
    const panel = { x: 0, y: height * inset, width, height: height * (1 - 2 * inset) };
    ctx.fillStyle = palette.accent;
    ctx.fillRect(panel.x, panel.y, panel.width, panel.height);
    const y = Math.max(safe.y, panel.y + 64);
    const bottom = Math.min(safe.y + safe.height, panel.y + panel.height - 64);
    return copy(
      scene,
      { ...safe, y, height: bottom - y },
      {
        font: scene.type.headline,
        caps: scene.type.caps,
        align: "left",
        maxSize: 260,
        points: "checks",
        justify: "center",
        ink: palette.accentInk,
        accent: palette.accentInk,
        accentInk: palette.accent,
        gap: 48,
      },
    );
  },
};

function paintShapes({ ctx, width, height, palette, random }: Scene): void {
  const side = Math.max(width, height) / 7;
  const colors = [...palette.stops, ...palette.vivid];
  for (let row = 0; row * side < height; row++) {
    for (let column = 0; column * side < width; column++) {
      ctx.fillStyle = colors[Math.floor(random() * colors.length)]!;
      ctx.save();
      ctx.translate((column + 0.5) * side, (row + 0.5) * side);
      ctx.rotate((Math.floor(random() * 4) * Math.PI) / 2);
      ctx.beginPath();
      ctx.moveTo(-side / 2, -side / 2);
      ctx.arc(-side / 2, -side / 2, side, 0, Math.PI / 2);
      ctx.fill();
      ctx.restore();
    }
  }
}
