import type { Output } from "#core/command";

const WIDTH = 28;
const REDRAW_MS = 100;
const LINE_EVERY_MS = 5_000;

/** Control characters, and those that change the direction of text. A terminal obeys them. */
const UNPRINTABLE = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Escapes all that a terminal would obey instead of show, except line breaks and tabs: text may come from a server. */
export const toPrintable = (text: string): string =>
  text.replace(UNPRINTABLE, (character) =>
    character === "\n" || character === "\t"
      ? character
      : `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );

/** JSON in which a terminal obeys nothing. The escapes are part of JSON, so its value stays the same. */
export const toPrintableJson = (value: unknown): string => toPrintable(JSON.stringify(value));

const formatCell = (value: unknown): string => {
  if (value === undefined || value === null) return "-";
  if (value instanceof Date) return value.toISOString().replace(/\.\d+Z$/, "Z");
  return Array.isArray(value) ? value.join(" ") : String(value);
};

/** Formats lines as columns, each as wide as its widest cell. */
export function formatTable(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_, at) => Math.max(...rows.map((row) => row[at]!.length)));
  const lines = rows.map((row) => row.map((cell, at) => cell.padEnd(widths[at]!)).join("  "));
  return lines.map((line) => line.trimEnd()).join("\n");
}

/**
 * @param json print one JSON value on stdout and, apart from errors, nothing else.
 */
export function createOutput(json: boolean, streams = { out: process.stdout, err: process.stderr }): Output {
  const { out, err } = streams;

  return {
    result: (value, text) => void out.write(`${json ? toPrintableJson(value) : toPrintable(text)}\n`),

    list(rows, columns) {
      if (json) return void out.write(`${toPrintableJson(rows)}\n`);
      const names = Object.keys(columns);
      const cells = [
        names.map((name) => columns[name]!),
        ...rows.map((row) => names.map((name) => formatCell(row[name]))),
      ];
      out.write(`${toPrintable(formatTable(cells.map((row) => row.map((cell) => cell.replaceAll("\n", " ")))))}\n`);
    },

    progress(label) {
      const startedAt = Date.now();
      let drawnAt = 0;
      const draw = (done: number, all: number) => {
        const share = all === 0 ? 1 : Math.min(1, done / all);
        const seconds = (Date.now() - startedAt) / 1000;
        const left = share > 0.02 && share < 1 ? `, ${Math.ceil(seconds / share - seconds)} s left` : "";
        const status = `${toPrintable(label)}  ${Math.floor(share * 100)}%  ${done} of ${all}${left}`;
        if (!err.isTTY) return void err.write(`${status}\n`);
        const full = Math.round(share * WIDTH);
        err.write(`\r\x1b[2K${"█".repeat(full)}${"░".repeat(WIDTH - full)}  ${status}`);
      };
      return {
        at(done, all) {
          const interval = err.isTTY ? REDRAW_MS : LINE_EVERY_MS;
          if (json || Date.now() - drawnAt < interval) return;
          drawnAt = Date.now();
          draw(done, all);
        },
        end() {
          if (!json && err.isTTY && drawnAt > 0) err.write("\r\x1b[2K");
        },
      };
    },

    note: (text) => void (json || err.write(`${toPrintable(text)}\n`)),
  };
}
