import type { Context } from "vireo/module";
import { INDEX, type Indexer } from "./indexer";
import type { Indexes } from "./indexes";
import type { Models } from "./models";

export type Progress = (done: number, all: number) => void;

const POLL_MS = 250;
/** Time without progress after which no server is assumed to run, so this process does the work. */
const PATIENCE_MS = 2_000;

interface Options extends Pick<Context, "work" | "stopping"> {
  indexes: Indexes;
  indexer: Indexer;
  models: Models;
}

/**
 * Builds a new search index. The old one serves searches until it is complete. The process that writes the index does
 * the work: a running server, or otherwise this one. If that process ends, another one continues.
 */
export const createReindex =
  ({ work, stopping, indexes, indexer, models }: Options) =>
  async (progress: Progress = () => {}): Promise<void> => {
    const engine = models.getCurrent();
    if (!engine) throw new Error("No embedding engine is configured.");
    const id = await indexes.register(engine.model, {
      rebuild: true,
      also: (trx) => work.wake(trx, INDEX),
    });
    const total = await indexes.countPending(id);
    const report = (pending: number) => progress(Math.max(0, total - pending), total);
    let before = total;
    let movedAt = performance.now();
    for (;;) {
      stopping.throwIfAborted();
      const index = await indexes.find(id);
      if (!index) throw new Error("A newer index has replaced this one.");
      const pending = index.ready_at ? 0 : await indexes.countPending(id);
      report(pending);
      if (index.ready_at) return;
      if (pending !== before) movedAt = performance.now();
      before = pending;
      if (performance.now() - movedAt < PATIENCE_MS) {
        await Bun.sleep(POLL_MS);
        continue;
      }
      const timer = setInterval(async () => report(await indexes.countPending(id).catch(() => total)), POLL_MS);
      await indexer.runOnce().finally(() => clearInterval(timer));
      await Bun.sleep(POLL_MS);
    }
  };
