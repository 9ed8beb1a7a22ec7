import type { Context } from "vireo/module";
import type { createAnalyser } from "../analysis/analyser";
import type { Indexer } from "./indexer";
import type { Indexes } from "./indexes";
import type { Progress } from "./reindex";

const POLL_MS = 250;

interface Options extends Pick<Context, "stopping"> {
  analyser: ReturnType<typeof createAnalyser>;
  indexer: Indexer;
  indexes: Indexes;
}

/** Analyses and indexes all pending videos in this process, for use without a running server. */
export const createCatchUp =
  ({ analyser, indexer, indexes, stopping }: Options) =>
  async (progress: Progress = () => {}): Promise<void> => {
    await analyser.run(stopping);
    const total = await indexes.countDocuments();
    const report = async () => {
      const newest = (await indexes.list()).at(-1);
      if (newest) progress(Math.max(0, total - (await indexes.countPending(newest.id))), total);
    };
    const timer = setInterval(() => void report().catch(() => {}), POLL_MS);
    await indexer.runOnce().finally(() => clearInterval(timer));
  };
