import { createModelThread } from "vireo/models/thread";
import { isCompiled } from "vireo/process";
import type { Order, Report } from "./messages";

/** A compiled program stores workers under their paths in the repository. */
const WORKER = isCompiled ? "./plugins/embedder/worker.ts" : new URL("./worker.ts", import.meta.url);

type Embedded = Extract<Report, { type: "embedded" }>;
type Compared = Extract<Report, { type: "compared" }>;

export function createThread(onProgress: (percent: number) => void) {
  const { ask, ...thread } = createModelThread(WORKER, "The embedder's thread", onProgress);
  return {
    ...thread,
    embed: (texts: readonly string[]) => ask<Order>({ type: "embed", texts }) as Promise<Embedded>,
    /** Only of the bundled model. */
    compare: (query: string, texts: readonly string[]) =>
      ask<Order>({ type: "compare", query, texts }) as Promise<Compared>,
  };
}

export type Thread = ReturnType<typeof createThread>;
