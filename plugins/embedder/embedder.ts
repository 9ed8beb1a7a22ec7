import { availableParallelism } from "node:os";
import type { Slots } from "vireo/engine";
import { type ServedOptions, serveModel } from "vireo/models/serve";
import { isCompiled } from "vireo/process";
import { chooseModel, findModel, type ModelSource } from "./choose-model";
import type { Comparison, Order, Report } from "./messages";
import { createQueue } from "./queue";

type EmbedProvider = Slots["embed"];

/** `model` is undefined for the bundled one. */
type Options = Omit<ServedOptions, "model" | "worker" | "task" | "setting"> & { model?: string };

type Embedded = Extract<Report, { type: "embedded" }>;
type Compared = Extract<Report, { type: "compared" }>;

/** The compiled binary stores workers under their paths in the repository. */
const WORKER = isCompiled ? "./plugins/embedder/worker.ts" : new URL("./worker.ts", import.meta.url);

/** Threads to use. Leaves capacity for the search that follows a query embedding. */
const REST_MS = availableParallelism() > 4 ? 0 : 20;

/** Creates the engine. Loads the model on the first request. */
export function createEmbedder(options: Options) {
  const engines = new Map<string, EmbedProvider>();
  const stops: (() => Promise<void>)[] = [];

  function createEngine(source: ModelSource): EmbedProvider {
    const known = engines.get(source.id);
    if (known) return known;
    const { embed, compareWords, compareTexts, dimensions, failed, stop } = createModel(source, options);
    const engine: EmbedProvider = {
      name: "transformers",
      model: source.id,
      get dimensions() {
        return dimensions();
      },
      embed,
      ...(source.isBundled ? { compareWords, compareTexts } : {}),
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
function createModel({ from, dtype, isBundled = false, sha256, ...source }: ModelSource, options: Options) {
  let dimensions = source.dimensions;
  /** The last text that was embedded alone, usually a query. */
  let query: { text: string; gainsFromWords: boolean } | undefined;
  const { ask, getFailure, stop } = serveModel({
    ...options,
    model: from,
    dtype,
    sha256,
    worker: WORKER,
    task: "embedding",
    setting: "settings.embedder.sha256",
    needsRuntime: !isBundled,
  });

  const queue = createQueue({
    restMs: REST_MS,
    async run(texts) {
      const { data, dimensions: size, gainsFromWords } = (await ask<Order>({ type: "embed", texts })) as Embedded;
      dimensions = size;
      if (texts.length === 1) query = { text: texts[0]!, gainsFromWords };
      return texts.map((_, at) => data.slice(at * size, (at + 1) * size));
    },
  });

  const compare = (type: Comparison["type"], text: string, others: readonly string[]) =>
    queue.runBetween(async () => ((await ask<Order>({ type, text, others })) as Compared).nearness);

  return {
    embed: queue.add,
    async compareWords(text: string, others: readonly string[]): Promise<Float32Array | undefined> {
      if (query?.text === text && !query.gainsFromWords) return undefined;
      return compare("compareWords", text, others);
    },
    compareTexts: async (text: string, others: readonly string[]) => (await compare("compareTexts", text, others))!,
    dimensions: () => dimensions,
    /** Error of the last attempt to open the model. */
    failed: getFailure,
    async stop(): Promise<void> {
      await queue.stop();
      await stop();
    },
  };
}
