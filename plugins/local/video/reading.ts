import { splitGraphemes } from "#plugins/local/draw/linebreaks";

const SIGNS_A_SECOND = 21;
/** Chinese and Japanese characters and Korean syllables say more than a letter does. */
const DENSE = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}]/u;

/** Seconds needed to read a text, including its entrance. */
export function readingSeconds(text: string): number {
  const signs = splitGraphemes(text).reduce((sum, grapheme) => sum + (DENSE.test(grapheme) ? 2.2 : 1), 0);
  return Math.min(3.2, Math.max(1.2, 0.45 + signs / SIGNS_A_SECOND));
}
