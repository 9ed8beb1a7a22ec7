import type { Storage, StoredFile } from "#core/storage/storage";
import type { ArchiveWriter } from "./archive";
import type { Throttle } from "./throttle";

export const MEDIA = "media/";
/** A broken download resumes where it stopped. Gives up after this many attempts without a single byte. */
const ATTEMPTS = 4;
const RETRY_DELAY_MS = 1000;

export interface CopiedMedia {
  files: number;
  /** Bytes. */
  bytes: number;
  /** Referenced files that storage does not have: removed meanwhile, or mentioned in an old event. */
  missing: number;
}

export async function* readChunks(file: Pick<StoredFile, "size" | "path" | "stream">): AsyncGenerator<Uint8Array> {
  for (let at = 0, failures = 0; at < file.size; ) {
    try {
      for await (const chunk of file.stream({ start: at, end: file.size - 1 })) {
        yield chunk;
        at += chunk.length;
        failures = 0;
      }
    } catch (error) {
      if (file.path || ++failures === ATTEMPTS) throw error;
      await Bun.sleep(RETRY_DELAY_MS * failures);
    }
  }
}

/** Adds stored files to an archive. */
export async function copyMedia(
  storage: Storage,
  keys: Iterable<string>,
  archive: ArchiveWriter,
  throttle: Throttle,
  progress: (done: number) => void,
): Promise<CopiedMedia> {
  const copied: CopiedMedia = { files: 0, bytes: 0, missing: 0 };
  for (const key of keys) {
    const file = await storage.open(key);
    if (file) {
      await archive.addStream(MEDIA + key, file.size, readChunks(file));
      copied.files++;
      copied.bytes += file.size;
    } else {
      copied.missing++;
    }
    progress(copied.files + copied.missing);
    await throttle();
  }
  return copied;
}
