import { createModelThread } from "vireo/models/thread";
import { isCompiled } from "vireo/process";
import type { Order, Report } from "./messages";

/** A compiled program stores workers under their paths in the repository. */
const WORKER = isCompiled ? "./plugins/embedder/worker.ts" : new URL("./worker.ts", import.meta.url);

type Embedded = Extract<Report, { type: "embedded" }>;

export function createThread(onProgress: (percent: number) => void) {
  const { ask, ...thread } = createModelThread(WORKER, "The embedder's thread", onProgress);
  return {
    ...thread,
    embed: (texts: readonly string[]) => ask<Order>({ type: "embed", texts }) as Promise<Embedded>,
  };
}

export type Thread = ReturnType<typeof createThread>;
