import { spreadWords } from "#sdk/captions/words";
import type { Cue } from "#sdk/slots/transcribe";

interface Timed {
  /** Lower case without punctuation. */
  key: string;
  start: number;
  end: number;
}

/** Maximum length of a repeated phrase, in words. Speech recognisers repeat a sentence or two. */
const MAX_PHRASE = 40;
/** How often a phrase comes in a row in a loop. People repeat themselves less, but say single words more often. */
const MIN_REPEATS = 5;
const MIN_WORDS = 15;
/** Minimum length of a loop, in seconds. Repetition for emphasis is shorter. */
const MIN_SECONDS = 10;

/**
 * Returns a word without case and the punctuation around it, to compare words.
 *
 * @example makeKey("“Hello,"); // "hello"
 */
export const makeKey = (text: string): string =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll("’", "'")
    .replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}\p{M}]+$/gu, "");

/**
 * Removes the words of loops: speech recognisers sometimes repeat a phrase for minutes. This leaves a gap, which no moment
 * bridges.
 *
 * @example dropLoops([{ key: "hello", start: 0, end: 1 }]); // [{ key: "hello", start: 0, end: 1 }]
 */
export function dropLoops<Word extends Timed>(words: readonly Word[]): Word[] {
  const isLoop = findLoops(words);
  return words.filter((_, i) => !isLoop[i]);
}

/**
 * Removes cues most of whose words are in loops.
 *
 * @example dropLoopedCues([{ start: 0, end: 1, text: "Hello" }]); // [{ start: 0, end: 1, text: "Hello" }]
 */
export function dropLoopedCues(cues: readonly Cue[]): Cue[] {
  const words = cues.flatMap((cue, of) =>
    (cue.words ?? spreadWords(cue.text, [cue]).map((word) => ({ ...word, word: word.text }))).map(
      ({ word, start, end }) => ({ key: makeKey(word), start, end, of }),
    ),
  );
  const isLoop = findLoops(words);
  if (!isLoop.includes(1)) return [...cues];
  const counts = cues.map(() => ({ all: 0, looped: 0 }));
  for (const [i, { of }] of words.entries()) {
    counts[of]!.all++;
    counts[of]!.looped += isLoop[i]!;
  }
  return cues.filter((_, i) => counts[i]!.looped * 2 <= counts[i]!.all);
}

/** Marks the words of loops with 1. */
function findLoops(words: readonly Timed[]): Uint8Array {
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
  return isLoop;
}
