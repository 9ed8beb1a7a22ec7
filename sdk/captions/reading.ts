const DENSE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** Characters that can be read in a second, at most; voices say about 15. A character of a dense script counts twice. */
const RATE = 30;

/** Length of a text for readers, in characters. */
function measureReading(text: string): number {
  let length = 0;
  for (const character of text.trim().replace(/\s+/gu, " ")) length += DENSE.test(character) ? 2 : 1;
  return length;
}

/** Characters that can be read in so many seconds. */
const countReadable = (seconds: number): number => Math.max(40, Math.floor(seconds * RATE));

/** Why a text is too long to be read in so many seconds, and what would fit; undefined if it can be read. */
export function explainTooLong(text: string, seconds: number): string | undefined {
  const length = measureReading(text);
  const limit = countReadable(seconds);
  if (length <= limit) return undefined;
  const characters = [...text.trim()].length;
  const fits = Math.floor((characters * limit) / length);
  return `Too long to be read: ${characters} characters in ${seconds.toFixed(1)} seconds. At most ${fits} fit. Shorten the text, or use a video of at least ${Math.ceil(length / RATE)} seconds.`;
}
