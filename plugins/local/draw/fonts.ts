import { getCanvasFont } from "#plugins/local/fonts/canvas";
import { covers } from "#plugins/local/fonts/font-file";
import { type Face, findFont } from "#plugins/local/fonts/index";

export { registerFonts } from "#plugins/local/fonts/canvas";

/** A type style: the font for each script, and the line spacing. */
export interface FontStack {
  /** The brand's own font, for all texts whose characters it contains. */
  own?: Face;
  latin: Face;
  cyrillic: Face;
  greek: Face;
  /** Font for all other scripts. Its own glyphs are Latin; fonts of other scripts are used as fallback. */
  other: Face;
  /** Baseline to baseline, as a multiple of the size. Raised if the glyphs of a text need more. */
  lineHeight: number;
}

const anton = { family: "Anton", weight: 400 };
const montserratBlack = { family: "Montserrat", weight: 900 };
const montserratBold = { family: "Montserrat", weight: 700 };
const interMedium = { family: "Inter", weight: 500 };
const notoBold = { family: "Noto Sans", weight: 700 };

/** Narrow and bold: headlines. Inter's bold Greek letters are spaced unevenly. */
export const display: FontStack = {
  latin: anton,
  cyrillic: montserratBlack,
  greek: notoBold,
  other: notoBold,
  lineHeight: 1.1,
};

/** Wide and heavy: short headlines, prices. */
export const heading: FontStack = {
  latin: montserratBlack,
  cyrillic: montserratBlack,
  greek: notoBold,
  other: notoBold,
  lineHeight: 1.08,
};

/** Style of buttons, brands and eyebrows. */
export const label: FontStack = {
  latin: montserratBold,
  cyrillic: montserratBold,
  greek: notoBold,
  other: notoBold,
  lineHeight: 1.2,
};

/** Style of sentences. */
export const body: FontStack = {
  latin: interMedium,
  cyrillic: interMedium,
  greek: interMedium,
  other: notoBold,
  lineHeight: 1.32,
};

/** Builds a stack whose Latin face is one of our headline fonts. */
const withLatin = (family: string, weight: number, lineHeight: number): FontStack => ({
  ...heading,
  latin: { family, weight },
  lineHeight,
});

/** Headline styles that designs choose from. */
export const headlines = {
  anton: display,
  bebas: withLatin("Bebas Neue", 400, 1.04),
  archivo: withLatin("Archivo Black", 400, 1.08),
  montserrat: heading,
  montserratBold: label,
  inter: withLatin("Inter", 800, 1.1),
  space: withLatin("Space Grotesk", 700, 1.08),
  bricolage: withLatin("Bricolage Grotesque", 800, 1.04),
  fredoka: withLatin("Fredoka", 600, 1.06),
  fraunces: withLatin("Fraunces", 800, 1.1),
  dmSerif: withLatin("DM Serif Display", 400, 1.1),
} as const satisfies Record<string, FontStack>;

/** True if a face has all letters of a text, because a line that changes its face for one accent looks broken. */
function hasLetters({ family, weight }: Face, text: string): boolean {
  const file = findFont(family, weight)?.file;
  if (!file) return false;
  for (const char of text) {
    if (/\p{L}/u.test(char) && !covers(file, char.codePointAt(0)!)) return false;
  }
  return true;
}

const otherScript = /(?![\p{scx=Latin}\p{scx=Cyrillic}\p{scx=Greek}])\p{L}/u;

/** Returns a value for `ctx.font` with a glyph for every character: one face per text if possible, with fallbacks. */
export function getFont(stack: FontStack, text: string, size: number): string {
  const { family, weight } = chooseFace(stack, text);
  return getCanvasFont(family, size, weight);
}

// Use one face for the whole text, because a line that changes faces between words looks like a ransom note.
function chooseFace(stack: FontStack, text: string): Face {
  if (stack.own && hasLetters(stack.own, text)) return stack.own;
  if (otherScript.test(text)) return stack.other;
  if (/\p{scx=Cyrillic}/u.test(text) && /\p{Script=Cyrillic}/u.test(text)) return stack.cyrillic;
  if (/\p{Script=Greek}/u.test(text)) return stack.greek;
  return stack.latin.family === "Inter" || hasLetters(stack.latin, text) ? stack.latin : montserratBlack;
}
