import { availableParallelism } from "node:os";
import { join } from "node:path";
import type { Slots } from "vireo/engine";
import { EngineError } from "vireo/engine";
import type { Log } from "vireo/log";
import { unpacked } from "vireo/process";
import { chooseModel, findModel, type ModelSource } from "./choose-model";
import { createQueue } from "./queue";
import { createThread, type Thread } from "./thread";

type EmbedProvider = Slots["embed"];

interface Options {
  model?: string;
  dtype: string;
  offline: boolean;
  /** SHA-256 that the chosen model's list of checksums must have. */
  sha256?: string;
  /** Where models are downloaded from. */
  hub?: string;
  /** Where downloaded models are kept. */
  cacheDir: string;
  log: Log;
}

/** Uses half of the cores at most, since the same machine serves requests. */
const threads = () => Math.max(1, Math.min(4, Math.floor(availableParallelism() / 2)));

/** Leaves a small machine free for the search that follows a query embedding. */
const REST_MS = availableParallelism() > 4 ? 0 : 20;

/** Creates the engine. Loads the model on the first request. */
export function createEmbedder(options: Options) {
  const engines = new Map<string, EmbedProvider>();
  const stops: (() => Promise<void>)[] = [];

  function createEngine(source: ModelSource): EmbedProvider {
    const known = engines.get(source.id);
    if (known) return known;
    const { embed, compareWords, dimensions, failed, stop } = createModel(source, options);
    const engine: EmbedProvider = {
      name: "transformers",
      model: source.id,
      get dimensions() {
        return dimensions();
      },
      embed,
      ...(source.isBundled ? { compareWords } : {}),
      check: async () => {
        const failure = failed();
        return failure
          ? { ok: false, detail: failure.message }
          : { ok: true, detail: `${source.id}${source.isLocal ? "" : ", downloaded at first use"}` };
      },
      forModel(id) {
        const other = findModel(id);
        return other && createEngine(other);
      },
    };
    engines.set(source.id, engine);
    stops.push(stop);
    return engine;
  }

  return {
    engine: createEngine({ ...chooseModel(options.model, options.dtype), sha256: options.sha256 }),
    /** Finishes the current batch, rejects the rest and stops the threads. */
    stop: async () => void (await Promise.all(stops.map((stop) => stop()))),
  };
}

/** Runs one model in one thread. */
function createModel(source: ModelSource, { cacheDir, offline, hub, log }: Options) {
  const { id, from, dtype, isLocal, isBundled, sha256 } = source;
  // One directory per precision, because each has its own list of checksums.
  const kept = join(cacheDir, dtype);
  let dimensions = source.dimensions;
  let thread: Promise<Thread> | undefined;
  let failure: EngineError | undefined;
  /** The last text that was embedded alone, which is a query in most cases. */
  let query: { text: string; gainsFromWords: boolean } | undefined;

  async function start(): Promise<Thread> {
    if (!isBundled) await unpacked("onnxruntime");
    const fresh = createThread((percent) => log.info("downloading the model", { model: from, percent }));
    try {
      const { downloaded } = await fresh.open({
        from,
        dtype,
        directory: isLocal ? from : join(kept, from),
        threads: threads(),
        setting: "settings.embedder.sha256",
        ...(sha256 ? { sha256 } : {}),
        ...(isLocal || offline ? {} : { download: { cacheDir: kept, ...(hub ? { hub } : {}) } }),
      });
      if (downloaded) log.info("the model was downloaded", { model: from, ...downloaded });
      failure = undefined;
      return fresh;
    } catch (cause) {
      await fresh.close();
      const why = cause instanceof Error ? cause.message : String(cause);
      failure = new EngineError("model_unreadable", `The model ${id} could not be opened: ${why}`);
      throw failure;
    }
  }

  /** Returns the running thread. Starts a new one if it died. */
  async function running(): Promise<Thread> {
    thread ??= start();
    try {
      const current = await thread;
      if (!current.isDead()) return current;
    } catch (error) {
      thread = undefined;
      throw error;
    }
    thread = start();
    return thread;
  }

  const queue = createQueue({
    restMs: REST_MS,
    async run(texts) {
      const { data, dimensions: size, gainsFromWords } = await (await running()).embed(texts);
      dimensions = size;
      if (texts.length === 1) query = { text: texts[0]!, gainsFromWords };
      return texts.map((_, at) => data.slice(at * size, (at + 1) * size));
    },
  });

  return {
    embed: queue.add,
    async compareWords(text: string, others: readonly string[]): Promise<Float32Array | undefined> {
      if (query?.text === text && !query.gainsFromWords) return undefined;
      return queue.runBetween(async () => (await (await running()).compare(text, others)).nearness);
    },
    dimensions: () => dimensions,
    /** Error of the last attempt to open the model. */
    failed: () => failure,
    async stop(): Promise<void> {
      await queue.stop();
      if (thread) await (await thread.catch(() => undefined))?.close();
    },
  };
}
