import { canvasFont } from "#plugins/local/fonts/canvas";

export { registerFonts } from "#plugins/local/fonts/canvas";

/** A type style: the font for each script, and the line spacing. */
export interface FontStack {
  latin: Face;
  cyrillic: Face;
  greek: Face;
  /** The face for all other scripts. Its own glyphs are Latin; the script's face comes in by fallback. */
  other: Face;
  /** Baseline to baseline, as a multiple of the size. Raised where the glyphs of a text need more. */
  lineHeight: number;
}

interface Face {
  family: string;
  weight: number;
}

const anton = { family: "Anton", weight: 400 };
const montserratBlack = { family: "Montserrat", weight: 900 };
const montserratBold = { family: "Montserrat", weight: 700 };
const interExtraBold = { family: "Inter", weight: 800 };
const interMedium = { family: "Inter", weight: 500 };
const notoBold = { family: "Noto Sans", weight: 700 };

/** Narrow and loud: headlines. */
export const display: FontStack = {
  latin: anton,
  cyrillic: montserratBlack,
  greek: interExtraBold,
  other: notoBold,
  lineHeight: 1.1,
};

/** Wide and heavy: headlines of few words, prices. */
export const heading: FontStack = {
  latin: montserratBlack,
  cyrillic: montserratBlack,
  greek: interExtraBold,
  other: notoBold,
  lineHeight: 1.08,
};

/** Buttons, brands and eyebrows. */
export const label: FontStack = {
  latin: montserratBold,
  cyrillic: montserratBold,
  greek: interExtraBold,
  other: notoBold,
  lineHeight: 1.2,
};

/** Sentences. */
export const body: FontStack = {
  latin: interMedium,
  cyrillic: interMedium,
  greek: interMedium,
  other: notoBold,
  lineHeight: 1.32,
};

const otherScript = /(?![\p{scx=Latin}\p{scx=Cyrillic}\p{scx=Greek}])\p{L}/u;

/** A value for `ctx.font` that has a glyph for every character: one face per text where one can, fallbacks behind it. */
export function fontFor(stack: FontStack, text: string, size: number): string {
  const { family, weight } = faceFor(stack, text);
  return canvasFont(family, size, weight);
}

// One face for the whole text, since a line that changes its face between words looks like a ransom note.
function faceFor(stack: FontStack, text: string): Face {
  if (otherScript.test(text)) return stack.other;
  if (/\p{scx=Cyrillic}/u.test(text) && /\p{Script=Cyrillic}/u.test(text)) return stack.cyrillic;
  if (/\p{Script=Greek}/u.test(text)) return stack.greek;
  return stack.latin;
}
