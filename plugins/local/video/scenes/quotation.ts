import { quotationMark } from "#plugins/local/draw/shapes";
import { outBack, outCubic, phase } from "../ease";
import { letter } from "../lettering";
import type { Design } from "../scene";
import { band } from "../stage";
import { setBackground } from "./depth";
import { belowTag, drawSettled, getStyle, setSpeech, speak } from "./parts";

const AUTHOR_HEIGHT = 170;
const MARK = 150;
const LARGEST = { tall: 150, wide: 165, square: 135 } as const;

/** A quotation under its marks, with the author below a short line. */
export const quotation: Design = (shot, kit) => {
  const { ctx, stage } = kit;
  const { tone, drawBackground } = setBackground(shot, kit, "bits", "tag");
  const room = belowTag(kit);
  const area = band(room, 0.2, 1);
  const words = { ...shot, subtext: "" };
  const text = setSpeech(
    { ...kit, look: { ...kit.look, caps: (plain) => plain } },
    words,
    { ...area, height: area.height - AUTHOR_HEIGHT - 98 },
    { font: kit.look.headline, maxSize: LARGEST[stage.shape] },
  );
  const below = text.box.y + text.box.height;
  const author =
    shot.subtext === ""
      ? undefined
      : letter(
          ctx,
          shot.subtext,
          { ...area, y: below + 112, height: AUTHOR_HEIGHT },
          { font: kit.look.label, maxSize: 76, vertical: "top" },
        );
  const top = Math.max(room.y, text.box.y - MARK - 60);
  return (moment) => {
    const { time, pulse } = moment;
    drawBackground(moment);
    const size = Math.max(0.001, outBack(phase(time, 0, 0.4))) * (1 + 0.04 * pulse);
    ctx.save();
    ctx.translate(stage.width / 2, top + MARK / 2);
    ctx.scale(size, size);
    ctx.fillStyle = tone.accent;
    for (const x of [-MARK * 0.56, MARK * 0.12]) ctx.fill(quotationMark(x, -MARK / 2, MARK, MARK * 0.22));
    ctx.restore();
    speak(kit, text, moment, 0.05, { ...getStyle(tone, kit), emphasis: "color" });
    if (!author) return;
    const shown = outCubic(phase(time, 0.7, 0.4));
    ctx.save();
    ctx.globalAlpha *= shown;
    ctx.fillStyle = tone.accent;
    ctx.fillRect(stage.width / 2 - 60 * shown, below + 62, 120 * shown, 8);
    drawSettled(ctx, author, tone.ink);
    ctx.restore();
  };
};
