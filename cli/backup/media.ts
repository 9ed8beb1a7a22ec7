import type { Workspace } from "#core/command";
import type { StoredFile } from "#core/storage/storage";
import type { ArchiveWriter } from "./archive";
import type { Throttle } from "./throttle";

export const MEDIA = "media/";
/** Number of attempts without a single byte after which a download fails. */
const ATTEMPTS = 4;
const RETRY_DELAY_MS = 1000;

export interface CopiedMedia {
  files: number;
  /** Size in bytes. */
  bytes: number;
  /**
   * Number of referenced files that are missing from storage: removed during the backup, or mentioned in an old event.
   * Files that the server can make again do not count.
   */
  missing: number;
}

/** Reads a stored file. A broken download resumes where it stopped. */
export async function* readChunks(file: Pick<StoredFile, "size" | "path" | "stream">): AsyncGenerator<Uint8Array> {
  for (let at = 0, failures = 0; at < file.size; ) {
    const from = at;
    try {
      for await (const chunk of file.stream({ start: at, end: file.size - 1 })) {
        yield chunk;
        at += chunk.length;
        failures = 0;
      }
      if (at === from) throw new Error(`A stored file ends after ${at} of ${file.size} bytes.`);
    } catch (error) {
      if (file.path || ++failures === ATTEMPTS) throw error;
      await Bun.sleep(RETRY_DELAY_MS * failures);
    }
  }
}

/** Adds stored files to an archive. */
export async function copyMedia(
  { storage, isDerived }: Pick<Workspace, "storage" | "isDerived">,
  keys: Iterable<string>,
  archive: ArchiveWriter,
  throttle: Throttle,
  progress: (done: number) => void,
): Promise<CopiedMedia> {
  const copied: CopiedMedia = { files: 0, bytes: 0, missing: 0 };
  let done = 0;
  for (const key of keys) {
    const file = await storage.open(key);
    if (file) {
      await archive.addStream(MEDIA + key, file.size, readChunks(file));
      copied.files++;
      copied.bytes += file.size;
    } else if (!(await isDerived(key))) {
      copied.missing++;
    }
    progress(++done);
    await throttle();
  }
  return copied;
}
