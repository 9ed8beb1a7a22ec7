import { lstat, mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { writeChunks } from "#core/http/stream-file";
import {
  assertKey,
  chunksOf,
  contentTypeOf,
  isKey,
  type Storage,
  type StorageSource,
  type StoredFile,
} from "#core/storage/storage";

/** Half-written files older than this belong to a process that died. */
const STALE_MS = 24 * 3600_000;

/** A key's folder. */
const FOLDER = /^[0-9a-f]{2}$/;

/** Media in a folder of this machine. Clears away what a crash left half-written. */
export async function createLocalStorage(root: string): Promise<Storage> {
  const partial = join(root, ".partial");
  await mkdir(partial, { recursive: true, mode: 0o700 });
  await sweep(partial);
  const newPartial = () => join(partial, crypto.randomUUID());

  /** Brings the bytes under a temporary name on the same disk, safe against a power cut. */
  async function stage(source: StorageSource): Promise<string> {
    const temporary = newPartial();
    const given = "path" in source && source.move ? source.path : undefined;
    if (given && (await lstat(given)).isFile() && (await moved(given, temporary))) {
      await sync(temporary, "r+");
      return temporary;
    }
    await writeChunks(temporary, chunksOf(source), { sync: true });
    if (given) await rm(given, { force: true });
    return temporary;
  }

  return {
    kind: "local",
    async put(key, source) {
      assertKey(key);
      const path = join(root, key);
      const temporary = await stage(source);
      try {
        await mkdir(dirname(path), { recursive: true, mode: 0o700 });
        await rename(temporary, path);
        await sync(dirname(path), "r");
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
      const { size, etag } = await describe(path, key);
      return { size, etag };
    },
    async open(key) {
      if (!isKey(key)) return undefined;
      return describe(join(root, key), key).catch(unlessMissing);
    },
    async remove(key) {
      assertKey(key);
      await rm(join(root, key), { force: true });
    },
    async *list() {
      for (const folder of (await readdir(root)).filter((name) => FOLDER.test(name))) {
        const keys = (await readdir(join(root, folder))).map((name) => `${folder}/${name}`).filter(isKey);
        const found = await Promise.all(keys.map((key) => describe(join(root, key), key).catch(unlessMissing)));
        yield found.flatMap((file, at) =>
          file ? [{ key: keys[at]!, size: file.size, lastModified: file.lastModified }] : [],
        );
      }
    },
    // A folder of its own belongs to nobody else.
    claim: async () => true,
    async check() {
      const temporary = newPartial();
      await writeChunks(temporary, new Blob(["x"]).stream(), { sync: true });
      await rm(temporary);
    },
  };
}

async function describe(path: string, key: string): Promise<StoredFile> {
  const { size, mtime } = await stat(path);
  return {
    size,
    contentType: contentTypeOf(key),
    etag: `"${size.toString(36)}-${mtime.getTime().toString(36)}"`,
    lastModified: mtime,
    path,
    stream(range) {
      const file = Bun.file(path);
      return (range ? file.slice(range.start, range.end + 1) : file).stream();
    },
  };
}

/** Renames within one disk; false where the two lie on different ones. */
async function moved(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === "EXDEV") return false;
    throw error;
  }
}

async function sync(path: string, flags: "r" | "r+"): Promise<void> {
  // Windows opens no folders, and keeps their entries by itself.
  if (flags === "r" && process.platform === "win32") return;
  const file = await open(path, flags);
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

async function sweep(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const found = await stat(path).catch(unlessMissing);
    if (found && Date.now() - found.mtimeMs > STALE_MS) await rm(path, { force: true });
  }
}

function unlessMissing(error: { code?: string }): undefined {
  if (error.code !== "ENOENT") throw error;
}
