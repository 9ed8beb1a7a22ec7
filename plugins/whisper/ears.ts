import { availableParallelism } from "node:os";
import { isAbsolute, join, resolve } from "node:path";
import { EngineError } from "vireo/engine";
import type { Log } from "vireo/log";
import { createModelThread } from "vireo/models/thread";
import { isCompiled, unpacked } from "vireo/process";
import type { Order, Report } from "./messages";

export interface EarsOptions {
  model: string;
  dtype: string;
  offline: boolean;
  sha256?: string;
  hub?: string;
  /** Where downloaded models are kept. */
  cacheDir: string;
  log: Log;
}

export type Heard = Extract<Report, { type: "heard" }>;

/** A compiled program holds its workers under their paths in the repository, whatever file they are named from. */
const WORKER = isCompiled ? "./plugins/whisper/worker.ts" : new URL("./worker.ts", import.meta.url);

/** Half of the machine at most: requests are served beside it. */
const threads = () => Math.max(1, Math.min(4, Math.floor(availableParallelism() / 2)));

/** The model in its thread: nothing is loaded, let alone downloaded, before the first sound. */
export function createEars({ model, dtype, offline, sha256, hub, cacheDir, log }: EarsOptions) {
  const isLocal = isAbsolute(model) || model.startsWith(".");
  const from = isLocal ? resolve(model) : model;
  const kept = join(cacheDir, dtype);
  let thread: ReturnType<typeof createModelThread> | undefined;
  let failure: EngineError | undefined;
  let stopped = false;
  /** The thread does one thing at a time; each waits for the one before. */
  let turn: Promise<unknown> = Promise.resolve();

  async function opened() {
    if (thread && !thread.isDead()) return thread;
    await unpacked("onnxruntime");
    const fresh = createModelThread(WORKER, "The thread that listens", (percent) =>
      log.info("downloading the model that listens", { model: from, percent }),
    );
    try {
      const { downloaded } = await fresh.open({
        from,
        dtype,
        directory: isLocal ? from : join(kept, from),
        threads: threads(),
        setting: "settings.whisper.sha256",
        ...(sha256 ? { sha256 } : {}),
        ...(isLocal || offline ? {} : { download: { cacheDir: kept, ...(hub ? { hub } : {}) } }),
      });
      if (downloaded) log.info("the model that listens was downloaded", { model: from, ...downloaded });
    } catch (cause) {
      await fresh.close();
      failure = new EngineError(
        "model_unreadable",
        `The model ${from} could not be opened: ${(cause as Error).message}`,
      );
      throw failure;
    }
    failure = undefined;
    thread = fresh;
    return fresh;
  }

  async function work(samples: Float32Array, language: string | undefined, signal: AbortSignal): Promise<Heard> {
    signal.throwIfAborted();
    if (stopped) throw new EngineError("engine_unavailable", "The server is stopping.");
    const current = await opened();
    const order: Order = { type: "hear", samples, ...(language ? { language } : {}) };
    try {
      return (await current.ask(order, [samples.buffer as ArrayBuffer])) as Heard;
    } catch (error) {
      throw new EngineError("engine_error", `${from} could not listen: ${(error as Error).message}`);
    }
  }

  return {
    name: from,
    /** Why the model could not be opened, when last tried. */
    failed: () => failure,
    /** Hears a piece of 30 s at most; its samples are gone afterwards. What was begun is not broken off by the signal. */
    hear(samples: Float32Array, language: string | undefined, signal: AbortSignal): Promise<Heard> {
      const heard = turn.then(() => work(samples, language, signal));
      turn = heard.catch(() => {});
      return heard;
    },
    /** Lets the piece under way end, refuses the rest, and ends the thread. */
    async stop(): Promise<void> {
      stopped = true;
      await turn;
      await thread?.close();
    },
  };
}
