import { formatTable } from "#cli/output";
import type { Output } from "#core/command";

type Json = Record<string, unknown>;

const MAX_COLUMNS = 7;
const MAX_WIDTH = 50;
/** Fields shown first, in this order. */
const FIRST = ["id", "name", "title", "status"];

const isScalar = (value: unknown) => typeof value !== "object" || value === null;
const isTime = (name: string, value: unknown) => typeof value === "number" && /(At|For|Until|Since)$/.test(name);

const format = (name: string, value: unknown): unknown => {
  if (isTime(name, value)) return new Date(value as number).toISOString().replace(/\.\d+Z$/, "Z");
  if (isScalar(value)) return typeof value === "string" ? value.replaceAll("\n", " ") : value;
  return JSON.stringify(value);
};

const rank = (name: string): number => {
  const at = FIRST.findIndex((first) => name === first || (first === "id" && /Id$/.test(name)));
  return at < 0 ? FIRST.length : at;
};

/** Prints a response: lists as columns, objects line by line, or unchanged with --json. */
export function show(out: Output, answer: unknown): void {
  const object = (answer ?? {}) as Json;
  const lists = Object.values(object).filter((value): value is Json[] => Array.isArray(value));
  const [rows] = lists;
  // A single resource may contain lists, too.
  const isTable = rows && lists.length === 1 && !rows.some(isScalar) && !("status" in object);
  out.result(object, isTable ? toColumns(rows) : toLines(object));
}

const toLines = (answer: Json): string => {
  const width = Math.max(0, ...Object.keys(answer).map((name) => name.length));
  const lines = Object.entries(answer).map(([name, value]) => `${name.padEnd(width)}  ${format(name, value)}`);
  return lines.join("\n") || "Done.";
};

function toColumns(rows: readonly Json[]): string {
  if (rows.length === 0) return "None.";
  // Search results wrap the resources.
  const flat = rows.map((row) => {
    const inner = Object.values(row).find((value) => !isScalar(value) && !Array.isArray(value)) as Json | undefined;
    return inner && Object.keys(row).length <= 2 ? { ...inner, ...row } : row;
  });
  const names = [...new Set(flat.flatMap((row) => Object.keys(row).filter((name) => isScalar(row[name]))))];
  const columns = names.toSorted((a, b) => rank(a) - rank(b)).slice(0, MAX_COLUMNS);
  return formatTable([
    columns.map((name) => name.replace(/[A-Z]/g, " $&").toUpperCase()),
    ...flat.map((row) =>
      columns.map((name) => {
        const text = String(format(name, row[name]) ?? "-");
        return rank(name) === 0 || text.length <= MAX_WIDTH ? text : `${text.slice(0, MAX_WIDTH - 1)}…`;
      }),
    ),
  ]);
}
