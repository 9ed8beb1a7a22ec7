import type { BrandFonts } from "vireo/brief";
import { registerFont } from "./canvas";
import { type Face, findFont, ownFonts } from "./index";
import type { OwnFont, PlacedFonts } from "./place";

/** Registers an uploaded font, in place of an earlier one of its name. Missing characters are drawn in `standIn`. */
export function addOwnFont({ family, weight, path }: OwnFont, standIn?: Face): Face {
  const font = { family, weight, file: path, standIn };
  const known = ownFonts.findIndex((own) => own.family === family && own.weight === weight);
  ownFonts.splice(known < 0 ? ownFonts.length : known, 1, font);
  registerFont(font);
  return { family, weight };
}

/** Weights of built-in families. */
const WEIGHTS = { heading: 800, text: 500 } as const;

/** Returns the faces chosen by a brand. Unknown fonts are left to the design. */
export function toBrandFaces(fonts: PlacedFonts = {}): { [use in keyof BrandFonts]: Face } {
  const toFace = (use: keyof typeof WEIGHTS): Face | undefined => {
    const font = fonts[use];
    return font && ("path" in font ? addOwnFont(font) : findFont(font.family, WEIGHTS[use]));
  };
  const [heading, text] = [toFace("heading"), toFace("text")];
  return { heading, text: text || undefined };
}
