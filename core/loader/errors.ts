/** Errors that name the module, and the file and line at fault. */
import { dirname } from "node:path";
import { describeCause, findFrame } from "#core/error-location";
import type { Module } from "#core/module";

/** Files of plug-ins that were loaded by path or package name. */
const files = new WeakMap<Module, string>();
/** Their folders, by name. */
const folders = new Map<string, string>();

export function rememberFile(module: Module, file: string): void {
  files.set(module, file);
  folders.set(module.name, dirname(file));
}

/** Finds the plug-in or module with the innermost frame on the error's stack, judging by paths. */
export function findOwner(error: unknown): string | undefined {
  for (const line of (error instanceof Error ? (error.stack ?? "") : "").split("\n")) {
    const plugin = [...folders].find(([, folder]) => line.includes(`${folder}/`));
    const name = plugin?.[0] ?? /\/(?:modules|plugins)\/([a-z0-9-]+)\//.exec(line)?.[1];
    if (name) return name;
  }
  return undefined;
}

/** Describes a module: "The module videos", or "The plug-in gradients (/srv/gradients/index.ts)". */
export function describeModule(module: Module): string {
  const file = files.get(module);
  return file ? `The plug-in ${module.name} (${file})` : `The module ${module.name}`;
}

/** Explains why a plug-in's file could not be imported. Syntax errors carry file, line and column. */
export function explainLoadError(name: string, cause: unknown): Error {
  const causes = cause instanceof AggregateError ? cause.errors : [cause];
  return new Error(`Could not load the plug-in ${name}: ${causes.map(describeCause).join("; ")}`, { cause });
}

/** Explains an error thrown by a module, with the plug-in's line that threw it. */
export function explainModuleError(module: Module, action: string, cause: unknown): Error {
  const message = cause instanceof Error ? cause.message : String(cause);
  const file = files.get(module);
  const line = file && findFrame(cause, dirname(file));
  return new Error(`${describeModule(module)} ${action}: ${message}${line ? ` (${line})` : ""}`, { cause });
}
