/** Formats a CSV field (RFC 4180). Escapes text that a spreadsheet would run as a formula. */
const toField = (text: string) => `"${text.replace(/^(?=[=+\-@\t\r])/, "'").replaceAll('"', '""')}"`;

/** Columns of a CSV file, each with the value that it reads from a row. */
export type CsvColumns<Row> = readonly (readonly [title: string, read: (row: Row) => string | number])[];

/** Formats rows as CSV. Starts with a byte order mark, so that Excel reads it as UTF-8. */
export function toCsv<Row>(columns: CsvColumns<Row>, rows: readonly Row[]): string {
  const lines = [columns.map(([title]) => title), ...rows.map((row) => columns.map(([, read]) => read(row)))];
  const format = (value: string | number) => (typeof value === "number" ? String(value) : toField(value));
  return `\uFEFF${lines.map((line) => line.map(format).join(",")).join("\r\n")}\r\n`;
}

/** Saves a text as a file. */
export function downloadFile(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "text/csv;charset=utf-8" }));
  const link = Object.assign(document.createElement("a"), { href: url, download: name });
  link.click();
  // The browser reads the URL after the click.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
