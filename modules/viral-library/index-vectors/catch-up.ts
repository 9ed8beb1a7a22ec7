import type { Context } from "vireo/module";
import type { createAnalyser } from "../analysis/analyser";
import type { Indexer } from "./indexer";
import type { Indexes } from "./indexes";
import type { Progress } from "./reindex";

const LOOK_MS = 250;

interface Options extends Pick<Context, "stopping"> {
  analyser: ReturnType<typeof createAnalyser>;
  indexer: Indexer;
  indexes: Indexes;
}

/** Analyses all that is due and brings it into the index, in this process: for where no server does. */
export const createCatchUp =
  ({ analyser, indexer, indexes, stopping }: Options) =>
  async (progress: Progress = () => {}): Promise<void> => {
    await analyser.run(stopping);
    const all = await indexes.analysed();
    const tell = async () => {
      const newest = (await indexes.all()).at(-1);
      if (newest) progress(Math.max(0, all - (await indexes.left(newest.id))), all);
    };
    const timer = setInterval(() => void tell().catch(() => {}), LOOK_MS);
    await indexer.runOnce().finally(() => clearInterval(timer));
  };
