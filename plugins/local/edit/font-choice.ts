import { findFont, textFamilies } from "../fonts/index";
import { RenderError } from "../render";

interface Face {
  family: string;
  weight: number;
}

/** The face that a user's `fontFamily` names, or `standard` without one. Throws RenderError "font_unknown". */
export function chosenFont(name: string | undefined, standard: Face): Face {
  if (name === undefined) return standard;
  const font = findFont(name, standard.weight);
  if (!font || !textFamilies.includes(font.family)) {
    throw new RenderError("font_unknown", `Unknown font "${name}". Available fonts: ${textFamilies.join(", ")}.`);
  }
  return { family: font.family, weight: font.weight };
}
