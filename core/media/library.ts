import type { StoredOutput } from "#core/database/tables";
import { EngineError, type Run } from "#core/engine";
import { FairQueue } from "#core/fair-queue";
import type { DerivedFiles, GetDerivedKey } from "#core/media/derived";
import { type Probed, probe, sniffFile } from "#core/media/probe";
import { newStorageKey, type Storage } from "#core/storage/storage";

/** Stored media. Incoming files are probed, outgoing ones get a URL. */
export interface Media {
  storage: Storage;
  /** Public URL of a stored file. */
  url(key: string): string;
  /** Probes a finished file and moves it into storage. Throws `engine_bad_result` if it is not media. */
  take(path: string): Promise<{ file: StoredOutput; probed: Probed }>;
  /**
   * Converts a HEIC or AVIF image to a JPEG or PNG of the run's folder, because few programs and vendors read them. Returns
   * the path of any other file. Throws EngineError for an image that cannot be decoded.
   */
  convertPicture(path: string, run: PictureRun): Promise<string>;
  /** Declares files that are made when their URL is first opened. Returns their keys, which cannot be guessed. */
  derive(owner: string, files: DerivedFiles): GetDerivedKey;
  /** Removes files. Failures are left to the storage sweep. */
  remove(keys: readonly string[]): Promise<void>;
}

export type PictureRun = Pick<Run, "folder" | "signal">;
export type ConvertPicture = (path: string, run: PictureRun) => Promise<string>;

interface Parts extends Pick<Media, "storage" | "derive"> {
  /** Undefined if no module offers it. */
  converter(): ConvertPicture | undefined;
}

/** Each conversion takes up to a gigabyte of memory. */
const queue = new FairQueue({ concurrency: 2 });
const CONVERTED: ReadonlySet<string | undefined> = new Set(["heic", "avif"]);

export function createMedia({ storage, derive, converter }: Parts, origin: () => string): Media {
  return {
    storage,
    derive,
    async convertPicture(path, run) {
      const isConverted = CONVERTED.has((await sniffFile(path))?.extension);
      const convert = isConverted ? converter() : undefined;
      return convert ? queue.run("", () => convert(path, run)) : path;
    },
    url: (key) => `${origin()}/media/${key}`,
    async take(path) {
      const sniffed = await sniffFile(path);
      const probed = sniffed && (await probe(path));
      if (!sniffed || !probed)
        throw new EngineError("engine_bad_result", "The engine returned a file that is not an image, video or audio.");
      const key = newStorageKey(sniffed.extension);
      const { size } = await storage.put(key, { path, move: true }, { contentType: sniffed.contentType });
      return { file: { key, contentType: sniffed.contentType, size }, probed };
    },
    async remove(keys) {
      await Promise.allSettled(keys.map((key) => storage.remove(key)));
    },
  };
}
