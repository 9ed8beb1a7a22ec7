import { isRightToLeft } from "vireo/captions/words";
import { display, heading } from "#plugins/local/draw/fonts";
import { outBack, phase } from "../ease";
import { drawLettering, letter } from "../lettering";
import type { Design, Shot } from "../scene";
import { decorate, ghost } from "./depth";
import { tick } from "./marks";
import { approach, belowTag, brandTag, createGround, getStyle, getTone } from "./parts";

const ROW_DELAY = 0.2;
const HIGHEST_ROW = 290;
const HEADING = { height: 190, gap: 50 } as const;

/** Returns the heading and the rows of a list: lines of the detail below the text, otherwise of the text itself. */
export function readRows({ text, subtext }: Pick<Shot, "text" | "subtext">): { title: string; rows: string[] } {
  if (/\n/.test(subtext)) return { title: text, rows: subtext.split("\n") };
  const rows = text.split("\n");
  return { title: "", rows: subtext === "" ? rows : [...rows, subtext] };
}

/** Rows in a column, ticked off one by one, below their heading. */
export const checklist: Design = (shot, kit) => {
  const { ctx, look } = kit;
  const tone = getTone(shot, kit);
  const ground = createGround(shot, kit);
  const behind = ghost(kit, tone);
  const bits = decorate(kit, tone);
  const tag = brandTag(kit, tone);
  const { title, rows: texts } = readRows(shot);
  const whole = belowTag(kit);
  const head =
    title === ""
      ? undefined
      : letter(
          ctx,
          look.caps(title),
          { ...whole, height: HEADING.height },
          { font: look.headline, maxSize: 130, maxLines: 2 },
        );
  const used = head ? HEADING.height + HEADING.gap : 0;
  const room = { ...whole, y: whole.y + used, height: whole.height - used };
  const height = Math.min(room.height / texts.length, HIGHEST_ROW);
  const top = room.y + (room.height - height * texts.length) / (head ? 4 : 2);
  const radius = Math.min(56, height * 0.26);
  const gutter = radius * 2 + 40;
  const mirrored = isRightToLeft(texts.join(" "));
  const pad = Math.min(34, height * 0.12);
  const set = (maxSize: number) =>
    texts.map((row, i) => {
      const x = room.x + (mirrored ? 0 : gutter);
      const box = { x, y: top + i * height + pad, width: room.width - gutter, height: height - 2 * pad };
      return letter(ctx, row, box, {
        font: look.headline === display ? heading : look.headline,
        maxSize,
        align: "left",
        maxLines: 3,
      });
    });
  // All rows have the size of the longest.
  const rows = set(Math.min(...set(Math.min(112, height * 0.6)).map((row) => row.block.size)));
  // The group of rows is centred.
  const widest = Math.max(...rows.map((row) => row.box.width));
  const shift = ((room.width - gutter - widest) / 2) * (mirrored ? -1 : 1);
  const style = getStyle(tone, kit);
  return (moment) => {
    const { time, clock, pulse } = moment;
    ground(ctx, clock, pulse);
    behind(clock);
    bits(clock, pulse);
    tag(time + 1);
    if (head) drawLettering(ctx, head, time + 0.1, style);
    approach(kit, room, moment);
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
      drawLettering(ctx, row, since, style);
    });
  };
};
