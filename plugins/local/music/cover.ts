import { isCompiled } from "vireo/process";
import type { MusicPlan } from "#plugins/local/music/plan";

/** The compiled binary finds workers by their path in the repository. */
const getWorker = () => (isCompiled ? "./plugins/local/music/worker.ts" : new URL("./worker.ts", import.meta.url));

/** Width and height in pixels. */
export const ART_SIZE = 1024;

export interface CoverOrder {
  plan: MusicPlan;
  folder: string;
}

export interface Cover {
  jpeg: Uint8Array;
  /** Path of a smaller copy. */
  thumbnail: string;
}

/** Draws a track's cover in a worker thread. */
export async function drawCover(plan: MusicPlan, folder: string): Promise<Cover> {
  const worker = new Worker(getWorker());
  const drawn = Promise.withResolvers<Cover>();
  worker.addEventListener("message", ({ data }: MessageEvent<Cover>) => drawn.resolve(data));
  worker.addEventListener("error", ({ message }) =>
    drawn.reject(new Error(`The cover could not be drawn: ${message}`)),
  );
  worker.postMessage({ plan, folder } satisfies CoverOrder);
  try {
    return await drawn.promise;
  } finally {
    worker.terminate();
  }
}
