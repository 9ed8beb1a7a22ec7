import { lstat, mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import {
  assertKey,
  getContentType,
  isKey,
  openSource,
  type Storage,
  type StorageSource,
  type StoredFile,
} from "#core/storage/storage";
import { writeChunks } from "#core/stream-file";

/** Age at which a partial file was certainly left by a process that died. */
const STALE_MS = 24 * 3600_000;

const KEY_FOLDER = /^[0-9a-f]{2}$/;

/** Stores media in a local folder. Removes partial files left by a crash. */
export async function createLocalStorage(root: string): Promise<Storage> {
  const partial = join(root, ".partial");
  await mkdir(partial, { recursive: true, mode: 0o700 });
  await removeStale(partial);
  const newPartial = () => join(partial, crypto.randomUUID());

  /** Writes the bytes to a temporary file on the same disk and syncs it. */
  async function stage(source: StorageSource): Promise<string> {
    const temporary = newPartial();
    const movable = "path" in source && source.move ? source.path : undefined;
    if (movable && (await lstat(movable)).isFile() && (await tryRename(movable, temporary))) {
      await sync(temporary, "r+");
      return temporary;
    }
    await writeChunks(temporary, openSource(source), { sync: true });
    if (movable) await rm(movable, { force: true });
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
      return describe(join(root, key), key).catch(ignoreMissing);
    },
    async remove(key) {
      assertKey(key);
      await rm(join(root, key), { force: true });
    },
    async *list() {
      for (const folder of (await readdir(root)).filter((name) => KEY_FOLDER.test(name))) {
        const keys = (await readdir(join(root, folder))).map((name) => `${folder}/${name}`).filter(isKey);
        const files = await Promise.all(keys.map((key) => describe(join(root, key), key).catch(ignoreMissing)));
        yield files.flatMap((file, at) =>
          file ? [{ key: keys[at]!, size: file.size, lastModified: file.lastModified }] : [],
        );
      }
    },
    // A local folder belongs to one installation.
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
    contentType: getContentType(key),
    etag: `"${size.toString(36)}-${mtime.getTime().toString(36)}"`,
    lastModified: mtime,
    path,
    stream(range) {
      const file = Bun.file(path);
      return (range ? file.slice(range.start, range.end + 1) : file).stream();
    },
  };
}

/** Renames a file. Returns false if the paths are on different disks. */
async function tryRename(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === "EXDEV") return false;
    throw error;
  }
}

async function sync(path: string, flags: "r" | "r+"): Promise<void> {
  // Windows cannot open folders; NTFS journals their entries.
  if (flags === "r" && process.platform === "win32") return;
  const file = await open(path, flags);
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

async function removeStale(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const file = await stat(path).catch(ignoreMissing);
    if (file && Date.now() - file.mtimeMs > STALE_MS) await rm(path, { force: true });
  }
}

function ignoreMissing(error: { code?: string }): undefined {
  if (error.code !== "ENOENT") throw error;
}
