import { RenderError } from "../render-tools";
import { findMissing } from "./runs";

/** Maximum number of letters that an error names. */
const MOST_NAMED = 10;

/**
 * Refuses a text with letters that no font has, because they would be drawn as boxes.
 * @throws RenderError `letters_unsupported`
 */
export function checkLetters(text: string): void {
  const missing = findMissing(text);
  if (missing.length === 0) return;
  const named = missing.slice(0, MOST_NAMED).map((letter) => `${letter} (${nameCode(letter)})`);
  const more = missing.length > MOST_NAMED ? ` and ${missing.length - MOST_NAMED} more` : "";
  throw new RenderError(
    "letters_unsupported",
    `No font has these letters: ${named.join(", ")}${more}. Upload a font that has them with POST /fonts, and name it in fontFamily.`,
  );
}

const nameCode = (letter: string): string => `U+${letter.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}`;
