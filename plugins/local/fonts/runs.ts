import { covers } from "./font-file";
import { type Font, findFont, fonts, listFaces, ownFonts } from "./index";

/** A stretch of text that one face can draw. */
export interface FontRun {
  text: string;
  font: Font;
}

const graphemes = new Intl.Segmenter("und", { granularity: "grapheme" });
const emoji = fonts.find((font) => font.family === "Noto Emoji")!;
const fallbacks = fonts.filter((font) => !font.isEmoji).concat(emoji);

/** True for the face used for emoji images. */
export const isEmojiFont = (font: Font): boolean => font === emoji;

/**
 * Splits text into runs by face: the preferred family if it has the glyphs, otherwise the first built-in one that does.
 * libass does not fall back reliably between the fonts of a folder, so captions name the face of each run. Emoji use
 * Noto Emoji, which libass can draw; captions draw colour images over them.
 */
export function splitFontRuns(text: string, preferredFamily: string, weight = 700): FontRun[] {
  const order = [...listFaces(findFont(preferredFamily, weight)), ...fallbacks];
  const runs: FontRun[] = [];
  let current: Font | undefined;
  let leading = "";
  for (const { segment } of graphemes.segment(joinEmoji(text))) {
    const codePoints = visible(segment);
    if (codePoints.length > 0) {
      const font = chooseFont(segment, codePoints, current, order);
      // The space of the emoji face is as wide as an emoji image.
      if (leading && font === emoji) runs.push({ text: leading, font: order[0]! });
      if (font !== current || leading) runs.push({ text: font === emoji ? "" : leading, font });
      current = font;
      leading = "";
    }
    const run = runs.at(-1);
    if (run && (run.font !== emoji || codePoints.length > 0)) run.text += segment;
    else leading += segment;
  }
  return leading ? [...runs, { text: leading, font: order[0]! }] : runs;
}

/**
 * Digits and punctuation stay with the preceding run, like spaces, so that they do not split a sentence of another
 * script into words. The face of emoji is used for nothing else.
 */
function chooseFont(
  segment: string,
  codePoints: readonly number[],
  current: Font | undefined,
  order: readonly Font[],
): Font {
  const drawnBy = (font: Font) => codePoints.every((codePoint) => covers(font.file, codePoint));
  if (/\p{Emoji_Presentation}|\p{Emoji}\uFE0F|[\u{F0000}-\u{F0003}]/u.test(segment) && drawnBy(emoji)) return emoji;
  const neutral = /^\p{Script=Common}/u.test(segment);
  if (neutral && current && current !== emoji && drawnBy(current)) return current;
  return order.find(drawnBy) ?? order[0]!;
}

/** Sequences that have a character of their own in the emoji faces: see `prepare.py`. */
const SEQUENCES: readonly (readonly [RegExp, string])[] = [
  [/🏳\uFE0F?\u200D🌈/gu, "\u{F0000}"],
  [/❤\uFE0F?\u200D🔥/gu, "\u{F0001}"],
  [/❤\uFE0F?\u200D🩹/gu, "\u{F0002}"],
  [/⛓\uFE0F?\u200D💥/gu, "\u{F0003}"],
];

/** Replaces emoji sequences that canvas would draw as two pictures. */
export const joinEmoji = (text: string): string =>
  text.includes("\u200D") ? SEQUENCES.reduce((joined, [sequence, own]) => joined.replace(sequence, own), text) : text;

/** Returns the letters that no built-in or uploaded face can draw, each once. */
export function findMissing(text: string): string[] {
  const faces = [...fallbacks, ...ownFonts];
  const missing = new Set<string>();
  for (const { segment } of graphemes.segment(joinEmoji(text))) {
    const points = visible(segment);
    if (!points.every((point) => faces.some(({ file }) => covers(file, point)))) missing.add(segment);
  }
  return [...missing];
}

/** Code points that need a glyph: excludes spaces, joiners, variation selectors and similar. */
function visible(segment: string): number[] {
  return [...segment]
    .filter((char) => !/[\s\p{Default_Ignorable_Code_Point}\p{Cc}]/u.test(char))
    .map((char) => char.codePointAt(0)!);
}
