import { readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { UsageError } from "./parse";

const OPTION = "--env-file";

/**
 * Reads variables from the file named by `--env-file`, and returns the other arguments. Variables that are already set
 * keep their values. Throws UsageError if the file cannot be read.
 */
export function applyEnvFile(args: readonly string[], env: Record<string, string | undefined>): string[] {
  const at = args.findIndex((arg) => arg === OPTION || arg.startsWith(`${OPTION}=`));
  const option = args[at];
  if (option === undefined) return [...args];
  const isJoined = option.includes("=");
  const path = isJoined ? option.slice(OPTION.length + 1) : args[at + 1];
  if (!path) throw new UsageError(`${OPTION} needs a path.`);
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    throw new UsageError(`${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
  for (const [name, value] of Object.entries(parseEnv(text))) env[name] ??= value;
  return args.toSpliced(at, isJoined ? 1 : 2);
}
