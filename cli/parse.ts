import { parseArgs } from "node:util";
import type { Command, CommandCall } from "#core/command";

/** The command line does not match the command's arguments and options. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** A server refused a call. */
export class CallError extends Error {
  override readonly name = "CallError";
  readonly exitCode: number;
  /** Details shown with --json. */
  readonly facts: object;

  constructor(message: string, exitCode: number, facts: object) {
    super(message);
    this.exitCode = exitCode;
    this.facts = facts;
  }
}

/** Finds the command with the longest name that the arguments begin with. Returns it with the remaining arguments. */
export function findCommand(commands: readonly Command[], args: readonly string[]) {
  const command = commands
    .toSorted((a, b) => b.name.length - a.name.length)
    .find(({ name }) => name.split(" ").every((part, at) => args[at] === part));
  return command && { command, rest: args.slice(command.name.split(" ").length) };
}

export type Parsed = Pick<CommandCall, "arguments" | "options"> & { json: boolean; help: boolean };

/** Parses the arguments after a command's name. Throws UsageError. */
export function parseCommand(command: Command, args: readonly string[]): Parsed {
  const { name, arguments: parameters = [], options = {} } = command;
  const { values, positionals } = readArgs(command, args);
  const { json, help, ...optionValues } = values as Record<string, string | boolean | string[]>;
  if (!help) {
    const missing = parameters.find((parameter, at) => !parameter.optional && positionals[at] === undefined);
    if (missing) throw new UsageError(`"vireo ${name}" requires <${missing.name}>: ${missing.description}`);
    const extra = positionals[parameters.length];
    if (extra !== undefined) throw new UsageError(`"vireo ${name}" got an unexpected argument: "${extra}".`);
  }
  const parsed: Record<string, string | number | boolean | string[]> = { ...optionValues };
  for (const [option, { type, required }] of Object.entries(options)) {
    const value = optionValues[option];
    if (value === undefined && required && !help) throw new UsageError(`"vireo ${name}" requires --${option}.`);
    if (type !== "integer" || value === undefined) continue;
    if (!/^-?\d{1,15}$/.test(String(value)))
      throw new UsageError(`--${option} must be a whole number, not "${value}".`);
    parsed[option] = Number(value);
  }
  return {
    arguments: Object.fromEntries(parameters.map((one, at) => [one.name, positionals[at]])),
    options: parsed,
    json: json === true,
    help: help === true,
  };
}

function readArgs({ options = {} }: Command, args: readonly string[]) {
  const types = Object.entries(options).map(([option, { type, repeatable }]) => [
    option,
    { type: type === "boolean" ? ("boolean" as const) : ("string" as const), multiple: repeatable ?? false },
  ]);
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      allowNegative: true,
      options: { ...Object.fromEntries(types), json: { type: "boolean" }, help: { type: "boolean", short: "h" } },
    });
  } catch (error) {
    throw new UsageError((error as Error).message.split(". To specify")[0]!);
  }
}
