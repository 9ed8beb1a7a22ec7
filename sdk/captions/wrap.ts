import { splitSyllables } from "./hyphenate";

const graphemes = new Intl.Segmenter("und", { granularity: "grapheme" });

interface Piece {
  text: string;
  joined: boolean;
}

interface Wrapped<Item> {
  lines: Item[][];
  /** Factor for the font size. */
  scale: number;
}

/** Space for a text, in ems at full size. */
export interface Room {
  width: number;
  lines: number;
  /** Smallest allowed scale of the text. 1 disables shrinking. */
  scale: number;
}

/** A word that would need a smaller scale is hyphenated. */
const HYPHENATED_BELOW = 0.75;

/**
 * Breaks words into balanced lines. Text that does not fit shrinks down to `room.scale`. Long words are hyphenated first.
 * @param measure returns the width of a text in ems
 * @example
 * const words = ["Order", "your", "first", "bag"].map((text) => ({ text, joined: false }));
 * const { lines, scale } = wrapWords(words, { width: 6, lines: 2, scale: 0.5 }, (text) => text.length / 2);
 * [lines.map(lineText), scale]; // [["Order your", "first bag"], 1]
 */
export function wrapWords<Item extends Piece>(items: readonly Item[], room: Room, measure: (text: string) => number) {
  const least = Math.max(room.scale, HYPHENATED_BELOW);
  const cut = items.flatMap((item) => cutLong(item, room.width / least, measure));
  for (let scale = 1; scale >= room.scale; scale *= 0.92) {
    const width = room.width / scale;
    const lines = balance(scale >= least ? items : cut, width, measure);
    // Smaller text has space for more lines.
    const fits = lines.every((line) => lineWidth(line, measure) <= width);
    if (fits && lines.length <= room.lines / scale) return { lines, scale } satisfies Wrapped<Item>;
  }
  return { lines: balance(cut, room.width / room.scale, measure), scale: room.scale } satisfies Wrapped<Item>;
}

/**
 * Joins the words of a line.
 * @example lineText([{ text: "cold", joined: false }, { text: "brew", joined: false }]); // "cold brew"
 */
export const lineText = (line: readonly Piece[]) =>
  line.map(({ text, joined }, i) => (i > 0 && !joined ? ` ${text}` : text)).join("");

/**
 * Returns the width of a line, in the unit of `measure`.
 * @example lineWidth([{ text: "cold", joined: false }, { text: "brew", joined: false }], (text) => text.length); // 9
 */
export function lineWidth(line: readonly Piece[], measure: (text: string) => number): number {
  return line.reduce((sum, { text, joined }, i) => sum + measure(text) + (i > 0 && !joined ? measure(" ") : 0), 0);
}

function greedy<Item extends Piece>(
  items: readonly Item[],
  width: number,
  measure: (text: string) => number,
): Item[][] {
  const lines: Item[][] = [];
  let used = 0;
  for (const item of items) {
    const line = lines.at(-1);
    const added = measure(item.text) + (line && !item.joined ? measure(" ") : 0);
    if (line && used + added <= width) {
      line.push(item);
      used += added;
    } else {
      lines.push([item]);
      used = measure(item.text);
    }
  }
  return lines;
}

/** Breaks words into as few lines as possible, of similar width. */
function balance<Item extends Piece>(items: readonly Item[], width: number, measure: (text: string) => number) {
  const widest = greedy(items, width, measure);
  let [low, high] = [width / 2, width];
  for (let i = 0; i < 6 && widest.length > 1; i++) {
    const middle = (low + high) / 2;
    if (greedy(items, middle, measure).length > widest.length) low = middle;
    else high = middle;
  }
  return greedy(items, high, measure);
}

/** Splits a word that is too wide into as few parts as possible, preferably between syllables. */
function cutLong<Item extends Piece>(item: Item, width: number, measure: (text: string) => number): Item[] {
  if (measure(item.text) <= width) return [item];
  const syllables = splitSyllables(item.text).flatMap((part) =>
    measure(part.text + part.mark) <= width ? [part] : cutAnywhere(part.text, width, measure),
  );
  const parts: { text: string; mark: string }[] = [];
  for (const { text, mark } of syllables) {
    const last = parts.at(-1);
    if (last && measure(last.text + text + mark) <= width) parts[parts.length - 1] = { text: last.text + text, mark };
    else parts.push({ text, mark });
  }
  return parts.map(({ text, mark }, i) => {
    const end = i < parts.length - 1 ? mark : "";
    return { ...item, text: text + end, joined: i > 0 || item.joined };
  });
}

function cutAnywhere(text: string, width: number, measure: (text: string) => number) {
  const parts = [{ text: "", mark: "" }];
  for (const { segment } of graphemes.segment(text)) {
    const last = parts.at(-1)!;
    if (last.text && measure(last.text + segment) > width) parts.push({ text: segment, mark: "" });
    else last.text += segment;
  }
  return parts;
}
