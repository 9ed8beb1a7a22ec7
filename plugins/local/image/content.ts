/** The texts of a poster, set as one group: brand, headline, offer, points, facts and button. */
import { isRightToLeft } from "vireo/captions/words";
import type { Scene } from "vireo/slots/storyboard";
import { chooseInk } from "#plugins/local/draw/colors";
import { keepPairs } from "#plugins/local/draw/linebreaks";
import type { Photo } from "#plugins/local/draw/photo";
import { createQuotationMark } from "#plugins/local/draw/shapes";
import type { PosterText } from "#plugins/local/storyboard/index";
import { splitRow } from "#plugins/local/storyboard/rows";
import type { ContentBlock, DesignKit, FrameTime, Setter } from "#plugins/local/video/design";
import { CAP, cards, isBurst, isFact, setFacts } from "#plugins/local/video/designs/cards";
import { createLogo, moveLettering } from "#plugins/local/video/designs/parts";
import {
  drawLettering,
  type LetteringOptions,
  type LetteringStyle,
  setLettering,
} from "#plugins/local/video/lettering";
import { type Box, encloseBoxes } from "#plugins/local/video/stage";

/** A moment after all entrances. */
export const SETTLED: FrameTime = { time: 1e6, length: 1e12, clock: 0, pulse: 0 };

/** A part of a poster on the canvas. */
export interface Block extends Box {
  kind: string;
}

/** A part that has been measured, and can be moved. */
interface Part {
  kind: string;
  box: Box;
  size: number;
  truncated: boolean;
  draw(style: LetteringStyle): void;
}

/** How the parts of a poster are arranged. */
export interface Arrangement {
  /** The logo, shown instead of the brand's name. */
  logo?: Photo;
  /** The headline is at the top of the box, the rest at its bottom. */
  spread?: boolean;
  /** Prepares what is drawn behind the rest, and returns its style. */
  panel?(rest: Box): LetteringStyle;
  /** Called after drawing. `size` is the size of the smallest text, converted to that of a headline. */
  onDraw?(blocks: Block[], size: number): void;
}

/** Sizes of lines. The first one that leaves the headline large is used; smaller ones are hard to read. */
const SIZES = [100, 87, 75, 65, 56, 48, 42, 36, 31, 28, 25] as const;
/** Maximum size of a line, as a fraction of its box. */
const LINE = 1 / 12.2;
/** Size of a headline, as a multiple of that of a line: wanted, and the least with the smallest lines. */
const HEADLINE = 1.6;
/** How much larger a headline looks than its font size. */
const HEADING = 1.25;
/** Size of a headline below which lines become smaller first. */
const LEAST_HEADLINE = 84;
/** Minimum size, relative to the lines, of a headline with a word as wide as the box, which cannot grow. */
const LEAST_RATIO = 1.2;
/** Spaces, as multiples of the size of a line. */
const GAP = { head: 1, underline: 1.4, rest: 0.7, row: 0.56 } as const;
/** How far spaces grow where there is room, in lines, and the fraction of that room. */
const LOOSE = { most: 1.6, share: 0.25 } as const;
/** Minimum size of facts and cards, as a multiple of that of a line. */
const LEAST = 0.5;
/** Size that can be read on a phone. Only texts that do not fit otherwise are smaller. */
const READABLE = 36;
/** Maximum size of the rows of a card, and of the text of others. */
const LARGEST = { rows: 1.2, price: 1.5, text: 2.2 } as const;
/** Height of cards, in lines. */
const HEIGHTS: Readonly<Partial<Record<string, number>>> = { price: 5.2, rating: 3.6, chart: 9 };
/** Height of a price on a star. */
const BURST = 7.6;
/** Points from this number on are a list; very short ones are set one after another. */
const LIST = 3;
const SHORT = 18;

/** Sets the texts as large as they fit: first those below the headline become smaller, then the headline. */
export const createSetter = (posterText: PosterText, { logo, spread, panel, onDraw }: Arrangement): Setter => {
  // Rooms of one width share the texts below the headline.
  const known = new Map<string, Part[]>();
  const setRest = (kit: DesignKit, width: number, size: number, options: LetteringOptions): Part[] => {
    const key = `${width} ${size} ${options.align}`;
    const rest = known.get(key) ?? listRest(kit, posterText, { x: 0, y: 0, width, height: 4000 }, size, options);
    known.set(key, rest);
    return rest;
  };
  return (kit, _shot, box, options) => {
    const most = LINE * Math.sqrt(box.width * box.height);
    const sizes = SIZES.filter((size) => size <= most || size === SIZES.at(-1));
    const headGap = kit.look.emphasis === "underline" ? GAP.underline : GAP.head;
    const setAll = (size: number): Setting => {
      const rest = setRest(kit, box.width, size, options);
      const used = sum(rest, size * GAP.rest) + (rest.length > 0 ? size * headGap : 0);
      const top = setTop(kit, posterText, { ...box, height: box.height - used }, size, options, logo);
      const least = Math.max(size * LEAST, Math.min(READABLE, size) * 0.9);
      const legible = Math.min(1, ...rest.map((part) => part.size / least));
      const isWhole = [...top, ...rest].every((part) => !part.truncated);
      const headline = top.at(-1)!.size;
      return {
        top,
        rest,
        size,
        headline,
        isGood: isWhole && legible === 1,
        worth: isWhole ? headline * size * legible : 0,
      };
    };
    const { top, rest, size } = findSetting(sizes, setAll);
    const heights = [sum(top, size * GAP.rest), sum(rest, size * GAP.rest)] as const;
    const tight = rest.length > 0 ? size * headGap : 0;
    const room = Math.max(0, box.height - heights[0] - heights[1] - tight);
    const between = tight + (rest.length > 0 ? Math.min(room * LOOSE.share, size * LOOSE.most) : 0);
    const free = room + tight - between;
    const { vertical = "middle" } = options;
    const start = box.y + (spread || vertical === "top" ? 0 : vertical === "bottom" ? free : free / 2);
    const placed = [
      ...place(top, 0, start, size * GAP.rest),
      ...place(rest, box.x, spread ? box.y + box.height - heights[1] : start + heights[0] + between, size * GAP.rest),
    ];
    const behind = encloseBoxes(placed.slice(top.length).map((one) => one.box));
    // Lines that are hard to read are worse than a small headline.
    const smallest = Math.min(top.at(-1)!.size * HEADING, ...rest.map((part) => part.size * HEADLINE));
    return {
      box: encloseBoxes(placed.map((one) => one.box)),
      size: smallest,
      truncated: heights[0] + heights[1] + tight > box.height + 1 || placed.some(({ part }) => part.truncated),
      draw(_frameTime, _start, style) {
        const below = panel && rest.length > 0 ? panel(behind) : style;
        onDraw?.(
          placed.map(({ part, box: at }) => ({ kind: part.kind, ...at })),
          smallest,
        );
        placed.forEach(({ part, box: at }, i) => {
          kit.ctx.save();
          kit.ctx.translate(at.x - part.box.x, at.y - part.box.y);
          part.draw(i < top.length ? style : below);
          kit.ctx.restore();
        });
      },
    };
  };
};

/** The texts in a size of the lines. */
interface Setting {
  top: Part[];
  rest: Part[];
  size: number;
  /** Size of the headline. */
  headline: number;
  /** True if everything fits and can be read. */
  isGood: boolean;
  worth: number;
}

/** Finds the best size of the lines. A headline can only grow while what is below it shrinks. */
function findSetting(sizes: readonly number[], setAll: (size: number) => Setting): Setting {
  let best: Setting | undefined;
  let largest: number | undefined;
  let [first, last] = [0, sizes.length - 1];
  while (first <= last) {
    const at = Math.floor((first + last) / 2);
    const setting = setAll(sizes[at]!);
    const { size, isGood, headline, worth } = setting;
    if (!best || worth > best.worth || best.worth === 0) best = setting;
    // Lines that cannot be read are worse than a headline that is hardly larger.
    const enough = size <= READABLE ? size * LEAST_RATIO : Math.max(size * HEADLINE, LEAST_HEADLINE);
    let isLarge = isGood && headline >= enough;
    if (isGood && !isLarge && headline >= size * LEAST_RATIO) {
      largest ??= setAll(sizes.at(-1)!).headline;
      isLarge = headline >= largest;
    }
    if (isLarge) best = { ...setting, worth: Math.max(best.worth, worth) };
    if (isLarge) last = at - 1;
    else first = at + 1;
  }
  return best!;
}

const sum = (parts: readonly Part[], gap: number): number =>
  parts.reduce((total, { box }) => total + box.height, 0) + gap * Math.max(0, parts.length - 1);

/** Stacks parts from a point on, moved to the right. */
function place(parts: readonly Part[], right: number, from: number, gap: number): { part: Part; box: Box }[] {
  let y = from;
  return parts.map((part) => {
    const own = { part, box: { ...part.box, x: part.box.x + right, y } };
    y += part.box.height + gap;
    return own;
  });
}

/** Brand, quotation mark, headline. */
function setTop(
  kit: DesignKit,
  posterText: PosterText,
  box: Box,
  size: number,
  options: LetteringOptions,
  logo: Photo | undefined,
): Part[] {
  const { look } = kit;
  const parts: Part[] = [];
  if (logo) parts.push(setLogo(kit, logo, box, size, options));
  else if (posterText.brand && !posterText.hook.includes(posterText.brand))
    parts.push(
      setText(kit, "brand", posterText.brand, box, {
        ...options,
        font: look.label,
        maxSize: Math.max(READABLE, size * 0.72),
      }),
    );
  if (posterText.quote) parts.push(setMark(kit, box, size * 1.6, options));
  const height = Math.max(1, box.height - sum(parts, size * GAP.rest) - (parts.length > 0 ? size * GAP.rest : 0));
  const most = options.maxSize * (posterText.quote ? 0.7 : 1.25);
  const text = look.caps(keepPairs(posterText.hook));
  parts.push(setText(kit, "headline", text, { ...box, height }, { ...options, maxSize: most, minSize: 34 }));
  return parts;
}

/** Author, offer, points, cards, button. */
function listRest(kit: DesignKit, posterText: PosterText, box: Box, size: number, options: LetteringOptions): Part[] {
  const { look } = kit;
  const line = { ...options, stress: "", font: look.body, maxSize: size, minSize: size, lineHeight: 1.22 };
  const { facts, points, menu } = divide(posterText);
  const parts: Part[] = [];
  if (posterText.author)
    parts.push(setText(kit, "author", posterText.author, box, { ...line, font: look.label, maxSize: size * 0.9 }));
  const offer = readOffer(posterText);
  if (offer) parts.push(setCard(kit, offer, box, size, options));
  const own = points.filter((point) => point !== offer?.subtext);
  const isRun = own.length >= LIST && own.every((point) => point.length <= SHORT);
  if (own.length > 0) parts.push(setPoints(kit, isRun ? joinShort(kit, own, box, line) : own, box, size, line, isRun));
  for (const card of [...menu, ...posterText.cards])
    if (!isRows(card)) parts.push(setCard(kit, card, box, size, options));
  if (facts.length > 0) {
    const height = size * 2.2 * facts.length * 1.6;
    const content = setFacts(kit, facts, { ...box, height }, { ...options, maxSize: size * 1.12, vertical: "top" });
    parts.push(fromContent("facts", content));
  }
  if (posterText.cta && !isFact(posterText.cta)) parts.push(setButton(kit, posterText.cta, box, size, options));
  return parts;
}

const rowKinds: ReadonlySet<string> = new Set(["place", "contact", "menu"]);

/** True if a card is only rows of facts without a heading. */
const isRows = ({ kind, text = "" }: Scene): boolean =>
  (kind === "place" || kind === "contact") && (text === "" || text.split("\n").some(isFact));

/** Facts, whatever they were read from, points that are a price list, and the other points. */
function divide({ points: all, cards: given, cta }: PosterText): { facts: string[]; points: string[]; menu: Scene[] } {
  const rows = given.filter(isRows).flatMap(({ text = "", subtext = "" }) => `${text}\n${subtext}`.split("\n"));
  const points = all.filter((point) => !isFact(point));
  const isMenu = points.length >= LIST && points.every((point) => splitRow(point).value !== "");
  return {
    facts: [...rows, ...all.filter(isFact), isFact(cta) ? cta : ""].filter(Boolean),
    points: isMenu ? [] : points,
    menu: isMenu ? [{ kind: "menu", text: points.join("\n") }] : [],
  };
}

/** The offer as a price card, unless the headline has it. */
function readOffer({ hook, offer, offerDetail, points }: PosterText): (Scene & { subtext: string }) | undefined {
  if (offer === "" || [hook, ...points].some((text) => text.includes(offer))) return undefined;
  return { kind: "price", text: offer, subtext: offerDetail };
}

function setCard(kit: DesignKit, card: Scene, box: Box, size: number, options: LetteringOptions): Part {
  const { kind, text = "", subtext = "", price } = card;
  const rows = `${text}\n${subtext}`.split("\n").filter(Boolean).length;
  const lines = HEIGHTS[kind] ?? (kind === "comparison" ? 3.4 * rows : (rows > 2 ? 1.75 : 1.4) * rows);
  const own = kind === "price" && isBurst({ text, price }, kit.look) ? BURST : lines;
  const height = size * (kind === "price" ? own + (price && text ? 1.6 : 0) + (subtext ? 1.4 : 0) : own);
  const content = cards[kind]!(
    kit,
    { kind, text, subtext, price },
    { ...box, height },
    {
      ...options,
      stress: "",
      maxSize: size * LARGEST[rowKinds.has(kind) ? "rows" : kind === "price" ? "price" : "text"],
      vertical: "top",
    },
  );
  // The words around the figure of a price are half as large.
  return { ...fromContent("card", content), size: content.size * (kind === "price" ? 0.45 : 1) };
}

const fromContent = (kind: string, { box, size, truncated, draw }: ContentBlock): Part => ({
  kind,
  box,
  size,
  truncated,
  draw: (style) => draw(SETTLED, 0, style),
});

function setText({ ctx }: DesignKit, kind: string, text: string, box: Box, options: LetteringOptions): Part {
  const set = setLettering(ctx, text, box, { ...options, vertical: "top" });
  return {
    kind,
    box: set.box,
    size: set.block.size,
    truncated: set.block.forced,
    draw: (style) => drawLettering(ctx, set, SETTLED.time, style),
  };
}

/** Joins short points to lines, with a dot between two. */
function joinShort({ ctx }: DesignKit, points: readonly string[], box: Box, line: LetteringOptions): string[] {
  const fits = (text: string) =>
    setLettering(ctx, text, { ...box, height: line.maxSize * 2 }, { ...line, maxLines: 1 });
  const lines: string[] = [];
  for (const point of points) {
    const last = lines.at(-1);
    const joined = last === undefined ? point : `${last} · ${point}`;
    if (last !== undefined && !fits(joined).block.forced) lines[lines.length - 1] = joined;
    else lines.push(point);
  }
  return lines;
}

/** One or two points as lines of text; more as a list, each with a dot. */
function setPoints(
  kit: DesignKit,
  points: readonly string[],
  box: Box,
  size: number,
  line: LetteringOptions,
  isRun: boolean,
): Part {
  const { ctx } = kit;
  const isList = points.length >= LIST && !isRun;
  const rtl = isRightToLeft(points.join(" "));
  const inset = isList ? size * 0.85 : 0;
  const room = { ...box, x: box.x + (rtl ? 0 : inset), width: box.width - inset };
  let y = box.y;
  const rows = points.map((point) => {
    const align = isList ? "left" : line.align;
    const set = setLettering(ctx, keepPairs(point), { ...room, y, height: 4000 }, { ...line, align, vertical: "top" });
    // First lines stand on a common grid, also without tall letters.
    const row = moveLettering(set, y + size * CAP - (set.words[0]?.y ?? y));
    y += (set.block.lines.length - 1) * set.block.leading + size * (CAP + GAP.row);
    return row;
  });
  const ink = encloseBoxes(rows.map(({ box: own }) => own));
  const width = ink.width + inset;
  const left = rtl ? ink.x : ink.x - inset;
  const shift = isList && line.align === "center" ? box.x + (box.width - width) / 2 - left : 0;
  const moved = rows.map((row) => moveLettering(row, 0, shift));
  return {
    kind: "points",
    box: { ...ink, x: left + shift, width },
    size,
    truncated: rows.some(({ block }) => block.forced) || ink.width > room.width,
    draw(style) {
      for (const row of moved) {
        drawLettering(ctx, row, SETTLED.time, { ...style, emphasis: "color" });
        if (!isList) continue;
        ctx.fillStyle = style.accent;
        const radius = size * 0.15;
        const x = rtl ? left + shift + width - radius : left + shift + radius;
        ctx.beginPath();
        ctx.arc(x, row.words[0]!.y - size * 0.34, radius, 0, Math.PI * 2);
        ctx.fill();
      }
    },
  };
}

/** A plate with the action. */
function setButton(kit: DesignKit, text: string, box: Box, size: number, { align }: LetteringOptions): Part {
  const { ctx, look } = kit;
  const pad = { x: size * 0.8, y: size * 0.5 };
  const inner = { ...box, x: box.x + pad.x, y: box.y + pad.y, width: box.width - 2 * pad.x, height: size * 2.8 };
  const set = setLettering(ctx, text, inner, {
    font: look.label,
    maxSize: Math.max(Math.min(READABLE, size), size * 0.85),
    minSize: 22,
    align,
    vertical: "top",
  });
  const { x, y, width, height } = set.box;
  const plate = { x: x - pad.x, y: y - pad.y, width: width + 2 * pad.x, height: height + 2 * pad.y };
  return {
    kind: "cta",
    box: plate,
    size,
    truncated: set.block.forced,
    draw(style) {
      ctx.fillStyle = style.accent;
      ctx.beginPath();
      ctx.roundRect(plate.x, plate.y, plate.width, plate.height, (plate.height / 2) * look.shapes.radius);
      ctx.fill();
      drawLettering(ctx, set, SETTLED.time, { ...style, color: style.accentInk, shadow: false });
    },
  };
}

/** Returns the left edge of something as wide as this. */
const getLeft = (align: LetteringOptions["align"], box: Box, width: number): number =>
  align === "center" ? box.x + (box.width - width) / 2 : box.x;

function setMark({ ctx }: DesignKit, box: Box, height: number, { align }: LetteringOptions): Part {
  const width = height * 1.36;
  const x = getLeft(align, box, width);
  return {
    kind: "mark",
    box: { x, y: box.y, width, height },
    size: height,
    truncated: false,
    draw({ accent }) {
      ctx.fillStyle = accent;
      for (const left of [x, x + height * 0.76]) ctx.fill(createQuotationMark(left, box.y, height, height * 0.3));
    },
  };
}

function setLogo(kit: DesignKit, logo: Photo, box: Box, size: number, { align }: LetteringOptions): Part {
  const scale = Math.min((size * 7) / logo.width, (size * 2.2) / logo.height);
  const [width, height] = [logo.width * scale, logo.height * scale];
  const own = { x: getLeft(align, box, width), y: box.y, width, height };
  return {
    kind: "brand",
    box: own,
    size,
    truncated: false,
    draw({ color, shadow }) {
      const tone = shadow ? undefined : Object.values(kit.look.tones).find(({ ink }) => ink === color);
      createLogo(kit, logo, own, tone?.ground ?? chooseInk(color))(1);
    },
  };
}
