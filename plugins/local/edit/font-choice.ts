import type { FontFile } from "vireo/brief";
import { type Face, findFont, ownFonts, textFamilies } from "../fonts/index";
import { addOwnFont } from "../fonts/own";
import { RenderError } from "../render-tools";

/** Default font of text overlays. */
export const OVERLAY_FACE: Face = { family: "Montserrat", weight: 700 };

/** Returns the face of a user's `fontFamily`, or `standard` without one. Throws RenderError "font_unknown". */
export function chooseFont(name: string | undefined, standard: Face): Face {
  if (name === undefined) return standard;
  const font = findFont(name, standard.weight);
  if (!font || !(ownFonts.includes(font) || textFamilies.includes(font.family))) {
    throw new RenderError("font_unknown", `Unknown font "${name}". Available fonts: ${textFamilies.join(", ")}.`);
  }
  return { family: font.family, weight: font.weight };
}

/** Sets the text of a layer in the uploaded font at `path`. Missing characters are drawn in `standIn`. */
export function placeFont<T extends { font?: FontFile; fontFamily?: string }>(
  layer: T,
  path: string | undefined,
  standIn: Face,
): T {
  if (!layer.font || path === undefined) return layer;
  return { ...layer, fontFamily: addOwnFont({ ...layer.font, path }, standIn).family };
}
