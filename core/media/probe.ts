import { closeSync, openSync } from "node:fs";
import { readImageHeader } from "#core/media/image-header";
import { type MediaKind, sniffFile } from "#core/media/sniff";
import { isCompiled } from "#core/process/compiled";

export { type MediaKind, type Sniffed, sniff, sniffFile } from "#core/media/sniff";

export interface Probed {
  kind: MediaKind;
  /** Seconds; missing for images, and where the file does not tell. */
  duration?: number;
  /** Pixels as seen: turned, and with square pixels. */
  width?: number;
  height?: number;
  hasVideo: boolean;
  hasAudio: boolean;
  /** Such as `avc`, `hevc`, `vp9`, `av1`; missing where it is unknown. */
  videoCodec?: string;
  /** Such as `aac`, `opus`, `mp3`. */
  audioCodec?: string;
  /** Degrees clockwise by which the stored picture is turned to be seen; missing where it is upright. */
  rotation?: number;
}

/** Honest files take some 20 ms; a few forged bytes in an index keep a parser busy for minutes. */
const PROBE_MS = 5_000;
/** So that a heap of such files leaves the machine some breath. */
const AT_ONCE = 2;

/** A compiled program holds its workers under their paths in the repository, whatever file they are named from. */
const WORKER = isCompiled ? "./core/media/worker.ts" : new URL("./worker.ts", import.meta.url);

/**
 * What a media file holds; undefined for anything that is none, is damaged, takes longer than `limitMs` or is of a
 * format that `sniff` does not know. Throws only where the file cannot be read.
 */
export async function probe(path: string, limitMs = PROBE_MS): Promise<Probed | undefined> {
  const sniffed = await sniffFile(path);
  if (!sniffed) return undefined;
  if (sniffed.kind !== "image") return inTurn(() => probeInWorker(path, limitMs));
  const header = await readImageHeader(path, sniffed.extension);
  return header && { kind: "image", ...header, hasVideo: false, hasAudio: false };
}

let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running < AT_ONCE) running++;
  else await new Promise<void>((start) => waiting.push(start));
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}

/** Strangers' files are parsed beside the event loop, by a worker that is ended with its answer or its time. */
async function probeInWorker(path: string, limitMs: number): Promise<Probed | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<Probed | undefined>();
  const fd = openSync(path, "r");
  const worker = new Worker(WORKER);
  const timer = setTimeout(() => resolve(undefined), limitMs);
  worker.addEventListener("message", ({ data }) => resolve(data));
  worker.addEventListener("error", ({ message }) => reject(new Error(`The probe does not run: ${message}`)));
  worker.addEventListener("close", () => closeSync(fd));
  worker.postMessage(fd);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    worker.terminate();
  }
}
