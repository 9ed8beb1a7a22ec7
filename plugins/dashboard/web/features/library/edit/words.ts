import type { Interval } from "vireo/captions/align";
import { hundredths } from "vireo/captions/pages";
import { endsSentence, type TranscriptCue, timeWords, type Word } from "vireo/captions/words";
import { lineText } from "vireo/captions/wrap";
import type { Part } from "./span";

/** A line of captions. Its words have times once one of them is edited. */
export type Line = Pick<TranscriptCue, "start" | "end" | "text"> & {
  words?: { word: string; start: number; end: number }[];
};

/** A word of the captions with the index of its line. */
export interface PlacedWord extends Word {
  line: number;
}

/** Shortest duration of a word, in seconds. */
const SHORTEST = 0.05;

/** Lists all words in order. */
export const placeWords = (lines: readonly Line[], duration: number): PlacedWord[] =>
  lines.flatMap((line, index) =>
    timeWords([line], duration)
      .flat()
      .map((word) => ({ ...word, line: index })),
  );

const toLine = (words: readonly Word[]): Line => ({
  start: hundredths(words[0]?.start ?? 0),
  end: hundredths(words.at(-1)?.end ?? 0),
  text: lineText(words.map((word, i) => ({ ...word, joined: i > 0 && word.joined }))),
  words: words.map(({ text, start, end }) => ({ word: text, start: hundredths(start), end: hundredths(end) })),
});

/** Splits a timed text into one line per sentence. */
export function toLines(cues: readonly TranscriptCue[], duration: number): Line[] {
  const sentences: Word[][] = [[]];
  for (const word of timeWords(cues, duration).flat()) {
    sentences.at(-1)?.push(word);
    if (endsSentence(word.text)) sentences.push([]);
  }
  return sentences.filter(({ length }) => length > 0).map(toLine);
}

/** Rebuilds the lines whose words have changed. Removes lines without words. */
function rebuild(lines: readonly Line[], before: readonly PlacedWord[], after: readonly PlacedWord[]): Line[] {
  return lines.flatMap((line, index) => {
    const words = after.filter((word) => word.line === index);
    const old = before.filter((word) => word.line === index);
    if (words.length === old.length && words.every((word, i) => word === old[i])) return [line];
    return words.length > 0 ? [toLine(words)] : [];
  });
}

/** Moves a word or one of its ends. Its neighbors make room, and the order stays. */
export function moveWord(lines: readonly Line[], at: number, part: Part, to: Interval, duration: number): Line[] {
  const before = placeWords(lines, duration);
  const [previous, word, next] = [before[at - 1], before[at], before[at + 1]];
  if (!word) return [...lines];
  const floor = previous ? previous.start + SHORTEST : 0;
  const ceiling = next ? next.end - SHORTEST : duration;
  const clamp = (time: number, low: number, high: number) => Math.max(low, Math.min(high, time));
  const length = Math.min(word.end - word.start, ceiling - floor);
  const start =
    part === "end" ? word.start : clamp(to.start, floor, part === "all" ? ceiling - length : word.end - SHORTEST);
  const end =
    part === "all" ? start + length : part === "start" ? word.end : clamp(to.end, word.start + SHORTEST, ceiling);
  const after = before.map((other, i) => {
    if (i === at) return { ...word, start, end };
    if (i === at - 1 && other.end > start) return { ...other, end: start };
    if (i === at + 1 && other.start < end) return { ...other, start: end };
    return other;
  });
  return rebuild(lines, before, after);
}

/** Changes the text of a word. Several words share its time; an empty text removes it. */
export function renameWord(lines: readonly Line[], at: number, text: string, duration: number): Line[] {
  const before = placeWords(lines, duration);
  const word = before[at];
  if (!word) return [...lines];
  const parts = timeWords(
    [{ start: word.start, end: Math.max(word.end, word.start + SHORTEST), text }],
    duration,
  ).flat();
  const renamed = parts.map((part, i) => ({ ...part, joined: i > 0 ? part.joined : word.joined, line: word.line }));
  return rebuild(lines, before, before.toSpliced(at, 1, ...renamed));
}

/** Changes a line. Unchanged words keep their times; new words share the time between them. */
export function changeLine(line: Line, patch: Partial<Omit<Line, "words">>, duration: number): Line {
  const next = { ...line, ...patch };
  if (!line.words) return next;
  if (patch.text !== undefined) return { ...next, words: retimeWords(line, patch.text, duration) };
  const stretch = (time: number) => {
    const share = (time - line.start) / Math.max(0.01, line.end - line.start);
    return hundredths(next.start + share * (next.end - next.start));
  };
  return {
    ...next,
    words: line.words.map(({ word, start, end }) => ({ word, start: stretch(start), end: stretch(end) })),
  };
}

function retimeWords(line: Line, text: string, duration: number): NonNullable<Line["words"]> {
  const old = line.words ?? [];
  const spread = toLine(timeWords([{ start: line.start, end: line.end, text }], duration).flat()).words ?? [];
  const isSame = (i: number, j: number) => old[i] !== undefined && old[i]?.word === spread[j]?.word;
  let [first, last] = [0, 0];
  while (first < Math.min(old.length, spread.length) && isSame(first, first)) first++;
  while (last < Math.min(old.length, spread.length) - first && isSame(old.length - 1 - last, spread.length - 1 - last))
    last++;
  const changed = spread.slice(first, spread.length - last).map(({ word }) => word);
  const start = old[first - 1]?.end ?? line.start;
  const end = old[old.length - last]?.start ?? line.end;
  // Spread all words again if there is no room for the new ones between their neighbors.
  if (end - start < SHORTEST * changed.length) return spread;
  const timed = changed.length > 0 ? timeWords([{ start, end, text: changed.join(" ") }], duration).flat() : [];
  return [...old.slice(0, first), ...(toLine(timed).words ?? []), ...old.slice(old.length - last)];
}

/** Splits the line at a time between two of its words. Undefined if no line has words on both sides. */
export function splitLine(lines: readonly Line[], time: number, duration: number): Line[] | undefined {
  const at = lines.findIndex(({ start, end }) => start < time && time < end);
  const line = lines[at];
  if (!line) return undefined;
  const words = timeWords([line], duration).flat();
  const first = words.filter(({ start, end }) => (start + end) / 2 < time);
  if (first.length === 0 || first.length === words.length) return undefined;
  return lines.toSpliced(at, 1, toLine(first), toLine(words.slice(first.length)));
}
