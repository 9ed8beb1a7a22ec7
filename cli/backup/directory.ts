import { readdir, rm, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { openFileSink } from "./sink";
import type { Target } from "./target";

/** Opens a directory. It must exist: creating it would hide that a disk is not mounted. */
export async function openDirectory(path: string): Promise<Target> {
  const location = resolve(path);
  const folder = await stat(location).catch(() => undefined);
  if (!folder?.isDirectory()) {
    throw new Error(`The backup directory ${location} does not exist. Create it, or mount its disk.`);
  }
  return {
    location,
    async list() {
      const names = await readdir(location);
      const files = await Promise.all(
        names.map(async (name) => ({ name, about: await stat(join(location, name)).catch(() => undefined) })),
      );
      return files.flatMap(({ name, about }) =>
        about?.isFile() ? [{ name, size: about.size, modified: about.mtime }] : [],
      );
    },
    create: (name) => openFileSink(join(location, name)),
    read: ({ name }) => readFile(join(location, name)),
    remove: (name) => rm(join(location, name), { force: true }),
  };
}

async function* readFile(path: string): AsyncGenerator<Uint8Array> {
  yield* Bun.file(path).stream();
}
