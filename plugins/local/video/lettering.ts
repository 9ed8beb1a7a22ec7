import type { SKRSContext2D } from "@napi-rs/canvas";
import type { FontStack } from "#plugins/local/draw/fonts";
import { type Align, layOutText, type TextBlock } from "#plugins/local/draw/text";
import { outBack, outCubic } from "./ease";
import { type Entrance, enter, type PlacedWord } from "./entrances";
import type { Box } from "./stage";

/** Style of the emphasised words. */
export type Emphasis = "plate" | "color" | "underline";

export interface LetteringOptions {
  font: FontStack;
  maxSize: number;
  minSize?: number;
  align?: Align;
  vertical?: "top" | "middle" | "bottom";
  /** Part of the text to emphasise. */
  stress?: string;
  lineHeight?: number;
  maxLines?: number;
}

export interface LetteringStyle {
  entrance: Entrance;
  color: string;
  accent: string;
  accentInk: string;
  emphasis: Emphasis;
  /** Corners of plates: 0 is square, 1 fully rounded. */
  radius?: number;
  /** A soft shadow, for text over images. */
  shadow?: boolean;
  /** Colour of the light around the letters. */
  glow?: string;
  /** Length of the entrance: 1 is usual, more is slower. */
  pace?: number;
}

export interface Lettering {
  block: TextBlock;
  words: PlacedWord[];
  /** Bounds of the ink. */
  box: Box;
}

const STAGGER = 0.075;
/** The last word starts by this time, regardless of the number of words. */
const LAST_START = 0.5;
const ENTRY = 0.34;

/** Sets a text into a box, ready to be drawn word by word. */
export function setLettering(ctx: SKRSContext2D, text: string, box: Box, options: LetteringOptions): Lettering {
  const { vertical = "middle", stress = "", ...rest } = options;
  const block = layOutText(ctx, text, {
    minSize: 30,
    align: "center",
    ...rest,
    maxWidth: box.width,
    maxHeight: box.height,
  });
  const free = box.height - block.height;
  const y = Math.round(box.y + (vertical === "top" ? 0 : vertical === "middle" ? free / 2 : free));
  const stressed = findStressed(block, stress);
  ctx.font = block.font;
  const words = block.lines
    .flatMap((line) => line.words)
    .map((word, i) => {
      const { actualBoundingBoxAscent: rise, actualBoundingBoxDescent: fall } = ctx.measureText(word.text);
      return { ...word, x: Math.round(box.x + word.x), y: y + word.y, stressed: stressed.has(i), rise, fall };
    });
  levelPlates(words.filter((word) => word.stressed));
  if (words.length === 0) return { block, words, box: { ...box, y, width: 0, height: 0 } };
  const left = Math.min(...words.map((word) => word.x));
  const right = Math.max(...words.map((word) => word.x + word.width));
  return { block, words, box: { x: left, y, width: right - left, height: block.height } };
}

/** Draws the text as it looks `time` seconds after the start of its entrance. */
export function drawLettering(ctx: SKRSContext2D, lettering: Lettering, time: number, style: LetteringStyle): void {
  if (time <= 0) return;
  const { pace = 1 } = style;
  const delay = getStagger(lettering) * pace;
  const order = lettering.words.map((_, i) => i);
  // Plates first: a plate may touch the next word, and must not cover it.
  order.sort((a, b) => Number(lettering.words[b]!.stressed) - Number(lettering.words[a]!.stressed));
  ctx.save();
  ctx.textAlign = "left";
  ctx.textBaseline = "alphabetic";
  ctx.direction = lettering.block.rtl ? "rtl" : "ltr";
  ctx.font = lettering.block.font;
  for (const i of order) {
    const entry = (time - i * delay) / (ENTRY * pace);
    if (entry > 0) drawWord(ctx, lettering, lettering.words[i]!, Math.min(1, entry), style);
  }
  ctx.restore();
}

function getStagger({ words }: Lettering): number {
  return Math.min(STAGGER, LAST_START / Math.max(1, words.length));
}

function drawWord(
  ctx: SKRSContext2D,
  { block }: Lettering,
  word: PlacedWord,
  entry: number,
  style: LetteringStyle,
): void {
  ctx.save();
  const middle = { x: word.x + word.width / 2, y: word.y - word.rise / 2 };
  const plated = word.stressed && style.emphasis === "plate";
  if (plated) drawPlate(ctx, block, word, outBack(entry), style);
  if (entry < 1) enter[style.entrance](ctx, block, word, middle, entry);
  if (style.shadow && !plated) {
    ctx.shadowColor = "rgba(0, 0, 0, 0.45)";
    ctx.shadowBlur = block.size * 0.16;
    ctx.shadowOffsetY = block.size * 0.03;
  }
  if (style.glow && !plated) {
    ctx.shadowColor = style.glow;
    ctx.shadowBlur = block.size * 0.22;
  }
  ctx.fillStyle = plated ? style.accentInk : word.stressed && style.emphasis === "color" ? style.accent : style.color;
  // Words are positioned by their left edge, in any reading direction.
  ctx.textAlign = "left";
  ctx.fillText(word.text, word.x, word.y);
  ctx.restore();
  if (word.stressed && style.emphasis === "underline") drawUnderline(ctx, block, word, outCubic(entry), style.accent);
}

function drawPlate(
  ctx: SKRSContext2D,
  block: TextBlock,
  word: PlacedWord,
  amount: number,
  { accent, radius = 0.3 }: LetteringStyle,
): void {
  // Narrow fonts have narrow spaces, and the plate must not touch the next word.
  const space = ctx.measureText(" ").width;
  const pad = { x: Math.min(block.size * 0.11, space * 0.44), y: block.size * 0.075 };
  const height = word.rise + word.fall + 2 * pad.y;
  const width = (word.width + 2 * pad.x) * amount;
  const x = block.rtl ? word.x + word.width + pad.x - width : word.x - pad.x;
  ctx.fillStyle = accent;
  ctx.beginPath();
  ctx.roundRect(x, word.y - word.rise - pad.y, Math.max(1, width), height, block.size * 0.3 * radius);
  ctx.fill();
}

function drawUnderline(ctx: SKRSContext2D, block: TextBlock, word: PlacedWord, amount: number, color: string): void {
  const thickness = block.size * 0.075;
  const width = word.width * amount;
  ctx.fillStyle = color;
  ctx.beginPath();
  const x = block.rtl ? word.x + word.width - width : word.x;
  ctx.roundRect(
    x,
    word.y + Math.max(word.fall, thickness) + thickness * 0.3,
    Math.max(1, width),
    thickness,
    thickness / 2,
  );
  ctx.fill();
}

/** Adjacent words get plates of the same height. */
function levelPlates(words: PlacedWord[]): void {
  const rise = Math.max(...words.map((word) => word.rise));
  const fall = Math.max(...words.map((word) => word.fall));
  for (const word of words) Object.assign(word, { rise, fall });
}

/** Finds the words that spell the emphasised part, as a run. */
function findStressed(block: TextBlock, stress: string): Set<number> {
  const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{M}\p{N}%\p{Sc}]/gu, "");
  const target = plain(stress);
  const words = block.lines.flatMap((line) => line.words).map((word) => plain(word.text));
  for (let from = 0; target !== "" && from < words.length; from++) {
    let run = "";
    for (let to = from; to < words.length && run.length < target.length; to++) {
      run += words[to]!;
      if (run === target) return new Set(Array.from({ length: to - from + 1 }, (_, i) => from + i));
    }
  }
  return new Set();
}
