import { type FileHandle, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";

/** Where an archive is written to. */
export interface Sink {
  write(bytes: Uint8Array): Promise<void>;
  /** Makes it safe against a power cut, and only then visible under its name. */
  finish(): Promise<void>;
  /** Leaves nothing behind. */
  discard(): Promise<void>;
}

/** So much is given to the disk at a time: a heap of it at once would hold up the database's own writes. */
const SYNC_BYTES = 16 * 1024 * 1024;

async function writeAll(file: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length; ) at += (await file.write(bytes, at, bytes.length - at)).bytesWritten;
}

/** A file that is there whole, or not at all. Throws where one of that name exists. */
export async function fileSink(path: string): Promise<Sink> {
  if (await Bun.file(path).exists()) throw new Error(`${path} is there already: choose another name.`);
  const partial = `${path}.part`;
  const file = await open(partial, "w", 0o600);
  let waiting = 0;
  return {
    async write(bytes) {
      await writeAll(file, bytes);
      waiting += bytes.length;
      if (waiting < SYNC_BYTES) return;
      waiting = 0;
      await file.datasync();
    },
    async finish() {
      await file.sync();
      await file.close();
      await rename(partial, path);
      // Windows opens no folders, and keeps their entries by itself.
      if (process.platform === "win32") return;
      const folder = await open(dirname(path), "r");
      await folder.sync().finally(() => folder.close());
    },
    async discard() {
      await file.close().catch(() => {});
      await rm(partial, { force: true });
    },
  };
}

/** Standard output, for pipes. */
export function pipeSink(): Sink {
  const writer = Bun.stdout.writer();
  return {
    async write(bytes) {
      writer.write(bytes);
      await writer.flush();
    },
    finish: async () => void (await writer.end()),
    discard: async () => {},
  };
}

export const openSink = async (path: string): Promise<Sink> => (path === "-" ? pipeSink() : fileSink(path));
