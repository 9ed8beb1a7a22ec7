/** Errors that name the module, and the file and line at fault. */
import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Module } from "#core/module";

/** Files of the plug-ins that were loaded by path or package name. */
const files = new WeakMap<Module, string>();

export const rememberFile = (module: Module, file: string): void => void files.set(module, file);

/** "The module videos", or "The plug-in gradients (/srv/gradients/index.ts)". */
export function describeModule(module: Module): string {
  const file = files.get(module);
  return file ? `The plug-in ${module.name} (${file})` : `The module ${module.name}`;
}

/** Explains why a plug-in's file could not be imported. Syntax errors carry file, line and column. */
export function explainLoadError(name: string, cause: unknown): Error {
  const causes = cause instanceof AggregateError ? cause.errors : [cause];
  return new Error(`Could not load the plug-in ${name}: ${causes.map(describeCause).join("; ")}`, { cause });
}

/** Explains an error thrown by a module, with the line of the plug-in that threw it. */
export function explainModuleError(module: Module, action: string, cause: unknown): Error {
  const message = cause instanceof Error ? cause.message : String(cause);
  const file = files.get(module);
  const line = file && findFrame(cause, dirname(file));
  return new Error(`${describeModule(module)} ${action}: ${message}${line ? ` (${line})` : ""}`, { cause });
}

/** Messages of Bun's bundler and resolver are not plain errors: they carry a position or the importing file. */
interface BuildFault {
  message?: string;
  position?: { file: string; line: number; column: number } | null;
  specifier?: string;
  referrer?: string;
  stack?: string;
}

function describeCause(cause: unknown): string {
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

/** The first stack frame in `folder`, as file:line:column. */
function findFrame(cause: unknown, folder: string): string | undefined {
  const stack = cause instanceof Error ? (cause.stack ?? "") : "";
  const frames = [...stack.matchAll(/(?:\(|at )(?:file:\/\/)?([^\s()]+:\d+:\d+)\)?$/gm)].map(([, frame]) => frame!);
  return frames.find((frame) => frame.startsWith(folder) && !frame.includes("$bunfs"));
}
