import type { Context } from "vireo/module";
import { INDEX, queue } from "../queues";
import type { Indexer } from "./indexer";
import type { Indexes } from "./indexes";
import type { Models } from "./models";

export type Progress = (done: number, all: number) => void;

const LOOK_MS = 250;
/** How long nothing must move before this process does the work itself: a running server takes it up in less. */
const PATIENCE_MS = 2_000;

interface Options extends Pick<Context, "jobs" | "stopping"> {
  indexes: Indexes;
  indexer: Indexer;
  models: Models;
}

/**
 * Makes the search index anew, beside the old one, which answers until it is done. The work is done by whichever
 * process writes the index: a server that runs, or else this one. Where that process ends, another goes on.
 */
export const createReindex =
  ({ jobs, stopping, indexes, indexer, models }: Options) =>
  async (progress: Progress = () => {}): Promise<void> => {
    const engine = models.current();
    if (!engine) throw new Error("No engine is configured for embed.");
    const id = await indexes.register(engine.model, {
      anew: true,
      also: (trx) => jobs.send(trx, queue(INDEX), "due", {}),
    });
    const all = await indexes.left(id);
    let before = all;
    let moved = Date.now();
    for (;;) {
      stopping.throwIfAborted();
      const index = await indexes.find(id);
      if (!index) throw new Error("A newer index has replaced this one.");
      const left = index.ready_at ? 0 : await indexes.left(id);
      progress(Math.max(0, all - left), all);
      if (index.ready_at) return;
      if (left !== before) moved = Date.now();
      before = left;
      if (Date.now() - moved < PATIENCE_MS) await Bun.sleep(LOOK_MS);
      else await whileTelling(indexer.runOnce());
    }

    /** Tells of the progress while this process is at work, which it is for long only where no other one is. */
    async function whileTelling(work: Promise<void>): Promise<void> {
      const timer = setInterval(
        async () => progress(Math.max(0, all - (await indexes.left(id).catch(() => all))), all),
        LOOK_MS,
      );
      await work.finally(() => clearInterval(timer));
      await Bun.sleep(LOOK_MS);
    }
  };
