/** Menus and charts on lines of their own, with the headings of their sections. */
import type { Scene } from "vireo/slots/storyboard";
import { readRows } from "./cards";
import { splitRow } from "./rows";
import { countWords, hasContent, toLine } from "./text";

export interface Table {
  /** Lines before and after it. */
  before: string;
  cards: Scene[];
  after: string;
}

/** Lines in which tables are looked for, and the rows and sections of one. */
const MOST_LINES = 60;
const MOST_ROWS = 18;
const MOST_SECTIONS = 8;
const bulletMark = /^\s*(?:[-*•●▪◦‣–—·]|[✅✔☑➡👉🔹🔸▶⭐🌟💡✨→>]\ufe0f?)\s*(?=\S)/u;
const WORDS_OF_HEADING = 4;

/** Finds consecutive lines that are rows of a menu or a chart. `isOpened`: the first line is not the opening of the video. */
export function findTable(text: string, isOpened: boolean): Table | undefined {
  const lines = text.split("\n");
  if (lines.length < 2 || lines.length > MOST_LINES) return undefined;
  const plain = lines.map((line) => line.replace(bulletMark, "").trim());
  const isRow = plain.map((line) => splitRow(line).value !== "");
  const found = findSections(plain, isRow) ?? findRows(plain, isRow, isOpened);
  if (!found) return undefined;
  const { from, to, cards } = found;
  return { before: lines.slice(0, from).join("\n"), cards, after: lines.slice(to).join("\n") };
}

interface Found {
  from: number;
  to: number;
  cards: Scene[];
}

const isHeading = (line: string): boolean =>
  !/\p{Nd}|[.!?]$/u.test(line) && hasContent(line) && countWords(line) <= WORDS_OF_HEADING;

/** Finds "Starters", two prices, "Mains", two prices: each heading with its rows is a card. */
function findSections(lines: readonly string[], isRow: readonly boolean[]): Found | undefined {
  const starts = (at: number) => isRow[at + 1] === true && !isRow[at] && isHeading(lines[at]!);
  const from = lines.findIndex((_, at) => starts(at));
  const groups: { heading: string; rows: string[] }[] = [];
  let to = from;
  while (to >= 0 && starts(to) && groups.length < MOST_SECTIONS) {
    let end = to + 1;
    while (isRow[end]) end++;
    groups.push({ heading: lines[to]!.replace(/[:：]$/u, ""), rows: lines.slice(to + 1, end) });
    to = end;
  }
  const kind = groups.length < 2 ? undefined : readRows(groups.flatMap(({ rows }) => rows))?.kind;
  if (!kind) return undefined;
  const cards = groups.map(({ heading, rows }): Scene => ({ kind, text: toLine(heading), subtext: rows.join("\n") }));
  return { from, to, cards };
}

/** Finds rows, with the heading above them. */
function findRows(lines: readonly string[], isRow: readonly boolean[], isOpened: boolean): Found | undefined {
  for (let from = 0; from < lines.length - 1; from++) {
    let end = from;
    while (isRow[end] && end - from < MOST_ROWS) end++;
    for (let to = end; to > from + 1; to--) {
      const card = readRows(lines.slice(from, to));
      if (!card) continue;
      const heading = from > 1 || isOpened ? lines[from - 1] : undefined;
      return heading !== undefined && isHeading(heading)
        ? { from: from - 1, to, cards: [{ kind: card.kind, text: toLine(heading), subtext: card.text! }] }
        : { from, to, cards: [card] };
    }
  }
  return undefined;
}
