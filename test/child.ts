import { rm } from "node:fs/promises";
import { join, relative } from "node:path";
import { BUNDLES } from "#cli/bundle/find";
import { createOptions } from "#cli/bundle/options";

const repository = join(import.meta.dir, "..");

export interface Child {
  /** The bundled program. */
  path: string;
  remove(): Promise<void>;
}

/**
 * Bundles a program of the tests, so that it starts with a quarter of the CPU time: for those that start many times. It
 * cannot await at the top level.
 */
export async function bundleChild(path: string): Promise<Child> {
  // Below node_modules, where it finds native packages.
  const outdir = join(BUNDLES, "../children", crypto.randomUUID());
  await Bun.build({ entrypoints: [path], ...createOptions(outdir, new Set()) });
  return {
    path: join(outdir, relative(repository, path).replace(/ts$/, "js")),
    remove: () => rm(outdir, { recursive: true, force: true }),
  };
}
