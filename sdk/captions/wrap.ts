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

/** The room for a text, in ems at its full size. */
export interface Room {
  width: number;
  lines: number;
  /** Smallest allowed scale of the text. 1 keeps its size. */
  scale: number;
}

/**
 * Breaks words into balanced lines. Text that does not fit shrinks down to `room.scale`; if that is not
 * enough, long words are cut. `measure` returns widths in ems.
 */
export function wrapWords<Item extends Piece>(items: readonly Item[], room: Room, measure: (text: string) => number) {
  for (let scale = 1; scale >= room.scale; scale *= 0.92) {
    const width = room.width / scale;
    const lines = balance(items, width, measure);
    // Smaller text may take more lines for the same height.
    const fits = lines.every((line) => lineWidth(line, measure) <= width);
    if (fits && lines.length <= room.lines / scale) return { lines, scale } satisfies Wrapped<Item>;
  }
  const width = room.width / room.scale;
  const cut = items.flatMap((item) => cutLong(item, width, measure));
  return { lines: balance(cut, width, measure), scale: room.scale } satisfies Wrapped<Item>;
}

/** A line's words as they are written. */
export const lineText = (line: readonly Piece[]) =>
  line.map(({ text, joined }, i) => (i > 0 && !joined ? ` ${text}` : text)).join("");

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

/** Breaks words into the fewest lines, of similar length. */
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

function cutLong<Item extends Piece>(item: Item, width: number, measure: (text: string) => number): Item[] {
  if (measure(item.text) <= width) return [item];
  const parts: string[] = [""];
  for (const { segment } of graphemes.segment(item.text)) {
    if (parts.at(-1) && measure(parts.at(-1) + segment) > width) parts.push("");
    parts[parts.length - 1] += segment;
  }
  return parts.map((text, i) => ({ ...item, text, joined: i > 0 || item.joined }));
}
