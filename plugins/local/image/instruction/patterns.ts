import { colorWords } from "#plugins/local/draw/colorwords";

const soft =
  "slightly|a (?:tiny |little )?bit|a little|a touch|a tad|subtly|subtle|somewhat|gently|gentle|softly|soft|mildly|lightly|light|etwas|leicht|un peu|légèrement|un poco|ligeramente";
const strong =
  "very|a lot|much|strongly|strong|heavily|heavy|really|significantly|extremely|super|lots of|intensely|intense|dramatically|way|deutlich|sehr|stark|très|beaucoup|fortement|mucho|muy";
const percent = "[+-]?\\d+(?:[.,]\\d+)?\\s*(?:%|percent|prozent|pour ?cent|por ?ciento)";

/** Patterns to build rules from. `amount` is an adverb or a percentage. */
export const amount = `${percent}|${soft}|${strong}`;
export const color = `#(?:[0-9a-f]{6}|[0-9a-f]{3})(?![0-9a-z])|${colorWords.join("|")}`;
export const picture = "it|this|that|the|my|image|picture|photo|photograph|pic|bild|foto|l'image|la|das|imagen";

/** Builds a pattern that matches whole words of any alphabet. */
export function matchWholeWords(pattern: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}#])(?:${pattern})(?![\\p{L}\\p{N}])`, "giu");
}

const softPattern = matchWholeWords(soft);

/** Parses an amount: an exact number (0.2 for "20%"), or a factor of the usual step (default 1). */
export function parseAmount(...texts: (string | undefined)[]): { exact?: number; factor: number } {
  const text = texts.filter(Boolean).join(" ");
  const number = /[+-]?\d+(?:[.,]\d+)?/.exec(text)?.[0];
  if (number) return { exact: Number(number.replace(",", ".")) / 100, factor: 1 };
  if (text === "") return { factor: 1 };
  return { factor: text.search(softPattern) >= 0 ? 0.5 : 1.8 };
}
