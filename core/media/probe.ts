import { closeSync, openSync } from "node:fs";
import { readImageHeader } from "#core/media/image-header";
import { type MediaKind, sniffFile } from "#core/media/sniff";
import { isCompiled } from "#core/process/compiled";

export { type MediaKind, type Sniffed, sniff, sniffFile } from "#core/media/sniff";

export interface Probed {
  kind: MediaKind;
  /** Seconds; missing for images, and if the file does not say. */
  duration?: number;
  /** Pixels as displayed: rotated, with square pixels. */
  width?: number;
  height?: number;
  /** Tracks in the file; missing for images. */
  tracks?: number;
  /** Pictures per second at the start of the video; missing if unknown. */
  frameRate?: number;
  hasVideo: boolean;
  hasAudio: boolean;
  /** Such as `avc`, `hevc`, `vp9`, `av1`; missing if unknown. */
  videoCodec?: string;
  /** Such as `aac`, `opus`, `mp3`. */
  audioCodec?: string;
  /** Clockwise rotation of the stored picture for display, degrees; missing if there is none. */
  rotation?: number;
}

/** Typical files take 20 ms. A forged index can keep the parser busy for minutes. */
const PROBE_MS = 5_000;
/** Leaves CPU for requests while many such files are probed. */
const MAX_WORKERS = 2;

/** The compiled binary stores workers under their path in the repository. */
const WORKER = isCompiled ? "./core/media/worker.ts" : new URL("./worker.ts", import.meta.url);

/**
 * Reads the kind, size, duration and codecs of a media file. Undefined if it is not media, is damaged, takes longer than
 * `limitMs`, or has a format that `sniff` does not accept. Throws only if the file cannot be read.
 */
export async function probe(path: string, limitMs = PROBE_MS): Promise<Probed | undefined> {
  const sniffed = await sniffFile(path);
  if (!sniffed) return undefined;
  if (sniffed.kind !== "image") return withWorker(() => probeInWorker(path, limitMs));
  const header = await readImageHeader(path, sniffed.extension);
  return header && { kind: "image", ...header, hasVideo: false, hasAudio: false };
}

let running = 0;
const waiting: (() => void)[] = [];

async function withWorker<T>(work: () => Promise<T>): Promise<T> {
  if (running < MAX_WORKERS) running++;
  else await new Promise<void>((start) => waiting.push(start));
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}

/** Untrusted files are parsed in a worker, which is terminated after its answer or its time limit. */
async function probeInWorker(path: string, limitMs: number): Promise<Probed | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<Probed | undefined>();
  const fd = openSync(path, "r");
  const worker = new Worker(WORKER);
  const timer = setTimeout(() => resolve(undefined), limitMs);
  worker.addEventListener("message", ({ data }) => resolve(data));
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
