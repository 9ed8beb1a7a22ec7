import { type FileHandle, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { syncFolder } from "#db/replace-file";

/** Destination of an archive. */
export interface Sink {
  write(bytes: Uint8Array): Promise<void>;
  /** Syncs the file to disk, then makes it visible under its name. */
  finish(): Promise<void>;
  /** Removes the partial file. */
  discard(): Promise<void>;
}

/** Bytes after which the file is synced. Flushing much more at once would delay the database's own writes. */
const SYNC_BYTES = 16 * 1024 * 1024;

async function writeAll(file: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length; ) at += (await file.write(bytes, at, bytes.length - at)).bytesWritten;
}

/** Writes a file that is complete or does not exist. Throws if a file of that name exists. */
export async function openFileSink(path: string): Promise<Sink> {
  if (await Bun.file(path).exists()) throw new Error(`${path} already exists. Choose another name.`);
  const partial = `${path}.part`;
  const file = await open(partial, "w", 0o600);
  let unsynced = 0;
  return {
    async write(bytes) {
      await writeAll(file, bytes);
      unsynced += bytes.length;
      if (unsynced < SYNC_BYTES) return;
      unsynced = 0;
      await file.datasync();
    },
    async finish() {
      await file.sync();
      await file.close();
      await rename(partial, path);
      await syncFolder(dirname(path));
    },
    async discard() {
      await file.close().catch(() => {});
      await rm(partial, { force: true });
    },
  };
}

/** Writes to standard output. Bun's own writer throws errors outside of its promises. */
function openPipeSink(): Sink {
  return {
    write: (bytes) =>
      new Promise((resolve, reject) => {
        process.stdout.write(bytes, (error) => (error ? reject(error) : resolve()));
      }),
    finish: async () => {},
    discard: async () => {},
  };
}

export const openSink = async (path: string): Promise<Sink> => (path === "-" ? openPipeSink() : openFileSink(path));
