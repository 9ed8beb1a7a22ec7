import { parseArgs } from "node:util";
import type { Command, CommandCall } from "#core/command";

/** The command line is not what the command takes. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** The command whose name the words begin with, the longest first, and the words after it. */
export function findCommand(commands: readonly Command[], words: readonly string[]) {
  const command = commands
    .toSorted((a, b) => b.name.length - a.name.length)
    .find(({ name }) => name.split(" ").every((part, at) => words[at] === part));
  return command && { command, rest: words.slice(command.name.split(" ").length) };
}

export type Parsed = Pick<CommandCall, "arguments" | "options"> & { json: boolean; help: boolean };

/** Reads what stands behind a command's name. Throws UsageError. */
export function parse({ name, arguments: takes = [], options = {} }: Command, words: readonly string[]): Parsed {
  const types = Object.entries(options).map(([option, { type, several }]) => [
    option,
    { type: type === "boolean" ? ("boolean" as const) : ("string" as const), multiple: several ?? false },
  ]);
  let read: ReturnType<typeof parseArgs>;
  try {
    read = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: { ...Object.fromEntries(types), json: { type: "boolean" }, help: { type: "boolean", short: "h" } },
    });
  } catch (error) {
    throw new UsageError((error as Error).message.split(". To specify")[0]!);
  }
  const { values, positionals } = read;
  const { json, help, ...given } = values as Record<string, string | boolean | string[]>;
  if (!help) {
    const missing = takes.find((one, at) => !one.optional && positionals[at] === undefined);
    if (missing) throw new UsageError(`"vireo ${name}" needs <${missing.name}>: ${missing.description}`);
    const extra = positionals[takes.length];
    if (extra !== undefined) throw new UsageError(`"vireo ${name}" does not take "${extra}".`);
  }
  const parsed: Record<string, string | number | boolean | string[]> = { ...given };
  for (const [option, { type, required }] of Object.entries(options)) {
    const value = given[option];
    if (value === undefined && required && !help) throw new UsageError(`"vireo ${name}" needs --${option}.`);
    if (type !== "integer" || value === undefined) continue;
    if (!/^-?\d{1,15}$/.test(String(value))) throw new UsageError(`--${option} takes a whole number, not "${value}".`);
    parsed[option] = Number(value);
  }
  return {
    arguments: Object.fromEntries(takes.map((one, at) => [one.name, positionals[at]])),
    options: parsed,
    json: json === true,
    help: help === true,
  };
}
