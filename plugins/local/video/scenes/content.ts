import { isRightToLeft } from "vireo/captions/words";
import { outBack, phase } from "../ease";
import { drawLettering, type Lettering, type LetteringOptions, type LetteringStyle, letter } from "../lettering";
import type { Moment, SceneKit, Shot } from "../scene";
import type { Box } from "../stage";
import { readRows } from "./list";
import { tick } from "./marks";
import { approach, drawSettled, moveLettering, setSpeech, speak } from "./parts";

/** What a scene says, set into a box: a text, a list, a price on its plate, or a step with its number. */
export interface Content {
  /** Bounds of everything that is drawn. */
  box: Box;
  /** Size of the main text. */
  size: number;
  truncated: boolean;
  draw(moment: Moment, start: number, style: LetteringStyle): void;
}

type Setter = (kit: SceneKit, shot: Shot, box: Box, options: LetteringOptions) => Content;

export const setContent: Setter = (kit, shot, box, options) => {
  if (/\n/.test(shot.text + shot.subtext)) return setList(kit, shot, box, options);
  if (shot.kind === "price") return setPrice(kit, shot, box, options);
  return shot.number === undefined ? setWords(kit, shot, box, options) : setStep(kit, shot, box, options);
};

const setWords: Setter = (kit, shot, box, options) => {
  const speech = setSpeech(kit, shot, box, options);
  const size = speech.text.block.size;
  const { truncated } = speech;
  return { box: speech.box, size, truncated, draw: (moment, start, style) => speak(kit, speech, moment, start, style) };
};

/** Returns how far a group moves down in its box. */
function getShift(box: Box, height: number, vertical: LetteringOptions["vertical"] = "middle"): number {
  const free = Math.max(0, box.height - height);
  return Math.round(vertical === "top" ? 0 : vertical === "middle" ? free / 2 : free);
}

function getBounds(letterings: readonly Lettering[]): Box {
  const boxes = letterings.map(({ box }) => box).filter(({ width }) => width > 0);
  const [x, y] = [Math.min(...boxes.map((box) => box.x)), Math.min(...boxes.map((box) => box.y))];
  const right = Math.max(...boxes.map((box) => box.x + box.width));
  const bottom = Math.max(...boxes.map((box) => box.y + box.height));
  return { x, y, width: right - x, height: bottom - y };
}

/** Space around a price on its plate. */
const PLATE = { x: 52, y: 40 } as const;

const setPrice: Setter = (kit, { text, subtext }, box, options) => {
  const { ctx, look } = kit;
  const inner = { x: box.x + PLATE.x, width: box.width - 2 * PLATE.x, y: box.y + PLATE.y };
  const share = subtext === "" ? 1 : 0.6;
  const figure = letter(
    ctx,
    look.caps(text),
    { ...inner, height: box.height * share - 2 * PLATE.y },
    { ...options, maxSize: options.maxSize * 1.25, vertical: "top" },
  );
  const used = figure.box.height + 2 * PLATE.y + 34;
  const below = letter(
    ctx,
    subtext,
    { ...box, y: box.y + used, height: box.height - used },
    { ...options, font: look.label, maxSize: 84, vertical: "top" },
  );
  const height = subtext === "" ? used - 34 : used + below.box.height;
  const shift = getShift(box, height, options.vertical);
  const [price, detail] = [moveLettering(figure, shift), moveLettering(below, shift)];
  const plate = {
    x: price.box.x - PLATE.x,
    y: price.box.y - PLATE.y,
    width: price.box.width + 2 * PLATE.x,
    height: price.box.height + 2 * PLATE.y,
  };
  const bounds = getBounds([{ ...price, box: plate }, detail]);
  return {
    box: bounds,
    size: figure.block.size,
    truncated: figure.block.truncated || below.block.truncated,
    draw(moment, start, style) {
      const since = moment.time - start;
      const size = outBack(phase(since, 0, 0.4));
      if (size <= 0) return;
      ctx.save();
      approach(kit, bounds, moment);
      ctx.save();
      ctx.translate(plate.x + plate.width / 2, plate.y + plate.height / 2);
      ctx.scale(size, size);
      ctx.translate(-plate.x - plate.width / 2, -plate.y - plate.height / 2);
      ctx.fillStyle = style.accent;
      ctx.beginPath();
      ctx.roundRect(plate.x, plate.y, plate.width, plate.height, 70 * look.shapes.radius);
      ctx.fill();
      drawSettled(ctx, price, style.accentInk);
      ctx.restore();
      drawLettering(ctx, detail, since - 0.3, { ...style, voice: "slide" });
      ctx.restore();
    },
  };
};

/** Height of a step's number and the space below it. */
const NUMBER = { radius: 58, gap: 34 } as const;

const setStep: Setter = (kit, shot, box, options) => {
  const { ctx, look } = kit;
  const head = 2 * NUMBER.radius + NUMBER.gap;
  const words = setSpeech(kit, shot, { ...box, y: box.y + head, height: box.height - head }, options);
  const rtl = isRightToLeft(shot.text);
  const edge = rtl ? words.box.x + words.box.width - NUMBER.radius : words.box.x + NUMBER.radius;
  const x = options.align === "left" ? edge : words.box.x + words.box.width / 2;
  const y = words.box.y - NUMBER.gap - NUMBER.radius;
  const side = 2 * NUMBER.radius;
  const disc = { x: x - NUMBER.radius, y: y - NUMBER.radius, width: side, height: side };
  const numeral = letter(ctx, String(shot.number), disc, { font: look.headline, maxSize: 76, vertical: "middle" });
  return {
    box: getBounds([
      { ...words.text, box: words.box },
      { ...numeral, box: disc },
    ]),
    size: words.text.block.size,
    truncated: words.truncated,
    draw(moment, start, style) {
      const size = outBack(phase(moment.time - start, 0, 0.35)) * (1 + 0.06 * moment.pulse);
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
      speak(kit, words, moment, start, style);
    },
  };
};

const ROW = { largest: 104, delay: 0.2, gap: 0.42 } as const;

/** Rows with ticks below their heading. All have the size of the longest. */
const setList: Setter = (kit, shot, box, options) => {
  const { ctx, look } = kit;
  const { title, rows: texts } = readRows(shot);
  const mirrored = isRightToLeft(texts.join(" "));
  const head =
    title === ""
      ? undefined
      : letter(
          ctx,
          look.caps(title),
          { ...box, height: box.height * 0.34 },
          { ...options, align: "left", maxSize: 130, maxLines: 2, vertical: "top" },
        );
  const top = head ? head.box.height + 44 : 0;
  const room = box.height - top;
  const set = (maxSize: number): Lettering[] => {
    const gutter = maxSize * 1.15;
    let y = box.y + top;
    return texts.map((text) => {
      const row = letter(
        ctx,
        text,
        { x: box.x + (mirrored ? 0 : gutter), y, width: box.width - gutter, height: room / texts.length },
        { font: look.headline, maxSize, align: "left", vertical: "top", maxLines: 2 },
      );
      y += row.box.height + maxSize * ROW.gap;
      return row;
    });
  };
  const fits = (rows: readonly Lettering[]) => {
    const { box: last } = rows.at(-1)!;
    return last.y + last.height <= box.y + box.height && !rows.some(({ block }) => block.truncated);
  };
  let size: number = ROW.largest;
  let rows = set(size);
  while (size > 36 && (!fits(rows) || rows.some(({ block }) => block.size < size))) rows = set(--size);
  const all = [...(head ? [head] : []), ...rows];
  const shift = getShift(box, getBounds(all).height, options.vertical);
  const moved = rows.map((row) => moveLettering(row, shift));
  const heading = head && moveLettering(head, shift);
  const words = getBounds([...(heading ? [heading] : []), ...moved]);
  const gutter = size * 1.15;
  const bounds = { ...words, x: words.x - (mirrored || heading ? 0 : gutter), width: words.width + gutter };
  return {
    box: bounds,
    size,
    truncated: !fits(rows),
    draw(moment, start, style) {
      const since = moment.time - start;
      if (heading) drawLettering(ctx, heading, since + 0.1, style);
      moved.forEach((row, i) => {
        const age = since - i * ROW.delay;
        const grown = outBack(phase(age, 0, 0.35));
        if (grown > 0) {
          const x = mirrored ? box.x + box.width - size * 0.45 : box.x + size * 0.45;
          const y = row.box.y + row.block.ascent / 2;
          ctx.fillStyle = style.accent;
          ctx.beginPath();
          ctx.arc(x, y, size * 0.42 * grown * (1 + 0.07 * moment.pulse), 0, Math.PI * 2);
          ctx.fill();
          ctx.strokeStyle = style.accentInk;
          tick(ctx, x, y, size * 0.4, phase(age, 0.12, 0.3));
        }
        drawLettering(ctx, row, age, style);
      });
    },
  };
};
