import { availableParallelism } from "node:os";
import { join, resolve } from "node:path";
import { EngineError } from "#core/engine";
import type { Log } from "#core/observability/log";
import { isModelFolder } from "#sdk/models/place";
import { createModelThread } from "#sdk/models/thread";
import { unpacked } from "#sdk/process";

/** A model, and how it is run. */
export interface ServedOptions {
  /** A directory, or a name on the hub. */
  model: string;
  dtype: string;
  offline: boolean;
  sha256?: string | undefined;
  hub?: string;
  /** Directory of downloaded models. */
  cacheDir: string;
  log: Log;
  /** Entry point of the worker. */
  worker: string | URL;
  /** For messages: "speech recognition". */
  task: string;
  /** Name of the setting with the digest, for messages. */
  setting: string;
  /** False for a model that runs without ONNX Runtime. Default true. */
  needsRuntime?: boolean;
}

/** At most half of the cores, because the server needs the rest. */
const getThreads = () => Math.max(1, Math.min(4, Math.floor(availableParallelism() / 2)));

export type ServedModel = ReturnType<typeof serveModel>;

/**
 * Runs a model in a worker thread. The model is loaded, and downloaded if necessary, on first use. It serves one order after
 * the other.
 * @throws EngineError `model_unreadable`, `engine_unavailable` or `engine_error`, from `ask`
 * @example
 * const served = serveModel({
 *   model: "Xenova/all-MiniLM-L6-v2",
 *   dtype: "q8",
 *   offline: false,
 *   cacheDir: `${context.host.dataDir}/models`,
 *   log: context.log,
 *   worker: new URL("./worker.ts", import.meta.url),
 *   task: "embedding",
 *   setting: "settings.acme.sha256",
 * });
 * const vectors = await served.ask({ type: "embed", texts: ["cold brew"] }, [], signal);
 * await served.stop();
 */
export function serveModel(options: ServedOptions) {
  const { model, dtype, offline, sha256, hub, cacheDir, log, worker, task, setting, needsRuntime = true } = options;
  const isLocal = isModelFolder(model);
  const from = isLocal ? resolve(model) : model;
  const cached = join(cacheDir, dtype);
  const directory = isLocal ? from : join(cached, from);
  let thread: ReturnType<typeof createModelThread> | undefined;
  let failure: EngineError | undefined;
  let stopped = false;
  /** The thread does one thing at a time, so calls wait for the previous one. */
  let last: Promise<unknown> = Promise.resolve();

  async function openThread() {
    if (thread && !thread.isDead()) return thread;
    if (needsRuntime) await unpacked("onnxruntime");
    const fresh = createModelThread(worker, `The ${task} thread`, (percent) =>
      log.info(`downloading the ${task} model`, { model: from, percent }),
    );
    try {
      const { downloaded } = await fresh.open({
        from,
        dtype,
        directory,
        threads: getThreads(),
        setting,
        sha256: sha256 || undefined,
        download: isLocal || offline ? undefined : { cacheDir: cached, hub },
      });
      if (downloaded) log.info(`${task} model downloaded`, { model: from, ...downloaded });
    } catch (cause) {
      await fresh.close();
      failure = new EngineError("model_unreadable", `Could not open the model ${from}: ${(cause as Error).message}`);
      throw failure;
    }
    failure = undefined;
    thread = fresh;
    return fresh;
  }

  async function work<Order>(order: Order, transfer: Transferable[], signal?: AbortSignal): Promise<unknown> {
    signal?.throwIfAborted();
    if (stopped) throw new EngineError("engine_unavailable", "The server is stopping.");
    const current = await openThread();
    try {
      return await current.ask(order, transfer);
    } catch (error) {
      throw new EngineError("engine_error", `${from} failed: ${(error as Error).message}`);
    }
  }

  return {
    name: from,
    /** Where the model is, or will be after its download. */
    directory,
    /** Why the model could not be opened the last time. */
    getFailure: () => failure,
    /** Sends an order and returns the worker's reply. A call that has started ignores the signal. */
    ask<Order>(order: Order, transfer: Transferable[] = [], signal?: AbortSignal): Promise<unknown> {
      const answer = last.then(() => work(order, transfer, signal));
      last = answer.catch(() => {});
      return answer;
    },
    /** Waits for the current call, rejects waiting ones, and ends the thread. */
    async stop(): Promise<void> {
      stopped = true;
      await last;
      await thread?.close();
    },
  };
}
