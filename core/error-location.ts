/** Location of an error: file, line and column. */
import { readFileSync } from "node:fs";

/** Errors of Bun's bundler and resolver are not plain errors: they carry a position or the importing file. */
interface BuildFault {
  message?: string;
  position?: { file: string; line: number; column: number } | null;
  specifier?: string;
  referrer?: string;
  stack?: string;
}

/** Describes an error thrown while loading a file, with its file, line and column. */
export function describeCause(cause: unknown): string {
  const { message = String(cause), position, specifier, referrer } = (cause ?? {}) as BuildFault;
  if (position) return `${message} (${position.file}:${position.line}:${position.column})`;
  const line = specifier && referrer && findImport(referrer, specifier);
  if (line) return `${message} (${referrer}:${line})`;
  const frame = findFrame(cause, "/");
  return frame ? `${message} (${frame})` : message;
}

function findImport(file: string, specifier: string): number | undefined {
  try {
    const line = readFileSync(file, "utf8")
      .split("\n")
      .findIndex((text) => text.includes(`"${specifier}"`) || text.includes(`'${specifier}'`));
    return line < 0 ? undefined : line + 1;
  } catch {
    return undefined;
  }
}

/** Returns the first stack frame in `folder`, as file:line:column. */
export function findFrame(cause: unknown, folder: string): string | undefined {
  const stack = cause instanceof Error ? (cause.stack ?? "") : "";
  const frames = [...stack.matchAll(/(?:\(|at )(?:file:\/\/)?([^\s()]+:\d+:\d+)\)?$/gm)].map(([, frame]) => frame!);
  return frames.find((frame) => frame.startsWith(folder) && !frame.includes("$bunfs"));
}
