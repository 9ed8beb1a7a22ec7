import type { StoredOutput } from "#core/database/tables";
import { EngineError } from "#core/engine";
import { type Probed, probe, sniffFile } from "#core/media/probe";
import { newStorageKey, type Storage } from "#core/storage/storage";

/** Our stored media: what comes in is looked at, what goes out has an address. */
export interface Media {
  storage: Storage;
  /** Public address of a stored file. */
  url(key: string): string;
  /** Looks at a finished file and moves its bytes into storage. Throws `engine_bad_result` for what is no media. */
  take(path: string): Promise<{ file: StoredOutput; probed: Probed }>;
  /** Removes files; what cannot be removed now is left to the sweep. */
  remove(keys: readonly string[]): Promise<void>;
}

export function createMedia(storage: Storage, origin: () => string): Media {
  return {
    storage,
    url: (key) => `${origin()}/media/${key}`,
    async take(path) {
      const sniffed = await sniffFile(path);
      const probed = sniffed && (await probe(path));
      if (!sniffed || !probed)
        throw new EngineError("engine_bad_result", "The engine answered with a file that is no image, video or audio.");
      const key = newStorageKey(sniffed.extension);
      const { size } = await storage.put(key, { path, move: true }, { contentType: sniffed.contentType });
      return { file: { key, contentType: sniffed.contentType, size }, probed };
    },
    async remove(keys) {
      await Promise.allSettled(keys.map((key) => storage.remove(key)));
    },
  };
}
