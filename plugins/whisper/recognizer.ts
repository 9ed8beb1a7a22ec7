import { availableParallelism } from "node:os";
import { isAbsolute, join, resolve } from "node:path";
import { EngineError } from "vireo/engine";
import type { Log } from "vireo/log";
import { createModelThread } from "vireo/models/thread";
import { isCompiled, unpacked } from "vireo/process";
import type { Order, Report } from "./messages";

export interface RecognizerOptions {
  model: string;
  dtype: string;
  offline: boolean;
  sha256?: string;
  hub?: string;
  /** Directory of downloaded models. */
  cacheDir: string;
  log: Log;
}

export type Recognized = Extract<Report, { type: "recognized" }>;

/** The compiled binary stores workers under their path in the repository. */
const WORKER = isCompiled ? "./plugins/whisper/worker.ts" : new URL("./worker.ts", import.meta.url);

/** At most half of the cores, because the server needs the rest. */
const getThreads = () => Math.max(1, Math.min(4, Math.floor(availableParallelism() / 2)));

/** Runs the model in a worker thread. It is loaded, and downloaded if necessary, on first use. */
export function createRecognizer({ model, dtype, offline, sha256, hub, cacheDir, log }: RecognizerOptions) {
  const isLocal = isAbsolute(model) || model.startsWith(".");
  const from = isLocal ? resolve(model) : model;
  const cached = join(cacheDir, dtype);
  let thread: ReturnType<typeof createModelThread> | undefined;
  let failure: EngineError | undefined;
  let stopped = false;
  /** The thread does one thing at a time, so calls wait for the previous one. */
  let last: Promise<unknown> = Promise.resolve();

  async function openThread() {
    if (thread && !thread.isDead()) return thread;
    await unpacked("onnxruntime");
    const fresh = createModelThread(WORKER, "The speech recognition thread", (percent) =>
      log.info("downloading the speech recognition model", { model: from, percent }),
    );
    try {
      const { downloaded } = await fresh.open({
        from,
        dtype,
        directory: isLocal ? from : join(cached, from),
        threads: getThreads(),
        setting: "settings.whisper.sha256",
        ...(sha256 ? { sha256 } : {}),
        ...(isLocal || offline ? {} : { download: { cacheDir: cached, ...(hub ? { hub } : {}) } }),
      });
      if (downloaded) log.info("speech recognition model downloaded", { model: from, ...downloaded });
    } catch (cause) {
      await fresh.close();
      failure = new EngineError("model_unreadable", `Could not open the model ${from}: ${(cause as Error).message}`);
      throw failure;
    }
    failure = undefined;
    thread = fresh;
    return fresh;
  }

  async function work(samples: Float32Array, language: string | undefined, signal: AbortSignal): Promise<Recognized> {
    signal.throwIfAborted();
    if (stopped) throw new EngineError("engine_unavailable", "The server is stopping.");
    const current = await openThread();
    const order: Order = { type: "recognize", samples, ...(language ? { language } : {}) };
    try {
      return (await current.ask(order, [samples.buffer as ArrayBuffer])) as Recognized;
    } catch (error) {
      throw new EngineError("engine_error", `${from} failed: ${(error as Error).message}`);
    }
  }

  return {
    name: from,
    /** Why the model could not be opened the last time. */
    getFailure: () => failure,
    /** Recognizes at most 30 s. The samples are transferred to the thread. A call that has started ignores the signal. */
    recognize(samples: Float32Array, language: string | undefined, signal: AbortSignal): Promise<Recognized> {
      const recognized = last.then(() => work(samples, language, signal));
      last = recognized.catch(() => {});
      return recognized;
    },
    /** Waits for the current call, rejects waiting ones, and ends the thread. */
    async stop(): Promise<void> {
      stopped = true;
      await last;
      await thread?.close();
    },
  };
}
