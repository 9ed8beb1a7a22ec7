import type { TalkWord } from "./timed-words";

/** Maximum length of a repeated phrase, in words. Speech recognisers repeat a sentence or two. */
const MAX_PHRASE = 40;
/** How often a phrase comes in a row in a loop. People repeat themselves less, but say single words more often. */
const MIN_REPEATS = 5;
const MIN_WORDS = 15;
/** Minimum length of a loop, in seconds. Repetition for emphasis is shorter. */
const MIN_SECONDS = 10;

/**
 * Removes the words of loops: speech recognisers sometimes repeat a phrase for minutes. This leaves a gap, which no moment
 * bridges.
 */
export function dropLoops(words: readonly TalkWord[]): TalkWord[] {
  const isLoop = new Uint8Array(words.length);
  for (let phrase = 1; phrase <= Math.min(MAX_PHRASE, words.length / MIN_REPEATS); phrase++) {
    // Start of the repetition that is being read.
    let from = 0;
    for (let i = phrase; i <= words.length; i++) {
      if (i < words.length && words[i]!.key === words[i - phrase]!.key) continue;
      const count = i - from;
      const isLong = count >= Math.max(MIN_REPEATS * phrase, MIN_WORDS);
      if (isLong && words[i - 1]!.end - words[from]!.start >= MIN_SECONDS) isLoop.fill(1, from, i);
      from = i - phrase + 1;
    }
  }
  return words.filter((_, i) => !isLoop[i]);
}
