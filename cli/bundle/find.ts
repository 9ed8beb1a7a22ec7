/**
 * Finds the bundle written by `make.ts`, if no source has changed since. Imports little, because every start waits for
 * it.
 */
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";

const repository = join(import.meta.dir, "../..");
export const BUNDLES = join(repository, "node_modules/.cache/vireo/program");
export const RECORD = join(BUNDLES, "current.json");

/** Inputs of a bundle. */
export interface Made {
  bun: string;
  /** Folder in which it was made. Bundles name files by their absolute paths. */
  repository: string;
  /** Path of the bundled program. */
  entry: string;
  files: readonly Stamp[];
}

/** Modification time and size of a source. A different stamp means that the source has changed. */
type Stamp = readonly [path: string, modifiedMs: number, bytes: number];

export function stamp(path: string): Stamp {
  const { mtimeMs, size } = statSync(path);
  return [path, mtimeMs, size];
}

const isUnchanged = ([path, modifiedMs, bytes]: Stamp): boolean => {
  const now = statSync(path, { throwIfNoEntry: false });
  return now?.mtimeMs === modifiedMs && now.size === bytes;
};

/** Returns the path of the bundled program. Undefined if there is none or a source has changed since. */
export function findBundle(record = RECORD): string | undefined {
  try {
    const made = JSON.parse(readFileSync(record, "utf8")) as Made;
    const isCurrent = made.bun === Bun.version && made.repository === repository && made.files.every(isUnchanged);
    return isCurrent ? made.entry : undefined;
  } catch {
    return undefined;
  }
}
