import { isRightToLeft } from "vireo/captions/words";
import type { Setter, Shot } from "../design";
import { outBack, phase } from "../ease";
import { type Lettering, setLettering } from "../lettering";
import { type Box, encloseBoxes } from "../stage";
import { cards, setList } from "./cards";
import { drawSettled, drawTextGroup, setTextGroup } from "./parts";

/** True if a kind has a card of its own, or the text is a list. */
export const hasCard = ({ kind, text, subtext }: Pick<Shot, "kind" | "text" | "subtext">): boolean =>
  (kind !== undefined && kind in cards) || /\n/.test(text + subtext);

export const setContent: Setter = (kit, shot, box, options) => {
  if (kit.set) return kit.set(kit, shot, box, options);
  const own = shot.kind && cards[shot.kind];
  if (own) return own(kit, shot, box, options);
  if (/\n/.test(shot.text + shot.subtext)) return setList(kit, shot, box, options);
  return shot.number === undefined ? setWords(kit, shot, box, options) : setStep(kit, shot, box, options);
};

const setWords: Setter = (kit, shot, box, options) => {
  const group = setTextGroup(kit, shot, box, options);
  const size = group.text.block.size;
  const { truncated } = group;
  return {
    box: group.box,
    size,
    truncated,
    draw: (frameTime, start, style) => drawTextGroup(kit, group, frameTime, start, style),
  };
};

const getBounds = (letterings: readonly Lettering[]): Box =>
  encloseBoxes(letterings.map(({ box }) => box).filter(({ width }) => width > 0));

/** Height of a step's number and the space below it. */
const NUMBER = { radius: 58, gap: 34 } as const;

const setStep: Setter = (kit, shot, box, options) => {
  const { ctx, look } = kit;
  const head = 2 * NUMBER.radius + NUMBER.gap;
  const words = setTextGroup(kit, shot, { ...box, y: box.y + head, height: box.height - head }, options);
  const rtl = isRightToLeft(shot.text);
  const edge = rtl ? words.box.x + words.box.width - NUMBER.radius : words.box.x + NUMBER.radius;
  const x = options.align === "left" ? edge : words.box.x + words.box.width / 2;
  const y = words.box.y - NUMBER.gap - NUMBER.radius;
  const side = 2 * NUMBER.radius;
  const disc = { x: x - NUMBER.radius, y: y - NUMBER.radius, width: side, height: side };
  const numeral = setLettering(ctx, String(shot.number), disc, {
    font: look.headline,
    maxSize: 76,
    vertical: "middle",
  });
  return {
    box: getBounds([
      { ...words.text, box: words.box },
      { ...numeral, box: disc },
    ]),
    size: words.text.block.size,
    truncated: words.truncated,
    draw(frameTime, start, style) {
      const size = outBack(phase(frameTime.time - start, 0, 0.35)) * (1 + 0.06 * frameTime.pulse);
      if (size > 0) {
        ctx.save();
        ctx.translate(x, y);
        ctx.scale(size, size);
        ctx.translate(-x, -y);
        ctx.fillStyle = style.accent;
        ctx.beginPath();
        ctx.roundRect(disc.x, disc.y, disc.width, disc.height, NUMBER.radius * look.shapes.radius);
        ctx.fill();
        drawSettled(ctx, numeral, style.accentInk);
        ctx.restore();
      }
      drawTextGroup(kit, words, frameTime, start, style);
    },
  };
};
