import { analyseDue } from "../analysis/analyser";
import type { ViralLibrary } from "../context";
import type { Indexer } from "./indexer";
import { INDEX } from "./indexes";

export type Progress = (done: number, all: number) => void;

const POLL_MS = 250;
/** Time without progress after which no server is assumed to run, so this process does the work. */
const PATIENCE_MS = 2_000;

/** Analyses and indexes all pending videos in this process, for use without a running server. */
export async function catchUp(library: ViralLibrary, indexer: Indexer, progress: Progress = () => {}): Promise<void> {
  const { indexes, stopping } = library;
  await analyseDue(library, stopping);
  const total = await indexes.countDocuments();
  const report = async () => {
    const newest = (await indexes.list()).at(-1);
    if (newest) progress(Math.max(0, total - (await indexes.countPending(newest.id))), total);
  };
  const timer = setInterval(() => void report().catch(() => {}), POLL_MS);
  await indexer.runOnce().finally(() => clearInterval(timer));
}

/**
 * Builds a new search index. The old one serves searches until it is complete. The process that writes the index does
 * the work: a running server, or otherwise this one. If that process ends, another one continues.
 */
export async function reindex(
  { work, stopping, indexes, models }: ViralLibrary,
  indexer: Indexer,
  progress: Progress = () => {},
): Promise<void> {
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
}
