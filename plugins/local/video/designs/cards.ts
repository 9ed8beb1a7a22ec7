/** Cards of facts: prices, rows with marks or figures, ratings, charts and comparisons. They fit into any box. */
import type { SKRSContext2D } from "@napi-rs/canvas";
import { isRightToLeft } from "vireo/captions/words";
import type { SceneKind } from "vireo/slots/storyboard";
import { fade } from "#plugins/local/draw/colors";
import { display, type FontStack, heading } from "#plugins/local/draw/fonts";
import { drawIcon, type IconName } from "#plugins/local/draw/icons";
import { keepPairs } from "#plugins/local/draw/linebreaks";
import { isUnspaced } from "#plugins/local/draw/scripts";
import { createStarburst } from "#plugins/local/draw/shapes";
import { clamp } from "#plugins/local/numbers";
import { hasClock, isContact, isTime } from "#plugins/local/storyboard/cards";
import { splitPrice } from "#plugins/local/storyboard/offers";
import { isPlace } from "#plugins/local/storyboard/places";
import { splitLabel, splitRow, toNumber } from "#plugins/local/storyboard/rows";
import type { ContentBlock, FrameTime, Shot } from "../design";
import { outBack, outCubic, outQuint, phase } from "../ease";
import { drawLettering, type Lettering, type LetteringOptions, type LetteringStyle, setLettering } from "../lettering";
import type { Look } from "../look";
import { type Box, encloseBoxes, getCentre } from "../stage";
import { tick } from "./marks";
import { approach, drawSettled, moveLettering } from "./parts";

type Draw = (since: number, style: LetteringStyle, frameTime: FrameTime) => void;

/** What a card is drawn with. Scenes have more, posters only this. */
export interface CardKit {
  ctx: SKRSContext2D;
  look: Pick<Look, "headline" | "label" | "caps" | "shapes">;
}

export type Facts = Pick<Shot, "kind" | "text" | "subtext" | "price" | "photo">;

export type CardSetter = (kit: CardKit, shot: Facts, box: Box, options: LetteringOptions) => ContentBlock;

/** A card, laid out from the top of its box. */
interface Card {
  /** Bounds of the ink. */
  box: Box;
  size: number;
  truncated: boolean;
  draw: Draw;
}

/** Scales in which a card is set until it fits. */
const SCALES = [1, 0.92, 0.84, 0.76, 0.68, 0.6, 0.52, 0.46, 0.4] as const;

/** Sets a card as large as it fits, and aligns it in its box. */
function fit(kit: CardKit, box: Box, { vertical }: LetteringOptions, set: (scale: number) => Card): ContentBlock {
  const isGood = (card: Card) =>
    !card.truncated && card.box.height <= box.height + 1 && card.box.width <= box.width + 1;
  let card = set(1);
  for (const scale of SCALES.slice(1)) if (!isGood(card)) card = set(scale);
  const free = Math.max(0, box.height - card.box.height);
  const down = Math.round(vertical === "top" ? 0 : vertical === "bottom" ? free : free / 2) + box.y - card.box.y;
  const bounds = { ...card.box, y: card.box.y + down };
  return {
    box: bounds,
    size: card.size,
    truncated: !isGood(card),
    draw(frameTime, start, style) {
      const since = frameTime.time - start;
      if (since <= 0) return;
      kit.ctx.save();
      approach(kit, bounds, frameTime);
      kit.ctx.translate(0, down);
      card.draw(since, style, frameTime);
      kit.ctx.restore();
    },
  };
}

/** A column of texts, in the order of reading. Figures begin where the words around them begin. */
function createColumn(ctx: SKRSContext2D, box: Box, align: LetteringOptions["align"], rtl = false) {
  const all: Lettering[] = [];
  let y = box.y;
  return {
    all,
    get y() {
      return y;
    },
    skip(gap: number) {
      y += gap;
    },
    add(text: string, options: Omit<LetteringOptions, "align" | "vertical">, inset = 0): Lettering {
      const room = { x: box.x + inset, y, width: box.width - 2 * inset, height: 4000 };
      const own = rtl && align === "left" && !isRightToLeft(text) ? "right" : align;
      const set = setLettering(ctx, text, room, { ...options, align: own ?? "center", vertical: "top" });
      y += set.box.height;
      all.push(set);
      return set;
    },
  };
}

/** Returns the font of rows. The very narrow headline font is hard to read in small sizes. */
const rowFont = ({ look }: CardKit) => (look.headline === display ? heading : look.headline);

/** Splits a shot into a heading and rows. Without rows in the subtext, the lines of the text are the rows. */
function readLines({ text, subtext }: Pick<Facts, "text" | "subtext">): { title: string; rows: string[] } {
  if (/\n/.test(subtext)) return { title: text, rows: subtext.split("\n") };
  const rows = text.split("\n");
  return { title: "", rows: subtext === "" ? rows : [...rows, subtext] };
}

// Prices

const PLATE = { x: 56, y: 44, gap: 18, ofFigure: 0.09 } as const;
/** Maximum letters of a figure on a star, and of one in a single line. */
const SHORT = 6;
const ONE_LINE = 12;
/** How much larger a figure has to be for its unit to be below it. */
const UNIT_BELOW = 1.4;
/** Sizes as fractions of the figure's. */
const SHARE = { title: 0.5, was: 0.46, words: 0.38, detail: 0.46 } as const;
const LARGEST = { title: 120, was: 130, words: 108, detail: 104 } as const;

/** Splits a price for display: small words before, the figure, small words after. */
function readPrice({ text, price }: Pick<Facts, "text" | "price">): {
  title: string;
  was: string;
  lead: string;
  figure: string;
  tail: string;
} {
  const { was = "", now, from, to, per = "" } = price ?? { now: text };
  const [first, last] = [
    splitPrice(now ?? from ?? to ?? ""),
    now === undefined && from && to ? splitPrice(to) : undefined,
  ];
  const whole = ({ lead, figure }: typeof first) =>
    (lead === "" ? figure : `${lead} ${figure}`).replaceAll(" ", "\u00a0");
  const isPlain = last?.lead === "" && /^[\p{Nd}\p{Sc}]/u.test(last.figure);
  return {
    title: price ? text : "",
    was,
    // "from €80 to €120" is read in one go.
    lead: last ? "" : first.lead,
    figure: last ? whole(first) + (isPlain ? " – " : " ") + whole(last) : first.figure,
    tail: [first.tail, last?.tail, per].filter(Boolean).join(" "),
  };
}

/** Number of letters, of which those of scripts without spaces are twice as wide. */
const countWidth = (text: string): number => [...text].reduce((sum, sign) => sum + (isUnspaced(sign) ? 2 : 1), 0);

/** True if a price alone is short enough for a star. */
export const isBurst = (shot: Pick<Facts, "text" | "price" | "photo">, look: CardKit["look"]): boolean => {
  const { title, was, figure } = readPrice(shot);
  return look.shapes.badge === "burst" && shot.photo === undefined && title + was === "" && countWidth(figure) <= SHORT;
};

/** Moves a currency in letters below its figure if that makes the figure so many times as large. */
function placeUnit(
  { figure, tail }: Pick<ReturnType<typeof readPrice>, "figure" | "tail">,
  measure: (text: string) => number,
  gain: number,
): { figure: string; tail: string } {
  const [, number = "", unit = ""] = /^(\S*\p{Nd}\S*)\s(\p{L}[\p{L}\p{M}.]*)$/u.exec(figure) ?? [];
  const isBelow = number !== "" && measure(number) > measure(figure) * gain;
  return isBelow ? { figure: number, tail: `${unit} ${tail}`.trim() } : { figure, tail };
}

/** A price on a plate of the look's shape: the former one crossed out above it, its unit below the figure. */
const setPrice: CardSetter = (kit, shot, box, options) => {
  const { ctx, look } = kit;
  const price = readPrice(shot);
  const { title, was, lead } = price;
  const rtl = isRightToLeft([title, was, lead, price.figure, price.tail, shot.subtext].join(" "));
  const isStar = isBurst(shot, look);
  const isRule = look.shapes.badge === "rule";
  return fit(kit, box, options, (scale) => {
    const column = createColumn(ctx, box, options.align, rtl);
    const most = options.maxSize * (isStar ? 1.6 : 2) * scale;
    const pad = Math.min(PLATE.x, options.maxSize * 0.5) * scale;
    const above = ((pad * PLATE.y) / PLATE.x) * (isRule ? 1.5 : 1);
    // Between lines, the figure is aligned with what is above and below it.
    const side = isRule && options.align === "left" ? 0 : pad;
    const inset = isStar ? box.width * 0.14 : side;
    const measure = (figure: string) =>
      setLettering(
        ctx,
        figure,
        { ...box, width: box.width - 2 * inset, height: most * 1.4 },
        { font: look.headline, maxSize: most, maxLines: figure.length > ONE_LINE ? 2 : 1 },
      );
    const { figure, tail } = placeUnit(price, (text) => measure(text).block.size, isStar ? 9 : UNIT_BELOW);
    const probe = measure(figure);
    const { size } = probe.block;
    const small = (share: keyof typeof SHARE) =>
      Math.max(Math.min(60, options.maxSize * 0.52) * scale, Math.min(LARGEST[share] * scale, size * SHARE[share]));
    const head =
      title === ""
        ? undefined
        : column.add(look.caps(title), { font: look.headline, maxSize: small("title"), maxLines: 3 });
    if (head) column.skip(pad * 0.68);
    const former =
      was === ""
        ? undefined
        : column.add(was, { font: look.label, maxSize: small("was"), maxLines: was.length > ONE_LINE * 1.5 ? 2 : 1 });
    if (former) column.skip(pad * 0.6);
    const top = column.y;
    column.skip(above);
    const inside: Lettering[] = [];
    const put = (text: string, share: "words" | "figure") => {
      if (text === "") return;
      if (inside.length > 0) column.skip(Math.max(PLATE.gap * scale, size * PLATE.ofFigure));
      const set =
        share === "figure"
          ? { font: look.headline, maxSize: size, maxLines: 2 }
          : { font: look.label, maxSize: small("words"), maxLines: 2 };
      inside.push(column.add(share === "figure" ? look.caps(text) : text, set, inset));
    };
    put(lead, "words");
    put(figure, "figure");
    put(tail, "words");
    const ink = encloseBoxes(inside.map((one) => one.box));
    const plate = {
      x: ink.x - side,
      y: top,
      width: ink.width + 2 * side,
      height: ink.height + 2 * above,
    };
    const radius = isStar ? Math.hypot(ink.width, ink.height) / 2 + pad : 0;
    if (isStar) {
      plate.height = 2 * radius;
      const down = top + radius - ink.y - ink.height / 2;
      inside.splice(0, inside.length, ...inside.map((one) => moveLettering(one, down)));
      plate.x = ink.x + ink.width / 2 - radius;
      plate.width = 2 * radius;
    }
    column.skip(plate.y + plate.height - column.y);
    if (shot.subtext !== "") column.skip(pad * 0.7);
    const detail =
      shot.subtext === ""
        ? undefined
        : column.add(shot.subtext, { font: look.label, maxSize: small("detail"), maxLines: 4 });
    return {
      box: encloseBoxes([
        plate,
        ...[head, former, detail].flatMap((one) => (one && one.box.width > 0 ? [one.box] : [])),
      ]),
      size,
      truncated: probe.block.forced || column.all.some(({ block }) => block.forced),
      draw(since, style, { clock, pulse }) {
        if (head) drawLettering(ctx, head, since, style);
        if (former) drawFormer(ctx, former, since, style);
        const grown = outBack(phase(since, former ? 0.35 : 0.05, 0.4)) * (1 + 0.015 * pulse);
        if (grown > 0) drawPlated(kit, { box: plate, inside, radius }, grown, style, clock);
        if (detail) drawLettering(ctx, detail, since - 0.4, { ...style, entrance: "slide" });
      },
    };
  });
};

interface Plated {
  box: Box;
  inside: readonly Lettering[];
  /** Of the star behind it. 0 for a plate. */
  radius: number;
}

/** Draws a price on its star or plate, grown to a scale. */
function drawPlated(
  kit: CardKit,
  { box, inside, radius }: Plated,
  scale: number,
  style: LetteringStyle,
  clock: number,
): void {
  const { ctx, look } = kit;
  const { x, y } = getCentre(box);
  ctx.save();
  ctx.translate(x, y);
  ctx.scale(scale, scale);
  ctx.fillStyle = style.accent;
  if (radius > 0) {
    ctx.rotate(0.04 * Math.sin(clock * 2.2));
    ctx.fill(createStarburst(0, 0, radius * 1.06, 16, 0.12));
  } else drawPlate(kit, box, style, clock);
  ctx.translate(-x, -y);
  const ink = look.shapes.badge === "rule" && !style.shadow ? style.color : style.accentInk;
  for (const one of inside) drawSettled(ctx, one, ink);
  ctx.restore();
}

/** Draws the plate of a price around the origin: a block, a rounded plate, or two lines. */
function drawPlate({ ctx, look }: CardKit, { width, height }: Box, style: LetteringStyle, clock: number): void {
  const { badge, radius } = look.shapes;
  if (badge === "rule" && !style.shadow) {
    for (const y of [-height / 2, height / 2 - 7]) ctx.fillRect(-width / 2, y, width, 7);
    return;
  }
  if (badge === "block") ctx.rotate(-0.025 + 0.006 * Math.sin(clock * 2));
  ctx.beginPath();
  ctx.roundRect(-width / 2, -height / 2, width, height, Math.min(height / 2, 80 * radius));
  ctx.fill();
}

/** Draws a former price, and the line through its figure. */
function drawFormer(ctx: SKRSContext2D, former: Lettering, since: number, style: LetteringStyle): void {
  drawLettering(ctx, former, since, { ...style, entrance: "fade" });
  const figures = former.words.filter(({ text }) => /[\p{Nd}\p{Sc}]/u.test(text));
  const shown = outCubic(phase(since, 0.25, 0.35));
  if (figures.length === 0 || shown === 0) return;
  const first = figures.reduce((a, b) => (b.x < a.x ? b : a));
  const right = Math.max(...figures.map(({ x, width }) => x + width));
  const { size } = former.block;
  const [x, y] = [first.x - size * 0.12, first.y - first.rise * 0.5];
  ctx.strokeStyle = style.shadow ? style.accent : style.color;
  ctx.lineWidth = size * 0.1;
  ctx.lineCap = "round";
  ctx.beginPath();
  ctx.moveTo(x, y + size * 0.1);
  ctx.lineTo(x + (right - x + size * 0.12) * shown, y + size * (0.1 - 0.2 * shown));
  ctx.stroke();
}

// Rows

type Mark = IconName | "tick" | undefined;

interface RowStyle {
  largest: number;
  marks: readonly Mark[];
  /** The figure at the end of each row, which stands at the other side. */
  values?: readonly string[];
}

/** Lays out rows below their heading, all in one size, with marks before them or figures at their end. */
function setRows(
  kit: CardKit,
  title: string,
  texts: readonly string[],
  { largest, marks, values }: RowStyle,
  box: Box,
  options: LetteringOptions,
): ContentBlock {
  const { ctx, look } = kit;
  const rtl = isRightToLeft(texts.join(" "));
  const font = rowFont(kit);
  const hasMarks = marks.some(Boolean);
  const getGutter = (size: number) => (hasMarks ? size * 1.5 : 0);
  return fit(kit, box, options, (scale) => {
    const most = Math.max(34, Math.min(largest, options.maxSize) * scale);
    const set = (size: number, lines: number, y = box.y, loose = 0) =>
      layOutRows(ctx, texts, values, { font, size, lines, gutter: getGutter(size), loose, rtl }, { ...box, y });
    // Contacts are broken after commas and colons only.
    const isWhole = texts.some((text) => isContact(text) && !/[,،:] /.test(text));
    const found = findRows(most, isWhole ? 1 : values ? 2 : 3, set);
    const { size, lines } = found;
    const column = createColumn(ctx, box, "left");
    const head =
      title === ""
        ? undefined
        : column.add(look.caps(title), { font: look.headline, maxSize: size * 1.2, maxLines: 2 });
    if (head) column.skip(size * (values ? 0.8 : 0.6));
    const tight = encloseBoxes(found.rows.map(({ row }) => row.box)).height;
    const free = values ? Math.max(0, box.y + box.height - column.y - tight) : 0;
    const rows = set(size, lines, column.y, Math.min(size * LOOSE.most, (free * LOOSE.share) / texts.length));
    const letterings = rows.flatMap(({ row, end }) => (end ? [row, end] : [row]));
    const ink = encloseBoxes([...(head ? [head.box] : []), ...letterings.map((one) => one.box)]);
    // Marks are in the gutter. The group of rows is as wide as its widest row, unless figures stand at the other side.
    const left = hasMarks && !rtl ? Math.min(ink.x, box.x) : ink.x;
    const width = ink.x + ink.width + (rtl ? getGutter(size) : 0) - left;
    const shift = options.align === "center" && !values ? (box.width - width) / 2 - (left - box.x) : 0;
    return {
      box: { ...ink, x: left + shift, width },
      size,
      truncated: letterings.some(({ block }) => block.forced) || head?.block.forced === true,
      draw(since, style, { pulse }) {
        ctx.translate(shift, 0);
        if (head) {
          drawLettering(ctx, head, since, style);
          if (values) drawRule(ctx, box, head.box.y + head.box.height + size * 0.3, style, phase(since, 0, 0.5), rtl);
        }
        rows.forEach(({ row, end }, i) => {
          const age = since - i * ROW_DELAY;
          const y = row.words[0] ? row.words[0].y - row.words[0].rise / 2 : row.box.y;
          if (marks[i])
            drawMark(
              ctx,
              marks[i]!,
              rtl ? box.x + box.width - size * 0.55 : box.x + size * 0.55,
              y,
              size * 0.55 * (1 + 0.05 * pulse),
              age,
              style,
            );
          drawLettering(ctx, row, age, style);
          if (!end) return;
          drawLettering(ctx, end, age - 0.08, style);
          drawLeader(ctx, row, end, size, style, phase(age, 0.1, 0.35), rtl);
        });
      },
    };
  });
}

interface RowLayout {
  font: FontStack;
  size: number;
  /** Maximum number of lines of a row. */
  lines: number;
  /** Room for marks at the start. */
  gutter: number;
  /** Additional space between rows. */
  loose: number;
  rtl: boolean;
}

/** Lays out rows from the top of a box on, and their figures at the other side. */
function layOutRows(
  ctx: SKRSContext2D,
  texts: readonly string[],
  values: readonly string[] | undefined,
  { font, size, lines, gutter, loose, rtl }: RowLayout,
  box: Box,
): { row: Lettering; end: Lettering | undefined }[] {
  const common = { font, maxSize: size, minSize: size, align: "left", vertical: "top" } as const;
  let { y } = box;
  return texts.map((text, i) => {
    const room = { x: box.x, y, width: box.width, height: size * 2 * lines };
    const value = values?.[i] ? setLettering(ctx, values[i]!, room, { ...common, maxLines: 1 }) : undefined;
    const taken = value ? value.box.width + size * 0.9 : 0;
    const own = { ...room, x: box.x + (rtl ? taken : gutter), width: Math.max(80, box.width - gutter - taken) };
    const name = setLettering(ctx, text, own, { ...common, maxLines: lines });
    // First lines stand on a common grid, also without tall letters.
    const place = (one: Lettering, right = 0) => moveLettering(one, y + size * CAP - (one.words[0]?.y ?? y), right);
    const row = place(name);
    const side = rtl ? box.x : box.x + box.width - (value?.box.width ?? 0);
    const end = value && place(value, side - value.box.x);
    y += (name.block.lines.length - 1) * name.block.leading + size * (CAP + (values ? 0.66 : 0.74)) + loose;
    return { row, end };
  });
}

/** Scales of rows in one line, in two, and in more: smaller rows are better than broken ones, down to a limit. */
const ROW_SCALES = [
  [1, 0.93, 0.86, 0.8, 0.74, 0.68, 0.62],
  [1, 0.9, 0.8, 0.7, 0.62],
  [0.8, 0.7, 0.6, 0.5, 0.42, 0.36],
] as const;

/** Finds the largest size of the rows. Down to a limit, rows get smaller before they are broken. */
function findRows<T extends { row: Lettering; end?: Lettering | undefined }>(
  most: number,
  mostLines: number,
  set: (size: number, lines: number) => T[],
): { rows: T[]; size: number; lines: number } {
  let [size, lines] = [most, 1];
  let rows: T[] = [];
  for (const [i, scales] of ROW_SCALES.entries()) {
    for (const scale of scales) {
      [size, lines] = [most * scale, i === 2 ? mostLines : Math.min(i + 1, mostLines)];
      rows = set(size, lines);
      if (rows.every(({ row, end }) => !row.block.forced && !end?.block.forced)) return { rows, size, lines };
    }
  }
  return { rows, size, lines };
}

/** How far the rows of a price list stand apart where there is room, in sizes, and the fraction of that room. */
const LOOSE = { most: 0.7, share: 0.6 } as const;
/** Height of capitals, as a fraction of the size. */
export const CAP = 0.74;
const ROW_DELAY = 0.14;

function drawRule(
  ctx: SKRSContext2D,
  { x, width }: Box,
  y: number,
  { accent }: LetteringStyle,
  amount: number,
  rtl: boolean,
): void {
  const shown = width * outQuint(amount);
  ctx.fillStyle = accent;
  ctx.fillRect(rtl ? x + width - shown : x, y, shown, 6);
}

/** Dots between the end of a row's last line and its figure. */
function drawLeader(
  ctx: SKRSContext2D,
  row: Lettering,
  end: Lettering,
  size: number,
  style: LetteringStyle,
  amount: number,
  rtl: boolean,
): void {
  const last = row.words.at(-1)?.line ?? 0;
  const own = row.words.filter(({ line }) => line === last);
  const base = own[0]?.y ?? 0;
  // The figure stands beside the first line.
  if (last > 0 || own.length === 0) return;
  const [from, to] = rtl
    ? [end.box.x + end.box.width + size * 0.3, Math.min(...own.map(({ x }) => x)) - size * 0.3]
    : [Math.max(...own.map(({ x, width }) => x + width)) + size * 0.3, end.box.x - size * 0.3];
  ctx.fillStyle = fade(style.color, 0.45);
  for (let x = from; x < from + (to - from) * amount; x += size * 0.3) {
    ctx.beginPath();
    ctx.arc(x, base - size * 0.05, size * 0.04, 0, Math.PI * 2);
    ctx.fill();
  }
}

/** Draws a disc with a tick or an icon. */
function drawMark(
  ctx: SKRSContext2D,
  mark: IconName | "tick",
  x: number,
  y: number,
  radius: number,
  age: number,
  style: LetteringStyle,
): void {
  const grown = outBack(phase(age, 0, 0.35));
  if (grown <= 0) return;
  ctx.fillStyle = style.accent;
  ctx.beginPath();
  ctx.arc(x, y, radius * grown, 0, Math.PI * 2);
  ctx.fill();
  ctx.strokeStyle = style.accentInk;
  if (mark === "tick") tick(ctx, x, y, radius * 0.95, phase(age, 0.12, 0.3));
  else drawIcon(ctx, mark, x - radius * 0.58, y - radius * 0.58, radius * 1.16 * Math.min(1, grown), 2);
}

export const setList: CardSetter = (kit, shot, box, options) => {
  const { title, rows } = readLines(shot);
  return setRows(
    kit,
    title,
    rows,
    { largest: rows.length <= 3 ? 144 : 112, marks: rows.map(() => "tick") },
    box,
    options,
  );
};

/** Splits a card into a heading and facts. A first line that is no fact is the heading. */
function readFacts({ text, subtext }: Facts, isFact: (line: string) => boolean): { title: string; rows: string[] } {
  const rows = subtext === "" ? [] : subtext.split("\n");
  const lines = text === "" ? [] : text.split("\n");
  return lines.length === 1 && rows.length > 0 && !isFact(text)
    ? { title: text, rows }
    : { title: "", rows: [...lines, ...rows] };
}

const hasTime = (line: string): boolean => isTime(line) || line.split(/,\s+|、/u).some(isTime);
const hasPlace = (line: string): boolean => isPlace(line) || line.split(/,\s+/u).some(isPlace);

const chooseMark = (row: string): Mark =>
  hasTime(row) && !/\p{Sc}/u.test(row) ? (hasClock(row) ? "clock" : "calendar") : hasPlace(row) ? "map-pin" : undefined;

/** Stacks facts where they fit, otherwise they are rows. */
function setMarked(
  kit: CardKit,
  title: string,
  rows: readonly string[],
  style: RowStyle,
  box: Box,
  options: LetteringOptions,
): ContentBlock {
  const entries = rows.map((text, i) => ({ text, mark: style.marks[i] }));
  const stack = isStack(rows, title, box) ? setStack(kit, entries, box, options) : undefined;
  return stack && (!stack.truncated || rows.length === 1) ? stack : setRows(kit, title, rows, style, box, options);
}

/** Times with a clock, addresses with a pin. */
const setPlace: CardSetter = (kit, shot, box, options) => {
  const { title, rows } = readFacts(shot, (line) => /\p{Nd}/u.test(line));
  const marks = rows.map(chooseMark);
  return setMarked(kit, title, rows, { largest: rows.length <= 2 ? 160 : 120, marks }, box, options);
};

/** Times, addresses and contacts together, each with its mark. */
export const setFacts = (kit: CardKit, rows: readonly string[], box: Box, options: LetteringOptions): ContentBlock =>
  setRows(
    kit,
    "",
    rows,
    { largest: options.maxSize, marks: rows.map((row) => chooseMark(row) ?? chooseContactMark(row)) },
    box,
    options,
  );

/** True if a line is a time, an address or a contact. */
export const isFact = (line: string): boolean => chooseMark(line) !== undefined || isContact(line);

function chooseContactMark(row: string): Mark {
  if (/\S@\S/u.test(row)) return "mail";
  if (/(?:^|\s)@/u.test(row)) return "smartphone";
  if (/\p{Nd}[\p{Nd}()\s./-]{5,}\p{Nd}$/u.test(row)) return "phone";
  return isContact(row) ? "globe" : hasPlace(row) ? "map-pin" : undefined;
}

const setContact: CardSetter = (kit, shot, box, options) => {
  const { title, rows } = readFacts(shot, isContact);
  const marks = rows.map(chooseContactMark);
  return setMarked(kit, title, rows, { largest: 96, marks }, box, options);
};

/** A price list: names on one side, prices on the other. */
const setMenu: CardSetter = (kit, shot, box, options) => {
  // A heading may have one price.
  const isHeaded = shot.subtext !== "" && splitRow(shot.text).value === "";
  const { title, rows } = isHeaded ? { title: shot.text, rows: shot.subtext.split("\n") } : readLines(shot);
  const split = rows.map(splitRow);
  const labels = split.map(({ label }) => label);
  if (rows.length > 1 && isStack(rows, title, box)) {
    const entries = split.map(({ label, value }) => ({ text: label, value }));
    return setStack(kit, entries, box, options);
  }
  return setRows(
    kit,
    title,
    labels,
    {
      largest: rows.length <= 2 ? 150 : rows.length <= 4 ? 116 : 96,
      marks: [],
      values: split.map(({ value }) => value),
    },
    box,
    options,
  );
};

// Stacks

interface Entry {
  mark?: Mark;
  text: string;
  /** A price below it. */
  value?: string;
}

/** Stacks of rows: the most, the shape of their box, sizes, and the space around lines between them. */
const STACK = { rows: 4, shape: 1.05, pair: 0.75, most: 372, least: 124, gap: 0.62 } as const;

/** Size of rows in one line, as a fraction of that in more lines, from which on they are not broken. */
const WHOLE = { words: 0.88, unspaced: 0.7 } as const;

/** True if rows are larger below each other, with the whole width for each. */
const isStack = (rows: readonly string[], title: string, box: Box): boolean =>
  title === "" &&
  (rows.length === 1 ||
    (rows.length <= STACK.rows && box.height > box.width * (rows.length === 2 ? STACK.pair : STACK.shape)));

/** A few facts below each other, with marks above them or prices below; one alone is as large as a headline. */
function setStack(kit: CardKit, entries: readonly Entry[], box: Box, options: LetteringOptions): ContentBlock {
  const { ctx } = kit;
  const [font, maxLines] = entries.length === 1 ? [options.font, 4] : [rowFont(kit), 2];
  const largest = entries.length === 1 ? options.maxSize : Math.max(STACK.least, STACK.most / (entries.length + 0.2));
  return fit(kit, box, options, (scale) => {
    const most = Math.min(largest, options.maxSize) * scale;
    const probe = createColumn(ctx, box, options.align);
    const setAll = (lines: number) =>
      Math.min(
        ...entries.map(({ text }) => {
          const { size, forced } = probe.add(keepPairs(text), { font, maxSize: most, maxLines: lines }).block;
          return forced ? 0 : size;
        }),
      );
    const [whole, broken] = [setAll(1), setAll(maxLines)];
    const best =
      whole >= broken * WHOLE[entries.some(({ text }) => isUnspaced(text)) ? "unspaced" : "words"] ? whole : broken;
    const size = Math.max(30, best);
    const column = createColumn(ctx, box, options.align);
    const radius = entries.length === 1 ? 72 * scale : size * 0.55;
    const lines = entries.map(({ mark, text, value }, i) => {
      if (i > 0) column.skip(size * STACK.gap * 2);
      const top = column.y;
      if (mark) column.skip(2 * radius + size * 0.34);
      const name = column.add(keepPairs(text), { font, maxSize: size, maxLines });
      if (value) column.skip(size * 0.3);
      const price = value ? column.add(value, { font, maxSize: size * 1.1, maxLines: 1 }) : undefined;
      const { x, width } = name.box;
      const side = isRightToLeft(text) ? x + width - radius : x + radius;
      const middle = { x: options.align === "left" ? side : x + width / 2, y: top + radius };
      return { mark, middle, name, price, end: column.y };
    });
    return {
      box: encloseBoxes([
        ...column.all.map((one) => one.box),
        ...lines.flatMap(({ mark, middle: { x, y } }) =>
          mark ? [{ x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius }] : [],
        ),
      ]),
      size,
      truncated: column.all.some(({ block }) => block.forced),
      draw(since, style, { pulse }) {
        lines.forEach(({ mark, middle, name, price, end }, i) => {
          const age = since - i * ROW_DELAY * 2;
          if (mark) drawMark(ctx, mark, middle.x, middle.y, radius * (1 + 0.06 * pulse), age, style);
          drawLettering(ctx, name, mark ? age - 0.1 : age, style);
          if (price) drawLettering(ctx, price, age - 0.12, { ...style, color: style.accent });
          if (i === lines.length - 1) return;
          const width = box.width * outQuint(phase(age, 0.1, 0.5));
          ctx.fillStyle = fade(style.color, 0.3);
          const x = options.align === "center" ? box.x + (box.width - width) / 2 : box.x;
          ctx.fillRect(x, end + size * STACK.gap - 2, width, 4);
        });
      },
    };
  });
}

// Ratings

const MOST_STARS = 5;

/** Returns how many of five stars a score means. Undefined if it is on no known scale. */
function countStars(text: string): number | undefined {
  const glyphs = text.match(/[★⭐✭]/gu)?.length ?? 0;
  if (glyphs > 0) return glyphs + (/½/u.test(text) ? 0.5 : 0);
  const value = toNumber(text);
  const scale = Number(
    /(?:\/|\p{L})\s?(5|10)(?!\p{Nd})/u.exec(text)?.[1] ?? (value !== undefined && value <= MOST_STARS ? MOST_STARS : 0),
  );
  return value === undefined || scale === 0 || value > scale ? undefined : (value * MOST_STARS) / scale;
}

/** Keeps a score and its unit together. */
const joinScore = (text: string): string => text.replace(/(?<=\p{Nd}) (?=\p{L})/gu, "\u00a0");

/** Stars, then the score in words, then who gave it. */
const setRating: CardSetter = (kit, shot, box, options) => {
  const { ctx, look } = kit;
  const stars = countStars(shot.text);
  const words = joinScore(shot.text)
    .replace(/(?:[★⭐✭☆✰½]|\ufe0f)+\s*/gu, "")
    .trim();
  return fit(kit, box, options, (scale) => {
    const column = createColumn(ctx, box, options.align);
    const row = stars === undefined ? 0 : Math.min(box.width, 780 * scale);
    const side = row / MOST_STARS;
    if (row > 0) column.skip(side + 50 * scale);
    const score =
      words === ""
        ? undefined
        : column.add(look.caps(words), {
            font: look.headline,
            maxSize: Math.min(190, options.maxSize) * scale,
            maxLines: 3,
          });
    if (score && shot.subtext) column.skip(42 * scale);
    const source =
      shot.subtext === ""
        ? undefined
        : column.add(shot.subtext, {
            font: look.label,
            maxSize: score ? Math.min(76 * scale, score.block.size * 0.6) : 110 * scale,
            maxLines: 4,
          });
    const rtl = isRightToLeft(words + shot.subtext);
    const x = options.align === "left" ? (rtl ? box.x + box.width - row : box.x) : box.x + (box.width - row) / 2;
    const starred = { x, y: box.y, width: row, height: side };
    const texts = [score, source].flatMap((one) => (one ? [one] : []));
    return {
      box: encloseBoxes([...(row > 0 ? [starred] : []), ...texts.map((one) => one.box)]),
      size: score?.block.size ?? side,
      truncated: texts.some(({ block }) => block.forced),
      draw(since, style, { pulse }) {
        for (let i = 0; i < MOST_STARS && row > 0; i++) {
          const grown = outBack(phase(since, 0.08 * i, 0.35)) * (1 + 0.03 * pulse);
          drawStar(
            ctx,
            x + (rtl ? MOST_STARS - i - 0.5 : i + 0.5) * side,
            box.y + side / 2,
            side * 0.46 * Math.max(0, grown),
            clamp(stars! - i),
            style,
            rtl,
          );
        }
        if (score) drawLettering(ctx, score, since - 0.15, style);
        if (source) drawLettering(ctx, source, since - 0.4, { ...style, entrance: "slide" });
      },
    };
  });
};

/** Draws a star, filled from the side where reading starts. */
function drawStar(
  ctx: SKRSContext2D,
  x: number,
  y: number,
  radius: number,
  filled: number,
  style: LetteringStyle,
  rtl: boolean,
): void {
  const trace = () => {
    ctx.beginPath();
    for (let i = 0; i < 10; i++) {
      const [angle, reach] = [(i / 10) * Math.PI * 2 - Math.PI / 2, radius * (i % 2 ? 0.46 : 1)];
      ctx.lineTo(x + Math.cos(angle) * reach, y + Math.sin(angle) * reach + radius * 0.06);
    }
    ctx.closePath();
  };
  ctx.lineJoin = "round";
  ctx.lineWidth = radius * 0.16;
  trace();
  ctx.fillStyle = ctx.strokeStyle = fade(style.color, 0.22);
  ctx.fill();
  ctx.stroke();
  if (filled <= 0) return;
  ctx.save();
  ctx.beginPath();
  const width = radius * 2.3 * filled;
  ctx.rect(rtl ? x + radius * 1.15 - width : x - radius * 1.15, y - radius * 1.3, width, radius * 2.6);
  ctx.clip();
  trace();
  ctx.fillStyle = ctx.strokeStyle = style.accent;
  ctx.fill();
  ctx.stroke();
  ctx.restore();
}

// Charts

/** Maximum letters of a label below a column, and number of columns. */
const COLUMN = { label: 8, most: 7 } as const;

/** Figures as columns if their labels are short, such as years, otherwise as bars with their labels above. */
const setChart: CardSetter = (kit, shot, box, options) => {
  const { title, rows } = readLines(shot);
  const split = rows.map(splitRow);
  // A long unit stands once, below the heading.
  const units = new Set(split.map(({ value }) => /\s(\p{L}[\p{L}\s]{4,})$/u.exec(value)?.[1] ?? ""));
  const [unit = ""] = units.size === 1 ? units : [];
  const figures = split.map(({ label, value }) => ({
    label,
    value: value.slice(0, value.length - unit.length).trim(),
  }));
  const isColumns =
    split.length <= COLUMN.most &&
    split.every(({ label }) => label.length <= COLUMN.label || label === "") &&
    split.every(({ label }) => label === "" || /\p{Nd}/u.test(label));
  const isChange = split.length === 2 && split[0]!.label === "";
  return (isColumns || isChange ? setColumns : setBars)(kit, { title, unit }, figures, box, options);
};

interface Heading {
  title: string;
  unit?: string;
}

type ChartSetter = (
  kit: CardKit,
  heading: Heading,
  rows: readonly { label: string; value: string }[],
  box: Box,
  options: LetteringOptions,
) => ContentBlock;

const readShares = (rows: readonly { value: string }[]): number[] => {
  const numbers = rows.map(({ value }) => Math.max(0, toNumber(value) ?? 0));
  const most = Math.max(...numbers, 1e-9);
  return numbers.map((number) => number / most);
};

const addHeading = (
  column: ReturnType<typeof createColumn>,
  { title, unit = "" }: Heading,
  { look }: CardKit,
  scale: number,
): Lettering[] => {
  const texts = [
    ...(title === "" ? [] : [column.add(look.caps(title), { font: look.headline, maxSize: 104 * scale, maxLines: 3 })]),
    ...(unit === "" ? [] : [column.add(unit, { font: look.label, maxSize: 72 * scale, maxLines: 2 })]),
  ];
  if (texts.length > 0) column.skip(60 * scale);
  return texts;
};

const setColumns: ChartSetter = (kit, heading, rows, box, options) => {
  const { ctx } = kit;
  const font = rowFont(kit);
  const shares = readShares(rows);
  return fit(kit, box, options, (scale) => {
    const column = createColumn(ctx, box, options.align);
    const head = addHeading(column, heading, kit, scale);
    const height = Math.max(
      200,
      Math.min(640, box.height - (column.y - box.y) - 240 * scale) * (scale < 0.6 ? 0.8 : 1),
    );
    const pitch = Math.min(box.width / rows.length, Math.max(300, box.width / 4.4));
    const left = options.align === "left" ? box.x : box.x + (box.width - pitch * rows.length) / 2;
    const width = pitch * 0.66;
    const texts = (pick: "label" | "value", most: number) => {
      const set = (size: number) =>
        rows.map((row, i) =>
          setLettering(
            ctx,
            row[pick],
            { x: left + pitch * (i + 0.06), y: 0, width: pitch * 0.88, height: most * 2.6 },
            { font, maxSize: size, minSize: 32, vertical: "top", maxLines: pick === "label" ? 2 : 1 },
          ),
        );
      return set(Math.min(...set(most).map(({ block }) => block.size)));
    };
    const values = texts("value", 84 * scale);
    const labels = texts("label", 66 * scale);
    const valueHeight = Math.max(...values.map((one) => one.box.height)) + 24;
    const base = column.y + valueHeight + height;
    const foot = base + 30 + Math.max(...labels.map((one) => one.box.height));
    const ends = values.map((one, i) =>
      moveLettering(one, base - height * Math.max(0.02, shares[i]!) - 22 - one.box.y - one.box.height),
    );
    const names = labels.map((one) => moveLettering(one, base + 26 - one.box.y));
    return {
      box: encloseBoxes([
        ...head.map((one) => one.box),
        { x: left, y: column.y, width: pitch * rows.length, height: foot - column.y },
      ]),
      size: values[0]!.block.size,
      truncated: [...head, ...values, ...labels].some(({ block }) => block.forced),
      draw(since, style, { pulse }) {
        for (const one of head) drawLettering(ctx, one, since, style);
        ctx.fillStyle = fade(style.color, 0.4);
        ctx.fillRect(left, base, pitch * rows.length, 5);
        rows.forEach((_, i) => {
          const isLast = i === rows.length - 1;
          const grown = outQuint(phase(since, 0.1 + i * 0.12, 0.7));
          const tall = height * Math.max(0.02, shares[i]!) * grown * (isLast ? 1 + 0.012 * pulse : 1);
          ctx.fillStyle = isLast ? style.accent : fade(style.color, 0.34);
          const round = Math.min(tall, 26 * kit.look.shapes.radius);
          ctx.beginPath();
          ctx.roundRect(left + i * pitch + (pitch - width) / 2, base - tall, width, tall, [round, round, 0, 0]);
          ctx.fill();
          drawLettering(ctx, ends[i]!, since - 0.35 - i * 0.12, style);
          drawLettering(ctx, names[i]!, since - 0.1 - i * 0.12, { ...style, entrance: "fade" });
        });
      },
    };
  });
};

/** Space between bars, and how much larger than others a few are. */
const BARS = { gap: 64, growth: 1.5 } as const;
const FEW_BARS = 4;
/** Size of labels on one line, as a fraction of their size, down to which they are not broken. */
const LEAST_LABEL = 0.55;

const setBars: ChartSetter = (kit, heading, rows, box, options) => {
  const { ctx, look } = kit;
  const font = rowFont(kit);
  const isShare = rows.every(({ value }) => /[%٪％]/u.test(value));
  const shares = isShare ? rows.map(({ value }) => clamp((toNumber(value) ?? 0) / 100)) : readShares(rows);
  const rtl = isRightToLeft(rows.map(({ label }) => label).join(" "));
  const most = Math.max(...shares);
  // A few bars are larger where there is room.
  const growth = rows.length <= FEW_BARS ? BARS.growth : 1;
  return fit(kit, box, options, (share) => {
    const scale = share * growth;
    const column = createColumn(ctx, box, "left");
    const head = addHeading(column, heading, kit, scale);
    const bar = 44 * scale;
    // Smaller labels are better than broken ones, down to a limit.
    const needed = rows.map(
      ({ label, value }) =>
        setLettering(
          ctx,
          `${label}\u00a0\u00a0\u00a0${value}`,
          { ...box, height: 400 },
          { font, maxSize: 88 * scale, maxLines: 1 },
        ).block,
    );
    const whole = Math.min(...needed.map(({ size, forced }) => (forced ? 0 : size)));
    const size = whole >= 88 * scale * LEAST_LABEL ? whole : 88 * scale;
    const lines = rows.map(({ label, value }) => {
      const y = column.y;
      const end = setLettering(
        ctx,
        value,
        { ...box, y, height: size * 1.4 },
        { font, maxSize: size, align: "left", vertical: "top", maxLines: 1 },
      );
      const taken = end.box.width + size * 0.6;
      const name = setLettering(
        ctx,
        label,
        { x: box.x + (rtl ? taken : 0), y, width: box.width - taken, height: size * 2.5 },
        { font, maxSize: size, align: "left", vertical: "top", maxLines: 2 },
      );
      column.skip(Math.max(name.box.height, end.box.height) + 20 * scale);
      const top = column.y;
      column.skip(bar + BARS.gap * scale);
      return { name, end: moveLettering(end, 0, (rtl ? box.x : box.x + box.width - end.box.width) - end.box.x), top };
    });
    return {
      box: { x: box.x, y: box.y, width: box.width, height: column.y - BARS.gap * scale - box.y },
      size,
      truncated: [...head, ...lines.flatMap(({ name, end }) => [name, end])].some(({ block }) => block.forced),
      draw(since, style) {
        for (const one of head) drawLettering(ctx, one, since, style);
        lines.forEach(({ name, end, top }, i) => {
          const age = since - i * ROW_DELAY;
          drawLettering(ctx, name, age, style);
          drawLettering(ctx, end, age - 0.15, style);
          const paint = (width: number, color: string) => {
            ctx.fillStyle = color;
            ctx.beginPath();
            ctx.roundRect(rtl ? box.x + box.width - width : box.x, top, width, bar, (bar / 2) * look.shapes.radius);
            ctx.fill();
          };
          paint(box.width, fade(style.color, 0.16));
          const shown = box.width * shares[i]! * outQuint(phase(age, 0.1, 0.7));
          if (shown > 1) paint(shown, shares[i] === most ? style.accent : fade(style.color, 0.62));
        });
      },
    };
  });
};

// Comparisons

/** Maximum letters of a value that is set larger than words, and by how much at most. */
const FIGURE = { letters: 5, most: 2.4 } as const;

/** Panels below each other or side by side, whichever is larger. The last one has the accent color. */
const setComparison: CardSetter = (kit, shot, box, options) => {
  const { ctx, look } = kit;
  const { title, rows } = readLines(shot);
  const halves = rows.map(splitLabel);
  const arrange = (isBeside: boolean) =>
    fit(kit, box, options, (scale) => {
      const column = createColumn(ctx, box, options.align);
      const head = addHeading(column, { title }, kit, scale);
      const [gap, pad] = [28, 52 * Math.max(0.6, scale)];
      const width = isBeside ? (box.width - gap) / 2 : box.width;
      const set = (size: number, room = 0) =>
        halves.map(({ label, value }) => {
          const inner = createColumn(ctx, { ...box, y: 0, width: width - 2 * pad }, "left");
          const tag =
            label === ""
              ? undefined
              : inner.add(label, {
                  font: look.label,
                  maxSize: Math.min(68 * Math.max(0.75, scale), size * 0.8),
                  maxLines: 2,
                });
          if (tag) inner.skip(26 * scale);
          // A figure alone is larger, as far as its panel allows.
          const grown = room ? Math.min(size * FIGURE.most, room - inner.y) : size;
          const maxSize = value.length <= FIGURE.letters ? Math.max(size, grown) : size;
          const text = inner.add(look.caps(value), { font: look.headline, maxSize, maxLines: 4 });
          return { tag, text, height: inner.y };
        });
      const first = set(options.maxSize * 0.66 * scale);
      const size = Math.min(...first.map(({ text }) => text.block.size));
      const height = Math.max(...set(size).map((one) => one.height)) + 2 * pad;
      const texts = set(size, height - 2 * pad);
      const panels = texts.map(({ tag, text }, i) => {
        const panel = {
          x: box.x + (isBeside ? i * (width + gap) : 0),
          y: column.y + (isBeside ? 0 : i * (height + gap)),
          width,
          height,
        };
        const ink = encloseBoxes([...(tag ? [tag.box] : []), text.box]);
        const move = (one: Lettering) =>
          moveLettering(one, panel.y + (height - ink.height) / 2 - ink.y, panel.x + pad - box.x);
        return { panel, tag: tag && move(tag), text: move(text) };
      });
      return {
        box: encloseBoxes([...head.map((one) => one.box), ...panels.map(({ panel }) => panel)]),
        size,
        truncated: [...first, ...texts].some(({ tag, text }) => text.block.forced || tag?.block.forced),
        draw(since, style) {
          for (const one of head) drawLettering(ctx, one, since, style);
          panels.forEach(({ panel, tag, text }, i) => {
            const isLast = i === panels.length - 1;
            const age = since - i * 0.35;
            const into = outQuint(phase(age, 0, 0.45));
            if (into <= 0) return;
            ctx.save();
            ctx.globalAlpha *= into;
            ctx.translate((isLast ? 1 : -1) * (1 - into) * 160, 0);
            ctx.fillStyle = isLast ? style.accent : style.shadow ? "rgba(12, 12, 16, 0.62)" : fade(style.color, 0.13);
            ctx.beginPath();
            ctx.roundRect(panel.x, panel.y, panel.width, panel.height, 56 * look.shapes.radius);
            ctx.fill();
            const color = isLast ? style.accentInk : style.color;
            if (tag) drawSettled(ctx, tag, isLast ? color : fade(color, 0.8));
            drawSettled(ctx, text, color);
            ctx.restore();
          });
        },
      };
    });
  const stacked = arrange(false);
  if (halves.length !== 2) return stacked;
  const beside = arrange(true);
  const isLarger = beside.truncated === stacked.truncated ? beside.size > stacked.size : stacked.truncated;
  return isLarger ? beside : stacked;
};

/** Cards by the kind of their shot. */
export const cards: Readonly<Partial<Record<SceneKind, CardSetter>>> = {
  price: setPrice,
  place: setPlace,
  contact: setContact,
  rating: setRating,
  menu: setMenu,
  chart: setChart,
  comparison: setComparison,
};
