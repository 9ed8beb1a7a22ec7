const DENSE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** Fastest reading speed in characters per second. Speech has about 15. */
const RATE = 30;

/** Length of a text in characters. Characters of dense scripts count twice, because they carry more. */
function measureReading(text: string): number {
  let length = 0;
  for (const character of text.trim().replace(/\s+/gu, " ")) length += DENSE.test(character) ? 2 : 1;
  return length;
}

/** Characters that can be read in `seconds`. */
const countReadable = (seconds: number): number => Math.max(40, Math.floor(seconds * RATE));

/**
 * Returns an error message if a text cannot be read in `seconds`, otherwise undefined.
 *
 * @example explainTooLong("Two words", 3); // undefined
 */
export function explainTooLong(text: string, seconds: number): string | undefined {
  const length = measureReading(text);
  const limit = countReadable(seconds);
  if (length <= limit) return undefined;
  const characters = [...text.trim()].length;
  const fits = Math.floor((characters * limit) / length);
  return `Too long to be read: ${characters} characters in ${seconds.toFixed(1)} seconds. At most ${fits} fit. Shorten the text, or use a video of at least ${Math.ceil(length / RATE)} seconds.`;
}
