import type { SKRSContext2D } from "@napi-rs/canvas";
import { chooseInk } from "#plugins/local/draw/colors";
import { keepPairs } from "#plugins/local/draw/linebreaks";
import type { Photo } from "#plugins/local/draw/photo";
import { createBackdrop } from "../backdrops";
import type { DesignKit, FrameTime, Shot } from "../design";
import { outCubic, phase } from "../ease";
import { drawLettering, type Lettering, type LetteringOptions, type LetteringStyle, setLettering } from "../lettering";
import type { Backdrop } from "../patterns";
import { findGround, meanColor } from "../pictures";
import { type Box, getBand, getCentre, getColumn, type Stage } from "../stage";
import type { Tone } from "../tone";

export function getTone(shot: Shot, kit: DesignKit): Tone {
  return kit.look.tones[shot.tone];
}

export function createGround(shot: Shot, kit: DesignKit): Backdrop {
  const { stage, look, random } = kit;
  return createBackdrop(shot.backdrop, stage, getTone(shot, kit), { flat: look.flat, random });
}

export function getStyle(tone: Tone, { look }: DesignKit): LetteringStyle {
  return {
    entrance: look.entrance,
    emphasis: look.emphasis,
    radius: look.shapes.radius,
    color: tone.ink,
    accent: tone.accent,
    accentInk: tone.accentInk,
    pace: look.pace,
    // Dark letters on a bright ground would look blurred.
    glow: look.glow && chooseInk(tone.ground) === "#ffffff" ? tone.accent : undefined,
  };
}

/** White over a darkened photo, with the accent if it is visible there. */
export function styleOnPhoto(kit: DesignKit): LetteringStyle {
  const { accent, accentInk } = kit.look.tones.main;
  const emphasis = kit.look.emphasis === "color" ? "plate" : kit.look.emphasis;
  return { entrance: kit.look.entrance, emphasis, color: "#ffffff", accent, accentInk, shadow: true };
}

/** Maximum headline size: fits the safe box of each aspect ratio. */
export const HEADLINE = { tall: 260, wide: 330, square: 250 } as const;

/** Maximum text size of a point. */
export const POINT = { tall: 220, wide: 270, square: 200 } as const;

/** Splits the frame into a place for visuals and one for text: stacked, or side by side in a wide frame. */
export function splitStage({ safe, shape }: Stage, visual = 0.54): { visual: Box; text: Box } {
  if (shape === "wide") return { visual: getColumn(safe, 0.58, 1), text: getColumn(safe, 0, 0.54) };
  return { visual: getBand(safe, 0, visual), text: getBand(safe, visual + 0.05, 1) };
}

/** Draws the brand's name, small, at the top of the safe area. */
export function createBrandTag(
  { ctx, stage, brand, look, logo }: DesignKit,
  tone: Pick<Tone, "ground" | "ink" | "accent">,
): (time: number) => void {
  if (logo) {
    const box = { ...stage.safe, x: (stage.width - LOGO.width) / 2, width: LOGO.width, height: LOGO.height };
    const draw = createLogo({ ctx, look }, logo, box, tone.ground);
    return (time) => draw(outCubic(phase(time, 0.05, 0.3)));
  }
  if (brand === "") return () => {};
  const box = { ...stage.safe, height: 46 };
  const tag = setLettering(ctx, brand, box, { font: look.label, maxSize: 40, vertical: "middle", maxLines: 1 });
  return (time) => {
    const shown = outCubic(phase(time, 0.05, 0.3));
    ctx.save();
    ctx.globalAlpha *= shown;
    drawSettled(ctx, tag, tone.ink);
    ctx.fillStyle = tone.accent;
    const width = 56 * shown;
    ctx.fillRect(stage.width / 2 - width / 2, box.y + 66, width, 7);
    ctx.restore();
  };
}

/** Maximum size of a logo at the top of a shot. */
const LOGO = { width: 320, height: 84 } as const;

/** Fraction of a logo that need not be seen, such as white letters on a disc. */
const MOST_HIDDEN = 0.2;

/** Prepares the brand's whole logo for the middle of a box, on a plate if a part of it cannot be seen on the ground. */
export function createLogo(
  { ctx, look }: Pick<DesignKit, "ctx" | "look">,
  logo: Photo,
  box: Box,
  ground: string,
): (shown: number) => void {
  const plate =
    [ground, "#ffffff", "#101014"].find((color) => findGround(logo, [color], { most: MOST_HIDDEN })) ??
    chooseInk(meanColor(logo));
  const pad = plate !== ground ? box.height * 0.16 : 0;
  const scale = Math.min((box.width - 2 * pad) / logo.width, (box.height - 2 * pad) / logo.height);
  const [width, height] = [logo.width * scale, logo.height * scale];
  const { x, y } = getCentre(box);
  return (shown) => {
    ctx.save();
    ctx.globalAlpha *= shown;
    if (plate !== ground) {
      ctx.fillStyle = plate;
      ctx.beginPath();
      ctx.roundRect(
        x - width / 2 - pad,
        y - height / 2 - pad,
        width + 2 * pad,
        height + 2 * pad,
        24 * look.shapes.radius,
      );
      ctx.fill();
    }
    ctx.imageSmoothingQuality = "high";
    ctx.drawImage(logo.canvas, x - width / 2, y - height / 2, width, height);
    ctx.restore();
  };
}

/** Top of the text area below the brand tag. */
export function getAreaBelowTag({ stage, brand, logo }: DesignKit): Box {
  const top = brand === "" && !logo ? 0 : 110;
  return { ...stage.safe, y: stage.safe.y + top, height: stage.safe.height - top };
}

/** Text without an entrance. */
export function drawSettled(ctx: SKRSContext2D, lettering: Lettering, color: string): void {
  const still = { entrance: "pop", emphasis: "color", color, accent: color, accentInk: color } as const;
  drawLettering(ctx, lettering, Number.POSITIVE_INFINITY, still);
}

/** Text and a smaller detail below it, set as one group. */
export interface TextGroup {
  /** Bounds of the group. */
  box: Box;
  text: Lettering;
  detail: Lettering | undefined;
  /** True if something did not fit. */
  truncated: boolean;
}

/**
 * A text and its detail: the maximum size of the detail, its share of the text's size, and the text's shares of size
 * and height.
 */
const DETAIL = { largest: 82, share: 0.6, gap: 40, ofText: 1, ofHeight: 0.62 } as const;
/** "Myth: …": the detail is the actual content, and the label is never larger. */
const LABELLED = { largest: 150, share: 1.15, ofText: 0.5, ofHeight: 0.36 } as const;

/** True if the text is only a label of its detail. */
const isLabel = ({ text, subtext }: Pick<Shot, "text" | "subtext">): boolean =>
  /^\S{1,12}$/u.test(text) && /\S\s\S/u.test(subtext) && subtext.length > text.length && !/\n/.test(subtext);

/** Sets a shot's text, and its detail below it, into a box. */
export function setTextGroup(
  { ctx, look }: DesignKit,
  shot: Pick<Shot, "text" | "subtext">,
  box: Box,
  options: LetteringOptions,
): TextGroup {
  const words = look.caps(keepPairs(shot.text));
  if (shot.subtext === "") {
    const text = setLettering(ctx, words, box, options);
    return { box: text.box, text, detail: undefined, truncated: text.block.truncated };
  }
  const { vertical = "middle" } = options;
  const { largest, share, ofText, ofHeight } = isLabel(shot) ? LABELLED : DETAIL;
  const top = { ...options, maxSize: options.maxSize * ofText, vertical: "top" } as const;
  const set = (most: number) =>
    setLettering(ctx, words, { ...box, height: box.height * ofHeight }, { ...top, maxSize: most });
  const first = set(top.maxSize);
  const used = first.box.height + DETAIL.gap;
  const room = { ...box, y: box.y + used, height: box.height - used };
  const maxSize = Math.min(largest, Math.max(44, first.block.size * share));
  const small = {
    font: look.body,
    maxSize,
    align: options.align ?? "center",
    vertical: "top",
    lineHeight: 1.25,
  } as const;
  const below = setLettering(ctx, shot.subtext, room, small);
  const measured = isLabel(shot) && below.block.size < first.block.size ? set(below.block.size) : first;
  const spare = first.box.height - measured.box.height;
  const height = used - spare + below.box.height;
  const free = box.height - height;
  const shift = Math.max(0, Math.round(vertical === "top" ? 0 : vertical === "middle" ? free / 2 : free));
  const text = moveLettering(measured, shift);
  const detail = moveLettering(below, shift - spare);
  const x = Math.min(text.box.x, detail.box.x);
  const right = Math.max(text.box.x + text.box.width, detail.box.x + detail.box.width);
  return {
    box: { x, y: text.box.y, width: right - x, height },
    text,
    detail,
    truncated: text.block.truncated || detail.block.truncated,
  };
}

/** Moves text down and to the right. */
export function moveLettering(lettering: Lettering, down: number, right = 0): Lettering {
  const move = <T extends { x: number; y: number }>(one: T): T => ({ ...one, x: one.x + right, y: one.y + down });
  return { ...lettering, words: lettering.words.map(move), box: move(lettering.box) };
}

/** Seconds after the text at which its detail appears. */
const DETAIL_DELAY = 0.3;

/** Zooms slowly into the box, and slightly on each beat, so that nothing stands still while it is read. */
export function approach({ ctx }: Pick<DesignKit, "ctx">, box: Box, { time, length, clock, pulse }: FrameTime): void {
  const { x, y } = getCentre(box);
  const scale = 1 + 0.045 * (time / length) + 0.02 * pulse;
  ctx.translate(x, y + 7 * Math.sin(clock * 1.9));
  ctx.scale(scale, scale);
  ctx.translate(-x, -y);
}

/** Draws text whose entrance begins `start` seconds into its shot, and which then zooms in slowly. */
export function drawTextGroup(
  kit: DesignKit,
  group: TextGroup,
  frameTime: FrameTime,
  start: number,
  style: LetteringStyle,
): void {
  const { ctx } = kit;
  const { time } = frameTime;
  ctx.save();
  approach(kit, group.box, frameTime);
  drawLettering(ctx, group.text, time - start, style);
  if (group.detail) drawLettering(ctx, group.detail, time - start - DETAIL_DELAY, { ...style, entrance: "slide" });
  ctx.restore();
}
