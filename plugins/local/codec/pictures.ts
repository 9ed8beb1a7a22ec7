import { runMediaJob } from "./media-job";
import { MediaSource } from "./source";

/** Reads the pictures of a video on demand. */
export interface PictureReader {
  /** RGBA bytes of the next picture, valid until the next call. Undefined at the end. */
  next(): Promise<Uint8Array | undefined>;
  close(): Promise<void>;
}

/** Opens a video. `filters` are FFmpeg filters that are applied to each picture. Throws CodecError. */
export async function openPictures(path: string, filters: string): Promise<PictureReader> {
  let demand = Promise.withResolvers<boolean>();
  let supply = Promise.withResolvers<Uint8Array | undefined>();
  let ended = false;
  const job = runMediaJob({
    inputs: [await MediaSource.open(path)],
    filters: `[0v]${filters}[v]`,
    v: {
      format: "format=rgba",
      async read(frame) {
        if (!(await demand.promise)) return false;
        demand = Promise.withResolvers();
        const bytes = frame.toBuffer();
        supply.resolve(bytes);
        return true;
      },
    },
  }).finally(() => {
    ended = true;
  });
  job.then(
    () => supply.resolve(undefined),
    (error) => supply.reject(error),
  );
  supply.promise.catch(() => {});
  return {
    async next() {
      if (ended) return undefined;
      const { promise } = supply;
      demand.resolve(true);
      const bytes = await promise;
      supply = Promise.withResolvers();
      if (ended) supply.resolve(undefined);
      return bytes;
    },
    async close() {
      demand.resolve(false);
      await job.catch(() => {});
    },
  };
}
