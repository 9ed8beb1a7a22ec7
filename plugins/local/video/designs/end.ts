/** End cards: the brand, then what to do, then where. Each is a layout of the same blocks, and stays until the last frame. */
import type { SKRSContext2D } from "@napi-rs/canvas";
import { isRightToLeft } from "vireo/captions/words";
import { fade } from "#plugins/local/draw/colors";
import { isCutout } from "#plugins/local/draw/cutout";
import { getCoverCrop, type Photo } from "#plugins/local/draw/photo";
import { breakAtCommas } from "#plugins/local/draw/text";
import { createBackdrop } from "../backdrops";
import type { Design, DesignKit, DrawFrame, FrameTime, Shot } from "../design";
import { outBack, outCubic, outQuint, phase } from "../ease";
import { drawLettering, type LetteringStyle, setLettering } from "../lettering";
import { chooseGround, closeIn, framed, setProduct } from "../pictures";
import { findCut } from "../placing";
import { type Box, getCentre, getLeadingArea } from "../stage";
import type { Tone } from "../tone";
import { decorate, dropShadow, ghost, type Shadow } from "./depth";
import { readWords, type Words } from "./end-words";
import { onAccent } from "./layouts";
import { arrow } from "./marks";
import { approach, createGround, createLogo, drawSettled, getStyle, getTone, HEADLINE, moveLettering } from "./parts";

interface EndCard {
  /** What is in the accent color: the field of the brand, that of the rest, everything, or a strip for the contact. */
  paint: "head" | "rest" | "all" | "strip" | "nothing";
  /** Edge of the painted field. A disc is behind the brand. */
  edge?: "slant" | "disc" | undefined;
  /** A line around everything. */
  frame?: true;
  align: "left" | "center";
  button: "pill" | "block" | "outline" | "line";
}

export const endCentre = createEndCard({ paint: "nothing", align: "center", button: "pill" });
export const endLeft = createEndCard({ paint: "nothing", align: "left", button: "line" });
export const endFrame = createEndCard({ paint: "nothing", frame: true, align: "center", button: "outline" });
export const endAccent = createEndCard({ paint: "all", align: "center", button: "block" });
export const endRoof = createEndCard({ paint: "head", align: "center", button: "block" });
export const endDisc = createEndCard({ paint: "head", edge: "disc", align: "center", button: "pill" });
export const endSlant = createEndCard({ paint: "rest", edge: "slant", align: "left", button: "pill" });
export const endPanel = createEndCard({ paint: "rest", align: "left", button: "block" });
export const endStrip = createEndCard({ paint: "strip", align: "left", button: "outline" });

/** Maximum number of letters on a button. A longer call is shown as text. */
const LONGEST_BUTTON = 40;

/** Takes the lines for a strip from the words: the contact, or else the button. */
function takeStrip(words: Words): string[] {
  const lines = words.contact.length > 0 ? words.contact : [words.button].filter(Boolean);
  if (words.contact.length > 0) words.contact = [];
  else words.button = "";
  return lines;
}

function createEndCard(design: EndCard): Design {
  return (shot, kit) => {
    const { ctx } = kit;
    const tone = getTone(shot, kit);
    const ground = createGround(shot, kit);
    const bits = decorate(kit, tone);
    const behind = ghost(kit, tone);
    const photo = choosePicture(shot, kit);
    const words = readWords(shot, kit);
    const strip = design.paint === "strip" ? takeStrip(words) : [];
    const inverted = onAccent(tone);
    const arrange = (card: EndCard) => {
      const fields = divide(card, words, kit, photo);
      const isPainted = (field: "head" | "rest") =>
        card.paint === "all" || (card.paint === field && !(photo && field === "head"));
      const tones = { head: isPainted("head") ? inverted : tone, rest: isPainted("rest") ? inverted : tone };
      return { card, fields, blocks: setBlocks(card, words, kit, fields, tones, photo !== undefined) };
    };
    const own = photo ? keepStrip(design, strip) : fillFrame(keepStrip(design, strip), words, kit);
    // A disc that would reach the text is a field, and text that does not fit into two fields has the whole frame.
    const plain = { ...own, edge: undefined };
    const others = own.paint === "strip" ? [] : [plain, { ...plain, paint: "nothing" as const }];
    const { card, fields, blocks } = others.reduce(
      (best, other) => (best.blocks.isWhole ? best : arrange(other)),
      arrange(own),
    );
    const picture = photo && showPicture(kit, photo, fields.picture!, tone);
    const paint = createPaint(
      card,
      kit,
      fields,
      blocks.head.box,
      { tone, inverted, name: shot.backdrop },
      photo !== undefined,
    );
    const drawStrip = strip.length > 0 ? setStripText(card, strip, kit, inverted) : undefined;
    return (frameTime) => {
      ground(ctx, frameTime.clock, frameTime.pulse);
      behind(frameTime.clock);
      if (card.paint !== "all") bits(frameTime.clock, frameTime.pulse);
      picture?.(frameTime);
      paint(frameTime);
      for (const draw of blocks.draw) draw(frameTime);
      drawStrip?.(frameTime);
    };
  };
}

const keepStrip = (design: EndCard, strip: readonly string[]): EndCard =>
  design.paint === "strip" && strip.length === 0 ? { ...design, paint: "nothing" } : design;

/** Without text for one of two fields, the other fills the frame. */
function fillFrame(design: EndCard, { lead, button, contact }: Words, { look }: DesignKit): EndCard {
  const isDivided = design.paint === "head" || design.paint === "rest";
  if (!isDivided || [lead, button, ...contact].some(Boolean)) return design;
  return { ...design, paint: look.turns.includes("bright") ? "all" : "nothing" };
}

/** Returns the picture of the shot, the cut-out product of the video, or its first picture. */
function choosePicture(shot: Shot, { photos, stage }: DesignKit): Photo | undefined {
  if (shot.photo !== undefined) return photos[shot.photo];
  const still = photos.filter(({ moving }) => !moving);
  const area = { x: 0, y: 0, width: stage.width, height: stage.height * SHARE };
  return still.find(({ canvas }) => isCutout(canvas)) ?? still.find((one) => keepsSubject(one, area)) ?? still[0];
}

/** Ratio from which on a picture is beside the text in a square frame. */
const TALL = 1.15;
/** Fraction of the frame that a picture has. */
const SHARE = 0.5;

interface Fields {
  /** For the brand. The same as `rest` if they share one. */
  head: Box;
  rest: Box;
  picture?: Box;
  /** Painted field, to the edges of the frame. */
  painted: Box;
}

/** Height of a strip for the contact above the foot of the safe area, and space around fields. */
const STRIP = 190;
const GAP = 60;
/** How far a slanted edge rises. */
const SLANT = 110;

function divide(
  { paint, align, frame, edge: kind }: EndCard,
  words: Words,
  { stage }: DesignKit,
  photo: Photo | undefined,
): Fields {
  const { width, height, shape } = stage;
  const rtl = isRightToLeft(words.head + words.button);
  const safe = align === "left" && !rtl ? getLeadingArea(stage) : stage.safe;
  const end = safe.y + safe.height;
  const foot = paint === "strip" ? STRIP + GAP : 0;
  const whole = { x: 0, y: 0, width, height };
  if (!photo && paint !== "head" && paint !== "rest") {
    const room = { ...safe, height: safe.height - foot };
    return { head: room, rest: room, painted: whole };
  }
  const isSide = shape === "square" && photo && photo.height > photo.width * TALL;
  const share = photo ? SHARE : paint === "rest" ? 0.42 : 0.48;
  const isBeside = shape === "wide" || isSide;
  const edge = isBeside ? width * share : height * share;
  const [before, after] = isBeside
    ? [
        { ...whole, width: edge, height: height - (paint === "strip" ? getStrip(stage) : 0) },
        { ...whole, x: edge, width: width - edge },
      ]
    : [
        { ...whole, height: edge },
        { ...whole, y: edge, height: height - edge },
      ];
  const gap = frame ? 2 * GAP : GAP;
  const clear = gap + (kind === "slant" && !photo ? SLANT * 1.2 : 0);
  const first = isBeside ? { ...safe, width: edge - safe.x - clear } : { ...safe, height: edge - safe.y - clear };
  const second = isBeside
    ? { ...safe, x: edge + gap, width: safe.x + safe.width - edge - (frame ? 1.5 : 1) * gap }
    : { ...safe, y: edge + gap, height: end - edge - gap };
  const room = { ...second, height: second.height - foot };
  if (photo) return { head: room, rest: room, picture: before, painted: after };
  return { head: first, rest: second, painted: paint === "head" ? before : after };
}

/** True if a picture can fill an area without losing its subject, or has a ground that continues. */
const keepsSubject = (photo: Photo, area: Box): boolean =>
  photo.focus.kind === "product" ||
  findCut(photo, area, closeIn(photo, getCoverCrop(photo, area.width, area.height))).isAllowed;

/** Draws a picture into a part of the frame, with its subject whole. */
function showPicture(kit: DesignKit, photo: Photo, area: Box, tone: Tone): DrawFrame {
  const { ctx, stage } = kit;
  const { x, y, width, height } = area;
  const pad = Math.max(76, 0.1 * Math.min(width, height));
  const top = y === 0 && stage.shape === "tall" ? stage.safe.y * 0.6 : y + pad;
  const inner = { x: x + pad, y: top, width: width - 2 * pad, height: y + height - top - pad };
  const cutout = isCutout(photo.canvas);
  const { focus } = photo;
  const fit = (ratio: number): Box => {
    const across = Math.min(inner.width, inner.height * ratio);
    return {
      x: inner.x + (inner.width - across) / 2,
      y: inner.y + (inner.height - across / ratio) / 2,
      width: across,
      height: across / ratio,
    };
  };
  if (cutout || focus.kind === "product") {
    const ratio = ((focus.right - focus.left) * photo.width) / ((focus.bottom - focus.top) * photo.height);
    const product = setProduct(photo, fit(ratio), stage, cutout);
    const { scale } = stage;
    const part = { x: x * scale, y: y * scale, width: width * scale, height: height * scale };
    const draw = framed(product, area, stage, closeIn(product, part, 1.03));
    const plate = chooseGround(photo, [tone.accent, ...tone.vivid, "#ffffff", "#101014"]);
    return ({ time, length, pulse }) => {
      if (cutout) {
        ctx.fillStyle = plate;
        ctx.fillRect(x, y, width, height);
      }
      draw(ctx, time / length, 1 + 0.006 * pulse);
    };
  }
  if (keepsSubject(photo, area)) {
    const draw = framed(photo, area, stage);
    return ({ time, length, pulse }) => draw(ctx, time / length, 1 + 0.006 * pulse);
  }
  const card = fit(photo.width / photo.height);
  const draw = framed(
    photo,
    card,
    stage,
    closeIn(photo, { x: 0, y: 0, width: photo.width, height: photo.height }, 1.02),
  );
  const shadow = dropShadow(kit, card.width, card.height, 0);
  return ({ time, length }) => {
    shadow(ctx, card.x, card.y);
    draw(ctx, time / length);
  };
}

/** Draws the fields in the accent color, and the frame. */
function createPaint(
  { paint, edge, frame }: EndCard,
  kit: DesignKit,
  { painted }: Fields,
  head: Box,
  { tone, inverted, name }: { tone: Tone; inverted: Tone; name: Shot["backdrop"] },
  hasPicture: boolean,
): DrawFrame {
  const { ctx, stage, random } = kit;
  const pattern = createBackdrop(name, stage, inverted, { flat: true, random });
  const { x, y, width, height } = painted;
  const isBeside = height === stage.height && width < stage.width;
  const way = x + y > 0 ? 1 : -1;
  const slant = edge === "slant" ? SLANT : 0;
  const isFilled = paint === "all" || paint === "rest" || (paint === "head" && !hasPicture);
  return ({ time, clock, pulse }) => {
    const into = outQuint(phase(time, 0, 0.5));
    ctx.save();
    ctx.beginPath();
    if (paint === "strip") ctx.rect(0, stage.height - getStrip(stage) * into, stage.width, getStrip(stage));
    else if (isFilled && edge === "disc") {
      const disc = getDisc(head);
      const radius = disc.radius + 8 * Math.sin(clock * 2) + 8 * pulse;
      ctx.arc(disc.x, disc.y, radius * Math.max(0, outBack(phase(time, 0, 0.45))), 0, Math.PI * 2);
    } else if (isFilled) {
      const away = way * (1 - into);
      ctx.translate(isBeside ? away * width : 0, isBeside ? 0 : away * height);
      const sway = slant * (1 + 0.12 * Math.sin(clock * 1.4));
      ctx.moveTo(x, y);
      ctx.lineTo(x + width, y - (isBeside ? 0 : sway));
      ctx.lineTo(x + width, y + height);
      ctx.lineTo(x - (isBeside ? sway : 0), y + height);
    }
    if (paint !== "nothing") {
      ctx.clip();
      pattern(ctx, clock, pulse);
    }
    ctx.restore();
    ctx.save();
    ctx.strokeStyle = tone.accent;
    if (frame) drawFrame(kit, painted, clock, pulse, into);
    ctx.restore();
  };
}

const getStrip = ({ height, safe }: DesignKit["stage"]): number => height - safe.y - safe.height + STRIP;

/** The disc behind a brand. */
const getDisc = (head: Box) => ({ ...getCentre(head), radius: Math.hypot(head.width, head.height) / 2 + 70 });

const isOnDisc = ({ x, y, radius }: ReturnType<typeof getDisc>, box: Box): boolean =>
  Math.hypot(Math.max(box.x - x, 0, x - box.x - box.width), Math.max(box.y - y, 0, y - box.y - box.height)) <
  radius + 16;

/** A line along the edges of a field, with gaps that move. */
function drawFrame({ ctx }: DesignKit, field: Box, clock: number, pulse: number, into: number): void {
  const inset = 46;
  const [width, height] = [field.width - 2 * inset, field.height - 2 * inset];
  const around = 2 * (width + height);
  ctx.lineWidth = 8 + 3 * pulse;
  ctx.setLineDash([around * 0.23 * into + 1, around * 0.02 + around * 0.25 * (1 - into)]);
  ctx.lineDashOffset = -clock * 40;
  ctx.strokeRect(field.x + inset, field.y + inset, width, height);
}

/** Largest and smallest letters of the action and of the contact. */
const ACTION = { most: 92, least: 56, smallest: 34 } as const;
const CONTACT = { most: 104, least: 52 } as const;
/** Font size of a contact that is large enough on the lines it has. */
const EASY_CONTACT = 62;
/** Scale below which only the brand becomes smaller. */
const LEAST_REST = 0.78;
/** How much larger the rest may be where there is room, its most as a fraction of the brand, and of its field. */
const GROWTH = { most: 1.56, ofHead: 0.72, ofField: 0.8 } as const;
const BUTTON = { x: 64, y: 40, arrow: 110 } as const;

interface Block {
  height: number;
  /** Size of its letters. */
  size: number;
  box: Box;
  place(y: number): void;
  draw: DrawFrame;
}

interface Tones {
  head: Tone;
  rest: Tone;
}

/** Sets all blocks into their fields, smaller if there is little room. */
function setBlocks(card: EndCard, words: Words, kit: DesignKit, fields: Fields, tones: Tones, hasPicture: boolean) {
  const isShared = fields.head === fields.rest;
  const setAll = (scale: number) => {
    const tone = isShared ? tones.rest : tones.head;
    const head = setHead(card, words.head, kit, fields.head, tone, Math.min(1, scale), hasPicture);
    // The brand becomes smaller first, because it is the largest.
    const small = Math.min(Math.max(scale, LEAST_REST), Math.max(1, (head.size * GROWTH.ofHead) / CONTACT.most));
    const line = (text: string) => setLine(card, text, kit, fields.rest, tones.rest, small);
    const { opening } = words;
    const before = opening ? [setLine(card, opening, kit, fields.head, tone, OPENING)] : [];
    const rest = [
      ...(words.lead === "" ? [] : [line(words.lead)]),
      ...(words.button === "" ? [] : [setAction(card, words.button, kit, fields.rest, tones.rest, small)]),
      ...words.contact.map(line),
    ];
    if (rest.length === 0 && !words.isName && !hasPicture && card.paint !== "strip")
      rest.push(setArrow(card, kit, head, tones.rest, isRightToLeft(words.opening ?? words.head)));
    return { head, heads: [...before, head], rest };
  };
  const gap = 66;
  const measure = (blocks: readonly Block[]) => blocks.reduce((sum, { height }) => sum + height + gap, -gap);
  const fits = ({ heads, rest }: ReturnType<typeof setAll>, share: number) =>
    isShared
      ? measure([...heads, ...rest]) <= fields.head.height * share
      : measure(heads) <= fields.head.height && measure(rest) <= fields.rest.height * share;
  let scale: number = GROWTH.most;
  let blocks = setAll(scale);
  const isGood = () => fits(blocks, scale > 1 ? GROWTH.ofField : 1);
  while (scale > 0.36 && !isGood()) {
    scale -= 0.08;
    blocks = setAll(scale);
  }
  const stack = (list: readonly Block[], box: Box, share: number) => {
    let y = box.y + Math.max(0, (box.height - measure(list)) * share);
    for (const block of list) {
      block.place(y);
      y += block.height + gap;
    }
  };
  if (isShared) stack([...blocks.heads, ...blocks.rest], fields.head, hasPicture ? 0.45 : 0.5);
  else {
    stack(blocks.heads, fields.head, card.edge === "disc" || kit.stage.shape === "wide" ? 0.5 : 0.7);
    stack(blocks.rest, fields.rest, kit.stage.shape === "wide" ? 0.5 : 0.4);
  }
  const disc = getDisc(blocks.head.box);
  const isClear = card.edge !== "disc" || isShared || !blocks.rest.some(({ box }) => isOnDisc(disc, box));
  return {
    head: blocks.head,
    isWhole: isClear && fits(blocks, 1),
    draw: [...blocks.heads, ...blocks.rest].map(({ draw }) => draw),
  };
}

/** Scale of the text above an address. */
const OPENING = 0.78;

/** A long arrow below a call that stands alone, drawn from the side where reading starts. */
function setArrow(card: EndCard, { ctx, stage }: DesignKit, head: Block, tone: Tone, rtl: boolean): Block {
  const width = Math.min(stage.safe.width * 0.6, Math.max(220, head.box.width));
  const height = 80;
  let top = 0;
  return {
    height,
    size: height,
    box: head.box,
    place(y) {
      top = y + height / 2;
    },
    draw({ time, clock, pulse }) {
      const shown = outQuint(phase(time, 0.3, 0.6));
      if (shown === 0) return;
      const { x, width: whole } = head.box;
      const left = card.align === "center" ? x + (whole - width) / 2 : rtl ? x + whole - width : x;
      const tip = left + width * shown + 16 * Math.sin(clock * 4) + 10 * pulse;
      const size = 46;
      ctx.save();
      // Mirrored around its own middle.
      if (rtl) ctx.transform(-1, 0, 0, 1, 2 * left + width, 0);
      ctx.strokeStyle = tone.accent;
      ctx.lineWidth = 14;
      ctx.lineCap = ctx.lineJoin = "round";
      ctx.beginPath();
      ctx.moveTo(left, top);
      ctx.lineTo(tip, top);
      ctx.moveTo(tip - size, top - size * 0.8);
      ctx.lineTo(tip, top);
      ctx.lineTo(tip - size, top + size * 0.8);
      ctx.stroke();
      ctx.restore();
    },
  };
}

function setHead(
  card: EndCard,
  text: string,
  kit: DesignKit,
  room: Box,
  tone: Tone,
  scale: number,
  hasPicture: boolean,
): Block {
  const { ctx, look, logo, stage } = kit;
  if (text === "" && logo) {
    const height = Math.min(room.height, (hasPicture ? 200 : 300) * scale);
    const ratio = logo.width / logo.height;
    const width = Math.min(room.width, height * ratio);
    const tall = width / ratio;
    const box = { ...room, width, height: tall, x: card.align === "left" ? room.x : room.x + (room.width - width) / 2 };
    let draw = (_: number) => {};
    return {
      height: tall,
      size: tall,
      box,
      place(y) {
        box.y = y;
        draw = createLogo(kit, logo, box, tone.ground);
      },
      draw(frameTime) {
        ctx.save();
        approach(kit, box, frameTime);
        draw(outCubic(phase(frameTime.time, 0, 0.35)));
        ctx.restore();
      },
    };
  }
  const maxSize = HEADLINE[stage.shape] * (hasPicture ? 0.9 : 1) * scale;
  return setText(kit, look.caps(text), room, {
    ...getStyle(tone, kit),
    font: look.headline,
    maxSize,
    align: card.align,
    start: 0,
  });
}

/** A line that is broken at its commas, and elsewhere only to stay large. */
function setLine(card: EndCard, text: string, kit: DesignKit, room: Box, tone: Tone, scale: number): Block {
  const maxSize = Math.max(CONTACT.least, CONTACT.most * scale);
  const options = { ...getStyle(tone, kit), font: kit.look.label, maxSize, align: card.align, start: 0.45 } as const;
  const clauses = breakAtCommas(text).split("\n").length;
  for (let maxLines = 1; maxLines <= clauses; maxLines++) {
    const block = setText(kit, text, room, { ...options, maxLines });
    if (block.size >= Math.min(EASY_CONTACT, maxSize)) return block;
  }
  return setText(kit, text, room, options);
}

/** Contact in the middle of its strip. */
function setStripText({ align }: EndCard, lines: readonly string[], kit: DesignKit, tone: Tone): DrawFrame {
  const { ctx, stage, look } = kit;
  const top = stage.height - getStrip(stage);
  const area = align === "left" && !isRightToLeft(lines.join(" ")) ? getLeadingArea(stage) : stage.safe;
  const box = { ...area, y: top + 30, height: stage.safe.y + stage.safe.height - top - 30 };
  const text = setLettering(ctx, lines.join("\n"), box, { font: look.label, maxSize: 96, minSize: 40, align });
  return ({ time }) => {
    ctx.save();
    ctx.globalAlpha *= phase(time, 0.3, 0.3);
    drawSettled(ctx, text, tone.ink);
    ctx.restore();
  };
}

interface TextOptions extends LetteringStyle {
  font: DesignKit["look"]["headline"];
  maxSize: number;
  align: "left" | "center";
  start: number;
  maxLines?: number;
}

function setText(
  kit: DesignKit,
  text: string,
  room: Box,
  { font, maxSize, maxLines, align, start, ...style }: TextOptions,
): Block {
  const { ctx } = kit;
  let lettering = setLettering(ctx, text, { ...room, y: 0 }, { font, maxSize, maxLines, align, vertical: "top" });
  const block = {
    height: lettering.box.height,
    size: lettering.block.size,
    box: lettering.box,
    place(y: number) {
      lettering = moveLettering(lettering, y - lettering.box.y);
      block.box = lettering.box;
    },
    draw(frameTime: FrameTime) {
      ctx.save();
      approach(kit, block.box, frameTime);
      drawLettering(ctx, lettering, frameTime.time - start + 0.001, style);
      ctx.restore();
    },
  };
  return block;
}

/** A button with an arrow. A call that is too long for a button is text. */
function setAction(card: EndCard, text: string, kit: DesignKit, room: Box, tone: Tone, scale: number): Block {
  if (text.length > LONGEST_BUTTON) return setLine(card, text, kit, room, tone, scale);
  const { ctx, look } = kit;
  const isLine = card.button === "line";
  const padX = isLine ? 0 : Math.min(BUTTON.x, room.width * 0.08);
  const maxSize = Math.max(ACTION.least, ACTION.most * scale);
  const inner = { ...room, y: 0, width: room.width - 2 * padX - BUTTON.arrow };
  const options = { font: look.label, maxSize, align: card.align, vertical: "top" } as const;
  const withArrow = setLettering(ctx, text, inner, { ...options, minSize: ACTION.smallest, maxLines: 1 });
  // If there is little room, the arrow is left out to keep the address large.
  const isWhole = !/\s\p{L}|\p{L}\s/u.test(text);
  const hasArrow = withArrow.block.size >= ACTION.least || !isWhole;
  const bare = { ...inner, width: room.width - 2 * padX };
  const one = hasArrow
    ? withArrow
    : setLettering(ctx, text, bare, { ...options, minSize: ACTION.smallest, maxLines: 1 });
  // Two lines are better than small letters.
  const isSmall = one.block.truncated || one.block.size < ACTION.least;
  const words = isSmall
    ? setLettering(ctx, text, hasArrow ? inner : bare, {
        ...options,
        maxSize: maxSize * 0.85,
        maxLines: isWhole ? 2 : 3,
      })
    : one;
  const side = isRightToLeft(text) ? -1 : 1;
  const height = Math.max(words.box.height + 2 * BUTTON.y, 150);
  const width = words.box.width + 2 * padX + (hasArrow ? BUTTON.arrow : 0);
  const isLeft = card.align === "left";
  const x = isLeft ? (side === 1 ? room.x : room.x + room.width - width) : room.x + (room.width - width) / 2;
  const box = { x, y: 0, width, height };
  const radius = card.button === "pill" ? height / 2 : 40 * look.shapes.radius;
  const shadow = dropShadow(kit, width, height, radius);
  const ink = isFilled(card.button) ? tone.accentInk : tone.ink;
  let placed = words;
  return {
    height,
    size: words.block.size,
    box,
    place(y) {
      box.y = y;
      const left = side === 1 ? x + padX : x + width - padX - words.box.width;
      placed = moveLettering(words, y + (height - words.box.height) / 2 - words.box.y, left - words.box.x);
    },
    draw({ time, clock, pulse }) {
      const size = outBack(phase(time, 0.25, 0.4)) * (1 + 0.035 * pulse);
      if (size <= 0) return;
      const middle = getCentre(box);
      ctx.save();
      ctx.translate(middle.x, middle.y);
      ctx.scale(size, size);
      ctx.translate(-middle.x, -middle.y);
      drawButton(ctx, { kind: card.button, box, radius, shadow }, tone, { time, clock });
      drawSettled(ctx, placed, ink);
      if (hasArrow) {
        ctx.strokeStyle = ink;
        const at = side === 1 ? box.x + width - padX - 28 : box.x + padX + 28;
        ctx.translate(at + side * 9 * Math.sin(clock * 5), middle.y);
        ctx.scale(side, 1);
        arrow(ctx, 0, 0, 60);
      }
      ctx.restore();
    },
  };
}

const isFilled = (kind: EndCard["button"]): boolean => kind === "pill" || kind === "block";

interface Button {
  kind: EndCard["button"];
  box: Box;
  radius: number;
  shadow: Shadow;
}

/** Draws a button without its words: filled with a ring that spreads, outlined, or a line below them. */
function drawButton(
  ctx: SKRSContext2D,
  { kind, box: { x, y, width, height }, radius, shadow }: Button,
  tone: Tone,
  { time, clock }: Pick<FrameTime, "time" | "clock">,
): void {
  ctx.lineWidth = 8;
  ctx.beginPath();
  ctx.roundRect(x, y, width, height, radius);
  if (isFilled(kind)) {
    shadow(ctx, x, y);
    ctx.fillStyle = tone.accent;
    ctx.fill();
    const ring = (clock * 0.9) % 1;
    ctx.strokeStyle = fade(tone.accent, 0.6 * (1 - ring) * outCubic(phase(time, 0.6, 0.3)));
    ctx.beginPath();
    ctx.roundRect(x - 46 * ring, y - 46 * ring, width + 92 * ring, height + 92 * ring, radius + 46 * ring);
    ctx.stroke();
  } else if (kind !== "line") {
    ctx.strokeStyle = tone.accent;
    ctx.stroke();
  } else {
    ctx.fillStyle = tone.accent;
    ctx.fillRect(x, y + height - 14, width * outQuint(phase(time, 0.3, 0.5)), 12);
  }
}
