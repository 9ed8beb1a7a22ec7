import type { SKRSContext2D } from "@napi-rs/canvas";
import { isRightToLeft } from "vireo/captions/words";
import { joinEmoji } from "../fonts/runs";
import { getFont } from "./fonts";
import { openAddresses, type Piece, splitPieces } from "./linebreaks";
import { balanceLines, createRuler, fillLines, forceLines, type Ruler } from "./lines";
import { isUnspaced } from "./scripts";
import type { Align, LayoutOptions, Line, TextBlock, WordBox } from "./textblock";

const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

export { toCapitals as capitals } from "./scripts";
export type { Align, LayoutOptions, TextBlock, WordBox } from "./textblock";

/** Chosen line breaks before placement. Leading is a multiple of the size. */
interface Setting {
  lines: string[];
  size: number;
  leading: number;
  truncated: boolean;
  forced: boolean;
}

/** Minimum scale for breaking lines at clause ends. */
const CLAUSE_SHRINK = 0.8;
/** Minimum scale for breaking lines at spaces, in a script that needs none. */
const PHRASE_SHRINK = 0.5;
/** Minimum scale for keeping each phrase of such a script on one line. */
const WHOLE_SHRINK = 0.62;

/** Sizes below which an address may be broken, and how much larger it then has to be. */
const SMALL = [
  { size: 64, gain: 1.15 },
  { size: 90, gain: 1.35 },
] as const;

/** Sets a text in the largest size that fits into the box, with lines of similar length. */
export function layOutText(ctx: SKRSContext2D, text: string, options: LayoutOptions): TextBlock {
  const clean = joinEmoji(text.replace(/\u00ad/g, "").trim());
  const ruler = createRuler(ctx, (size) => getFont(options.font, clean, size));
  let setting = createSetting(clean, options, ruler);
  const short = SMALL.find(({ size }) => setting.size < size);
  if (short && options.maxLines !== 1) {
    // A long address on two lines is better than a small one.
    const other = createSetting(openAddresses(clean), options, ruler);
    if (other.size > setting.size * short.gain || (setting.forced && !other.forced)) setting = other;
  }
  // Readers of scripts without spaces expect lines to end with a clause. Spaces in such a text separate phrases.
  const spaced = isUnspaced(clean) && clean.split(/[ \u3000]+/).length > (/\p{Script=Thai}/u.test(clean) ? 1 : 2);
  const clauses = isUnspaced(clean) ? clean.replace(/([、，。！？])(?=.)/gu, "$1\n") : breakAtCommas(clean);
  const byClause = spaced ? clauses.replace(/(?<=\P{ASCII})[ \u3000]+(?=\S)/gu, "\n") : clauses;
  // Each clause on one line is better than one of them on two.
  const lines = byClause.split("\n");
  const whole = { ...options, maxLines: Math.min(lines.length, options.maxLines ?? lines.length) };
  const shrink = spaced ? PHRASE_SHRINK : CLAUSE_SHRINK;
  const tries = [
    ...(spaced ? [[byClause, whole, WHOLE_SHRINK] as const] : []),
    [byClause.replaceAll(" ", "\u00a0"), options, shrink] as const,
    [byClause, options, shrink] as const,
  ];
  for (const [text, own, least] of setting.lines.length > 1 ? tries : []) {
    const other = text.includes("\n") && createSetting(text, own, ruler);
    if (other && !other.forced && other.size >= setting.size * least)
      // Its words are drawn one by one.
      return place(ctx, other.lines.length === lines.length ? { ...other, lines } : other, clean, options);
  }
  return place(ctx, setting, clean, options);
}

/** Breaks "DJ Mara Voss, Kilo Kilo and guests" where the names are listed. A single word is on the line before it. */
export const breakAtCommas = (text: string): string =>
  text.split(/(?<=[^\s,;،؛][ \u00a0][^,;،؛]*[,;،؛]) (?=\S+[ \u00a0]\S)/u).join("\n");

/** Draws a block with its top left corner at (x, y), in the current fill style. */
export function drawText(ctx: SKRSContext2D, block: TextBlock, x: number, y: number): void {
  ctx.font = block.font;
  ctx.textBaseline = "alphabetic";
  ctx.textAlign = "left";
  ctx.direction = block.rtl ? "rtl" : "ltr";
  for (const line of block.lines) ctx.fillText(line.text, x + line.x, y + line.y);
}

function createSetting(text: string, options: LayoutOptions, ruler: Ruler): Setting {
  const { maxWidth, maxHeight, maxSize, minSize = 20, maxLines = Number.POSITIVE_INFINITY } = options;
  const reach = ruler.reach(text);
  // Tall scripts increase the line distance, so that a line touches neither the next one nor the plate behind it.
  const leading = Math.max(options.lineHeight ?? options.font.lineHeight, reach + (reach > 1 ? 0.14 : 0.04));
  const paragraphs = text.split(/\n+/).map(splitPieces);
  const solve = (pieces: readonly Piece[][]): Setting | undefined => {
    const linesIn = (width: number) => pieces.flatMap((paragraph) => fillLines(paragraph, width, ruler));
    const fits = (size: number) => {
      const lines = linesIn(maxWidth / size);
      const height = (lines.length - 1) * leading + reach;
      return (
        lines.length <= maxLines &&
        height * size <= maxHeight &&
        lines.every((line) => ruler.width(line) * size <= maxWidth)
      );
    };
    const size = largest(Math.min(minSize, maxSize), maxSize, fits);
    return fits(size)
      ? { lines: balanceLines(linesIn, maxWidth / size), size, leading, truncated: false, forced: false }
      : undefined;
  };
  const setting = solve(paragraphs);
  if (setting) {
    const ragged = ({ lines }: Setting) =>
      Number(hasWidow(lines, ruler)) + Number(hasStray(lines)) + Number(hasLooseNumber(lines));
    const tieAll = (pieces: Piece[]) => tieEnd(tieShort(tieNumbers(pieces)));
    const others = ragged(setting) === 0 ? [] : [tieNumbers, tieEnd, tieShort, tieAll];
    return others.reduce((best, tie) => {
      const other = ragged(best) === 0 ? undefined : solve(paragraphs.map(tie));
      return other && other.size >= setting.size * WIDOW_SHRINK && ragged(other) < ragged(best) ? other : best;
    }, setting);
  }
  const size = Math.floor(Math.min(minSize, maxSize));
  const room = Math.max(1, Math.floor((maxHeight / size - reach) / leading + 1.001));
  const lines = forceLines(paragraphs, maxWidth / size, Math.min(room, maxLines), ruler);
  return { lines, size, leading, truncated: lines.at(-1)?.endsWith("…") === true && !text.endsWith("…"), forced: true };
}

/** Minimum scale for avoiding a short word alone on the last line. */
const WIDOW_SHRINK = 0.72;
/** Width of such a word, as a fraction of the widest line. */
const WIDOW = 0.36;

function hasWidow(lines: readonly string[], ruler: Ruler): boolean {
  const last = lines.at(-1) ?? "";
  // Words that all have a line of their own are a stack.
  if (
    lines.length < 2 ||
    /\s/.test(last) ||
    /[,;،؛]$/u.test(lines.at(-2)!) ||
    isUnspaced(last) ||
    !lines.some((line) => /\s/.test(line))
  )
    return false;
  return ruler.width(last) < WIDOW * Math.max(...lines.map((line) => ruler.width(line)));
}

const isShort = (text: string): boolean => /^\p{L}{1,2}$/u.test(text) && !isUnspaced(text);

/** True if a line has only a word of one or two letters. */
const hasStray = (lines: readonly string[]): boolean => lines.length > 1 && lines.some(isShort);

const isNumber = (text: string): boolean => /^\p{Nd}{1,4}$/u.test(text);

/** True if a line ends with a number of what is on the next, unless both are all: "12 / Bands". */
const hasLooseNumber = (lines: readonly string[]): boolean =>
  !(lines.length === 2 && lines.every((line) => !/\s/.test(line))) &&
  lines.some((line, i) => isNumber(/\S+$/u.exec(line)?.[0] ?? "") && /^\p{L}/u.test(lines[i + 1] ?? ""));

const tieShort = (pieces: readonly Piece[]): Piece[] => tie(pieces, isShort);
const tieNumbers = (pieces: readonly Piece[]): Piece[] => tie(pieces, isNumber);

/** Joins some words to the next one. */
function tie(pieces: readonly Piece[], isTied: (text: string) => boolean): Piece[] {
  const tied: Piece[] = [];
  let before: Piece | undefined;
  for (const piece of pieces) {
    const joined = before && piece.spaced ? { ...before, text: `${before.text}\u00a0${piece.text}` } : piece;
    if (before && joined === piece) tied.push(before);
    before = isTied(piece.text) ? joined : undefined;
    if (!before) tied.push(joined);
  }
  return before ? [...tied, before] : tied;
}

/** Joins the last two words, so that they share a line. */
function tieEnd(pieces: readonly Piece[]): Piece[] {
  const [before, last] = pieces.slice(-2);
  if (!last?.spaced) return [...pieces];
  return [...pieces.slice(0, -2), { text: `${before!.text}\u00a0${last.text}`, spaced: before!.spaced }];
}

/** Returns the largest integer that fits, or `min`. */
function largest(min: number, max: number, fits: (size: number) => boolean): number {
  let low = Math.floor(min);
  let high = Math.floor(max);
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

function place(ctx: SKRSContext2D, setting: Setting, whole: string, options: LayoutOptions): TextBlock {
  const { lines: texts, size, truncated, forced } = setting;
  const font = getFont(options.font, whole, size);
  const rtl = isRightToLeft(whole);
  const leading = Math.round(size * setting.leading);
  ctx.font = font;
  ctx.direction = rtl ? "rtl" : "ltr";
  ctx.textAlign = "left";
  const metrics = texts.map((text) => ctx.measureText(text));
  const first = metrics[0]?.actualBoundingBoxAscent ?? 0;
  const last = metrics.at(-1)?.actualBoundingBoxDescent ?? 0;
  const align = physical(options.align ?? "left", rtl);
  const lines = texts.map((text, i): Line => {
    const { width } = metrics[i]!;
    const free = options.maxWidth - width;
    const x = align === "left" ? 0 : align === "right" ? free : free / 2;
    const y = first + i * leading;
    return { text, x, y, width, words: placeWords(ctx, text, x, y, width, i, rtl) };
  });
  return {
    lines,
    size,
    font,
    width: Math.max(0, ...metrics.map((m) => m.width)),
    height: texts.length === 0 ? 0 : first + (texts.length - 1) * leading + Math.max(0, last),
    leading,
    ascent: Math.max(0, ...metrics.map((m) => m.actualBoundingBoxAscent)),
    descent: Math.max(0, ...metrics.map((m) => m.actualBoundingBoxDescent)),
    rtl,
    truncated,
    forced,
  };
}

function physical(align: Align, rtl: boolean): Align {
  if (!rtl || align === "center") return align;
  return align === "left" ? "right" : "left";
}

/**
 * Returns the words of a line and their positions, for drawing them one by one. In a right-to-left line, words are
 * placed leftwards, but a run of Latin words keeps its order. Expects the line's font to be set on `ctx`.
 */
function placeWords(
  ctx: SKRSContext2D,
  line: string,
  x: number,
  y: number,
  lineWidth: number,
  lineNumber: number,
  rtl: boolean,
): WordBox[] {
  const words = splitPieces(line).map((piece) => ({ ...piece, width: ctx.measureText(piece.text).width }));
  if (!rtl) {
    // Measure the end of each word with all preceding text, to include kerning.
    let before = "";
    return words.map(({ text, spaced, width }) => {
      before += (spaced && before ? " " : "") + text;
      return { text, x: x + ctx.measureText(before).width - width, y, width, line: lineNumber };
    });
  }
  const space = ctx.measureText(" ").width;
  let right = x + lineWidth;
  return visualOrder(words).map(({ text, spaced, width }, i) => {
    if (i > 0 && spaced) right -= space;
    right -= width;
    return { text, x: right, y, width, line: lineNumber };
  });
}

/** Orders words for a line that starts at the right. Runs without right-to-left letters are reversed. */
function visualOrder<W extends { text: string }>(words: readonly W[]): W[] {
  const order: W[] = [];
  let run: W[] = [];
  for (const word of words) {
    if (/\p{L}/u.test(word.text) && !rightToLeft.test(word.text)) {
      run.unshift(word);
    } else {
      order.push(...run, word);
      run = [];
    }
  }
  return [...order, ...run];
}
