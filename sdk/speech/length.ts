const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;
/** Seconds that a typical voice takes for a letter, for a character that is a syllable, and for the pause after a sentence. */
const LETTER = 0.072;
const SYLLABLE = 0.19;
const PAUSE = 0.35;

/**
 * Estimates how long a typical voice takes for a text, in seconds, at least 1. Voices differ by a third.
 * @example estimateSpeech("Hello there.") > 1; // true
 */
export function estimateSpeech(text: string): number {
  let seconds = 0;
  for (const character of text) {
    if (UNSPACED.test(character)) seconds += SYLLABLE;
    else if (/[\p{L}\p{N}]/u.test(character)) seconds += LETTER;
    else if (/[.!?…。！？؟।]/u.test(character)) seconds += PAUSE;
  }
  return Math.max(1, seconds);
}
