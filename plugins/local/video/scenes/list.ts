import { isRtl } from "#plugins/local/draw/text";
import { outBack, phase } from "../ease";
import { drawLettering, letter } from "../lettering";
import type { Design } from "../scene";
import { confetti, ghost } from "./depth";
import { tick } from "./marks";
import { belowTag, brandTag, createGround, getStyle, getTone } from "./parts";

const ROW_DELAY = 0.2;
const HIGHEST_ROW = 290;

/** All points under each other, ticked off one by one. */
export const checklist: Design = (shot, kit) => {
  const { ctx, look, brief } = kit;
  const tone = getTone(shot, kit);
  const ground = createGround(shot, kit);
  const behind = ghost(kit, tone);
  const bits = confetti(kit, tone);
  const tag = brandTag(kit, tone);
  const room = belowTag(kit);
  const height = Math.min(room.height / brief.points.length, HIGHEST_ROW);
  const top = room.y + (room.height - height * brief.points.length) / 2;
  const radius = Math.min(56, height * 0.26);
  const gutter = radius * 2 + 40;
  const mirrored = isRtl(brief.points.join(" "));
  const set = (maxSize: number) =>
    brief.points.map((point, i) => {
      const x = room.x + (mirrored ? 0 : gutter);
      const box = { x, y: top + i * height + 34, width: room.width - gutter, height: height - 68 };
      return letter(ctx, look.caps(point), box, { font: look.headline, maxSize, align: "left", maxLines: 2 });
    });
  // One size for all rows: that of the longest.
  const rows = set(Math.min(...set(height * 0.6).map((row) => row.block.size)));
  // The rows as a group stand in the middle.
  const widest = Math.max(...rows.map((row) => row.box.width));
  const shift = ((room.width - gutter - widest) / 2) * (mirrored ? -1 : 1);
  return ({ time, clock, pulse }) => {
    ground(ctx, clock, pulse);
    behind(clock);
    bits(clock, pulse);
    tag(time + 1);
    ctx.translate(shift, 0);
    rows.forEach((row, i) => {
      const since = time - 0.02 - i * ROW_DELAY;
      const size = outBack(phase(since, 0, 0.35));
      if (size > 0) {
        const x = mirrored ? room.x + room.width - radius : room.x + radius;
        const y = top + (i + 0.5) * height;
        ctx.fillStyle = tone.accent;
        ctx.beginPath();
        ctx.arc(x, y, radius * size * (1 + 0.07 * pulse), 0, Math.PI * 2);
        ctx.fill();
        ctx.strokeStyle = tone.accentInk;
        tick(ctx, x, y, radius * 0.95, phase(since, 0.12, 0.3));
      }
      drawLettering(ctx, row, since, getStyle(tone, kit));
    });
  };
};
