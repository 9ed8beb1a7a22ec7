import { endsSentence, type Word } from "./words";

/** Words that are shown together. Times are in seconds. */
export interface Page {
  words: Word[];
  start: number;
  end: number;
}

/** A pause of this many seconds ends a page. */
const GAP = 0.6;
/** A gap to the next page of at most this many seconds is closed, to avoid flicker. */
const HOLD = 0.35;

/** Shortest page in seconds. Shorter ones are merged with the previous page. */
const SHORTEST = 0.2;

/**
 * Splits the words of cues into pages of at most `maxWords`, at sentence ends and pauses. `duration` is in seconds.
 *
 * @example
 * import { timeWords } from "vireo/captions/words";
 * const words = [{ word: "Hi", start: 0, end: 0.4 }, { word: "there.", start: 0.4, end: 0.9 }];
 * const pages = paginate(timeWords([{ start: 0, end: 1, text: "Hi there.", words }], 3), 1, 3);
 * pages.map(({ start, end }) => [start, end]); // [[0, 0.4], [0.4, 0.9]]
 */
export function paginate(cues: readonly (readonly Word[])[], maxWords: number, duration: number): Page[] {
  const all = cues.flatMap((words) => groups(words, maxWords)).sort((a, b) => a[0]!.start - b[0]!.start);
  const shown: Word[][] = [];
  for (const words of all) {
    const last = shown.at(-1);
    if (last && words[0]!.start - last[0]!.start < SHORTEST) last.push(...words);
    else shown.push([...words]);
  }
  return shown
    .map((words, i) => {
      const [start, spoken, next] = [words[0]!.start, words.at(-1)!.end, shown[i + 1]?.[0]?.start ?? duration];
      const end = next - spoken < HOLD ? next : Math.max(spoken, start + SHORTEST);
      return { words, start: hundredths(start), end: hundredths(Math.min(end, next, duration)) };
    })
    .filter(({ start, end }) => end > start);
}

/**
 * Rounds to hundredths of a second, the resolution of ASS subtitles.
 *
 * @example hundredths(1.23456); // 1.23
 */
export const hundredths = (seconds: number) => Math.round(seconds * 100) / 100;

function groups(words: readonly Word[], maxWords: number): Word[][] {
  const sentences: Word[][] = [];
  for (const word of words) {
    const last = sentences.at(-1)?.at(-1);
    if (!last || word.start - last.end > GAP || endsSentence(last.text)) sentences.push([word]);
    else sentences.at(-1)!.push(word);
  }
  // Fills pages evenly: five words become 3 + 2, not 4 + 1.
  return sentences.flatMap((sentence) => {
    const pages = Math.ceil(sentence.length / maxWords);
    return Array.from({ length: pages }, (_, i) =>
      sentence.slice(Math.round((i * sentence.length) / pages), Math.round(((i + 1) * sentence.length) / pages)),
    );
  });
}
