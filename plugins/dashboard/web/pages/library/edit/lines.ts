const graphemes = new Intl.Segmenter("und", { granularity: "grapheme" });

interface Piece {
  text: string;
  joined: boolean;
}
type Width = (text: string) => number;

/** The room for a text, in ems at its full size. */
export interface Room {
  width: number;
  lines: number;
  /** How small the text may get, as a part of its full size. */
  scale: number;
}

export const lineText = (line: readonly Piece[]): string =>
  line.map(({ text, joined }, at) => (at > 0 && !joined ? ` ${text}` : text)).join("");

export const lineWidth = (line: readonly Piece[], width: Width): number =>
  line.reduce((sum, { text, joined }, at) => sum + width(text) + (at > 0 && !joined ? width(" ") : 0), 0);

/** Breaks words into balanced lines that fit, smaller if need be, as the built-in editor does. */
export function wrap<Item extends Piece>(items: readonly Item[], room: Room, width: Width) {
  for (let scale = 1; scale >= room.scale; scale *= 0.92) {
    const lines = balance(items, room.width / scale, width);
    const fits = lines.every((line) => lineWidth(line, width) <= room.width / scale);
    if (fits && lines.length <= room.lines / scale) return { lines, scale };
  }
  const narrow = room.width / room.scale;
  const cut = items.flatMap((item) => cutLong(item, narrow, width));
  return { lines: balance(cut, narrow, width), scale: room.scale };
}

function greedy<Item extends Piece>(items: readonly Item[], room: number, width: Width): Item[][] {
  const lines: Item[][] = [];
  let used = 0;
  for (const item of items) {
    const line = lines.at(-1);
    const added = width(item.text) + (line && !item.joined ? width(" ") : 0);
    if (line && used + added <= room) {
      line.push(item);
      used += added;
    } else {
      lines.push([item]);
      used = width(item.text);
    }
  }
  return lines;
}

function balance<Item extends Piece>(items: readonly Item[], room: number, width: Width): Item[][] {
  const widest = greedy(items, room, width);
  let [low, high] = [room / 2, room];
  for (let round = 0; round < 6 && widest.length > 1; round++) {
    const middle = (low + high) / 2;
    if (greedy(items, middle, width).length > widest.length) low = middle;
    else high = middle;
  }
  return greedy(items, high, width);
}

function cutLong<Item extends Piece>(item: Item, room: number, width: Width): Item[] {
  if (width(item.text) <= room) return [item];
  const parts: string[] = [""];
  for (const { segment } of graphemes.segment(item.text)) {
    if (parts.at(-1) && width(parts.at(-1) + segment) > room) parts.push("");
    parts[parts.length - 1] += segment;
  }
  return parts.map((text, at) => ({ ...item, text, joined: at > 0 || item.joined }));
}
