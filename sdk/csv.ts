/** CSV as spreadsheets write it (RFC 4180). */

const MAX_CELLS = 20_000;

/**
 * Parses rows of cells, separated by commas, semicolons or tabs: whichever the first row has most of.
 * @throws Error if the table is malformed, or has more than `maxRows` rows or 20,000 cells.
 * @example parseCsv('a,b\n1,"x, y"'); // [["a", "b"], ["1", "x, y"]]
 */
export function parseCsv(text: string, maxRows = MAX_CELLS): string[][] {
  const source = text.replace(/^\uFEFF/, "");
  const head = source.slice(0, 10_000).split(/\r?\n/, 1)[0]!;
  const count = (separator: string) => head.split(separator).length;
  const separator = [",", ";", "\t"].reduce((best, candidate) => (count(candidate) > count(best) ? candidate : best));
  const rows: string[][] = [];
  let row: string[] = [];
  let cells = 0;
  const cell = new RegExp(`(?:"((?:[^"]|"")*)"|([^"\\r\\n${separator}]*))(${separator}|\\r?\\n|$)`, "y");
  while (cell.lastIndex < source.length) {
    const match = cell.exec(source);
    if (!match) throw new Error(`Row ${rows.length + 1} has a misplaced quote.`);
    const [, quoted, plain = "", end] = match;
    row.push(quoted === undefined ? plain.trim() : quoted.replaceAll('""', '"'));
    if (++cells > MAX_CELLS) throw new Error(`The table has more than ${MAX_CELLS} cells. Split it.`);
    if (end === separator) {
      if (cell.lastIndex === source.length) row.push("");
      else continue;
    }
    if (row.some((value) => value !== "")) rows.push(row);
    if (rows.length > maxRows) throw new Error(`The table has more than ${maxRows} rows. Split it.`);
    row = [];
  }
  return rows;
}

/** Spreadsheets execute cells with these first characters as formulas. */
const FORMULA = /^[=+\-@\t\r]/;

/**
 * Writes rows as CSV. Texts that a spreadsheet would execute get a leading apostrophe.
 *
 * @example toCsv([["a", "b"], [1, "x, y"]]); // "a,b\r\n1,\"x, y\"\r\n"
 */
export function toCsv(rows: readonly (readonly (string | number)[])[]): string {
  const toCell = (value: string | number) => {
    if (typeof value === "number") return String(value);
    const safe = FORMULA.test(value) ? `'${value}` : value;
    return /[",\r\n;\t]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  };
  return rows.map((row) => `${row.map(toCell).join(",")}\r\n`).join("");
}
