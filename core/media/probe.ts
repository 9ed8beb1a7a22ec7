import { closeSync, openSync } from "node:fs";
import { EngineError } from "#core/engine";
import { FairQueue } from "#core/fair-queue";
import { readImageHeader } from "#core/media/image-header";
import { type MediaKind, sniffFile } from "#core/media/sniff";
import { isCompiled } from "#core/process/compiled";

export { type MediaKind, type Sniffed, sniff, sniffFile } from "#core/media/sniff";

export interface Probed {
  kind: MediaKind;
  /** Duration in seconds. Missing for images, and if the file does not contain it. */
  duration?: number;
  /** Pixels as displayed: rotated, with square pixels. */
  width?: number;
  height?: number;
  /** Number of tracks in the file. Missing for images. */
  tracks?: number;
  /** Frames per second at the start of the video. Missing if unknown. */
  frameRate?: number;
  hasVideo: boolean;
  hasAudio: boolean;
  /** Video codec, such as `avc`, `hevc`, `vp9`, `av1`. Missing if unknown. */
  videoCodec?: string;
  /** Audio codec, such as `aac`, `opus`, `mp3`. */
  audioCodec?: string;
  /** Clockwise rotation of the stored frames for display, in degrees. Missing if there is none. */
  rotation?: number;
  /** True for an image whose left and right are swapped for display, after the rotation. */
  isMirrored?: true;
}

export interface ProbeOptions {
  /** Time limit for reading, in milliseconds. Default: 15 s, or 3 s for an upload. */
  limitMs?: number;
  /** Account that uploads the file. Uploads have a separate queue in which accounts take turns. */
  account?: string;
}

/**
 * Typical files take 20 ms. A forged index can keep the parser busy for minutes. Engine results get more time than
 * uploads on a busy machine, because they may have been paid for.
 */
const PROBE_MS = 15_000;
const UPLOAD_PROBE_MS = 3_000;
/** Few workers at a time leave CPU for requests. One account cannot use all of the upload workers. */
const queues = {
  own: new FairQueue({ concurrency: 2 }),
  uploads: new FairQueue({ concurrency: 2, perKey: 1 }),
};

/** The compiled binary stores workers under their path in the repository. */
const getWorker = () => (isCompiled ? "./core/media/worker.ts" : new URL("./worker.ts", import.meta.url));

/**
 * Reads the kind, size, duration and codecs of a media file. Undefined if it is not media, is damaged, or has a format
 * that `sniff` does not accept.
 * @throws EngineError `engine_timeout` after the time limit, and an error if the file cannot be read
 * @example
 * const path = await run.download("https://example.com/brew.mp4");
 * const { duration = 0, hasAudio = false } = (await probe(path)) ?? {};
 */
export async function probe(path: string, options: ProbeOptions = {}): Promise<Probed | undefined> {
  const { account, limitMs = account ? UPLOAD_PROBE_MS : PROBE_MS } = options;
  const sniffed = await sniffFile(path);
  if (!sniffed) return undefined;
  const queue = account ? queues.uploads : queues.own;
  if (sniffed.kind !== "image") return queue.run(account ?? "", () => probeInWorker(path, limitMs));
  const header = await readImageHeader(path, sniffed.extension);
  return header && { kind: "image", ...header, hasVideo: false, hasAudio: false };
}

const tookTooLong = (limitMs: number) =>
  new EngineError(
    "engine_timeout",
    `Reading the file took longer than ${limitMs / 1000} s. The file may be damaged, or the server busy: try again, or encode the file again.`,
  );

/** Parses an untrusted file in a worker, which is terminated after its response or the time limit. */
async function probeInWorker(path: string, limitMs: number): Promise<Probed | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<Probed | undefined>();
  const fd = openSync(path, "r");
  const worker = new Worker(getWorker());
  const setLimit = (ms: number) => setTimeout(() => reject(tookTooLong(ms)), ms);
  let timer = setLimit(PROBE_MS);
  worker.addEventListener("message", ({ data }: MessageEvent<"ready" | Probed | undefined>) => {
    if (data !== "ready") return resolve(data);
    clearTimeout(timer);
    timer = setLimit(limitMs);
  });
  worker.addEventListener("error", ({ message }) => reject(new Error(`The probe failed to start: ${message}`)));
  worker.addEventListener("close", () => closeSync(fd));
  worker.postMessage(fd);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    worker.terminate();
  }
}
