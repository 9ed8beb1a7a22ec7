import type { Storage, StoredFile } from "#core/storage/storage";
import type { ArchiveWriter } from "./archive";
import type { Rest } from "./pace";

export const MEDIA = "media/";
/** A connection that breaks is taken up again where it broke, so often without any byte in between. */
const ATTEMPTS = 4;
const PAUSE_MS = 1000;

/** What became of the files that were asked for. */
export interface Copied {
  files: number;
  /** Bytes. */
  bytes: number;
  /** Files that storage does not have, or no longer: mentioned in an old event, removed a moment ago. */
  missing: number;
}

async function* chunksOf(file: StoredFile): AsyncGenerator<Uint8Array> {
  for (let at = 0, failed = 0; at < file.size; ) {
    try {
      for await (const chunk of file.stream({ start: at, end: file.size - 1 })) {
        yield chunk;
        at += chunk.length;
        failed = 0;
      }
    } catch (error) {
      if (file.path || ++failed === ATTEMPTS) throw error;
      await Bun.sleep(PAUSE_MS * failed);
    }
  }
}

/** Adds stored files to an archive. */
export async function copyMedia(
  storage: Storage,
  keys: Iterable<string>,
  to: ArchiveWriter,
  rest: Rest,
  progress: (done: number) => void,
): Promise<Copied> {
  const copied: Copied = { files: 0, bytes: 0, missing: 0 };
  for (const key of keys) {
    const file = await storage.open(key);
    if (file) {
      await to.addStream(MEDIA + key, file.size, chunksOf(file));
      copied.files++;
      copied.bytes += file.size;
    } else {
      copied.missing++;
    }
    progress(copied.files + copied.missing);
    await rest();
  }
  return copied;
}
