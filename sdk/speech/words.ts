/** Times of spoken words. */
import { splitWords } from "#sdk/captions/words";
import type { SpokenWord } from "#sdk/slots/speak";

/** The times of a text's characters, in seconds. The three lists are equally long. */
export interface CharacterTimes {
  characters: readonly string[];
  starts: readonly number[];
  ends: readonly number[];
}

/**
 * Returns the words of the characters with their times. Empty if the lists differ in length.
 * @example toWords({ characters: ["H", "i"], starts: [0, 0.1], ends: [0.1, 0.3] }); // [{ word: "Hi", start: 0, end: 0.3 }]
 */
export function toWords({ characters, starts, ends }: CharacterTimes): SpokenWord[] {
  if (characters.length !== starts.length || characters.length !== ends.length) return [];
  const { text, places } = joinCharacters(characters);
  const words: SpokenWord[] = [];
  let from = 0;
  for (const { text: word } of splitWords(text)) {
    const at = text.indexOf(word, from);
    if (at < 0) continue;
    from = at + word.length;
    const start = starts[places[at] ?? -1];
    const end = ends[places[from - 1] ?? -1];
    if (Number.isFinite(start) && Number.isFinite(end))
      words.push({ word, start: start!, end: Math.max(start!, end!) });
  }
  return words;
}

/** The text, and the index of the character that each of its units belongs to. */
function joinCharacters(characters: readonly string[]) {
  const places = characters.flatMap((character, at) => Array.from({ length: character.length }, () => at));
  return { text: characters.join(""), places };
}

/**
 * Returns the words, later by some seconds.
 * @example shiftWords([{ word: "Hi", start: 0, end: 0.5 }], 2); // [{ word: "Hi", start: 2, end: 2.5 }]
 */
export const shiftWords = (words: readonly SpokenWord[], seconds: number): SpokenWord[] =>
  words.map(({ word, start, end }) => ({ word, start: start + seconds, end: end + seconds }));
