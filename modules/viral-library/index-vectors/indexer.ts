import { sql } from "kysely";
import type { Health } from "vireo/engine";
import type { Context } from "vireo/module";
import type { EmbedProvider } from "vireo/slots/embed";
import type { WorkKind } from "vireo/work";
import type { ViralLibrary } from "../context";
import { type Document, readDocuments, toVectorRow } from "./document";
import { INDEX, type Index, type Indexes, type PendingChange } from "./indexes";
import type { Models } from "./models";
import { partition } from "./partition";
import { COMPACT_AT_REST, type VectorRow, type VectorTable } from "./vector-table";
import type { Vectors } from "./vectors";

const PAGE = 10_000;

/** Pause between two looks for changes. */
const PAUSE_BETWEEN_MS = 250;
/** Number of videos embedded and written at a time. */
const BATCH = 512;
/** Number of batches embedded in advance: enough to keep the model busy during a compaction. */
const PREFETCH = 10;
/**
 * Time without changes after which an import counts as finished, for example while its videos are still being analysed.
 */
const PAUSE_MS = 2000;
const PAUSE_POLL_MS = 100;
/** Time for which a replaced index keeps serving running searches. */
const LINGER_MS = 60_000;
/** Time in which an index of a large library is built. */
const BUILD_MS = 3_600_000;
/** Maximum number of indexes that a process replaces because the size of a model's vectors has changed. */
const MAX_OUTGROWN = 3;
/** LanceDB's messages go on with their places in its source. */
const MESSAGE_CHARS = 200;

const toFault = (detail: string): Health => ({
  ok: false,
  detail: detail.slice(0, MESSAGE_CHARS),
  advice: "Check the storage of the index, and the log. The index is rebuilt when it can be written.",
});

interface Parts extends Pick<Context, "db" | "log" | "now" | "stopping"> {
  indexes: Indexes;
  models: Models;
  vectors: Vectors;
}

interface CatchUpOptions {
  /** Called after each batch. */
  afterBatch?: () => Promise<unknown>;
  /** True if no other index waits for this one, so that it may wait for more changes before it compacts. */
  mayWait?: boolean;
}

/** Changes and their rows. A changed video without a row was deleted. */
interface Batch {
  changes: readonly PendingChange[];
  rows: ReadonlyMap<string, VectorRow>;
}

/**
 * Keeps the vector index in sync with Postgres. Every step can be repeated: a change is removed from the outbox only
 * after it was written, so work that a crash interrupted is done again.
 */
export class Indexer {
  readonly #parts: Parts;
  /** Indexes that this process has compared with the database. */
  readonly #verified = new Set<string>();
  /** Indexes whose vectors have another size than those that their model makes now. */
  readonly #outgrown = new Set<string>();
  #running: Promise<void> | undefined;
  /** Why the last run failed. */
  #failure: string | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Applies all pending changes, one run at a time per process. Rejects on failure. */
  async runOnce(): Promise<void> {
    while (this.#running) await this.#running.catch(() => {});
    if (this.#parts.stopping.aborted) return;
    this.#running = this.#run()
      .then(() => {
        this.#failure = undefined;
      })
      .catch((error) => {
        if (!this.#parts.stopping.aborted) this.#failure = (error as Error).message;
        // The files may be the cause, so the next run opens and verifies them again.
        this.#parts.vectors.forget();
        this.#verified.clear();
        throw error;
      })
      .finally(() => {
        this.#running = undefined;
      });
    await this.#running;
  }

  /** Returns whether changes are pending or an index is not verified yet, without reading any file. */
  async isBehind(): Promise<boolean> {
    const { indexes, models, vectors } = this.#parts;
    const all = await indexes.list();
    const model = models.getCurrent()?.model;
    if (model === undefined || !vectors.available) return false;
    if (all.at(-1)?.model !== model) return all.length > 0 || (await indexes.countDocuments()) > 0;
    if (all.some((index) => !index.ready_at || !this.#verified.has(index.id))) return true;
    if (this.#listReplaced(all).length > 0) return true;
    const pending = await Promise.all(all.map((index) => indexes.listPending(index.id, 1)));
    return pending.some((changes) => changes.length > 0);
  }

  /** For the operator: whether the index that serves searches can be read, and is kept up to date. */
  async check(): Promise<Health> {
    const { indexes, vectors } = this.#parts;
    if (!vectors.available) return { ok: true, detail: "not available on this platform" };
    if (this.#failure !== undefined) return toFault(`not updated: ${this.#failure}`);
    const all = await indexes.list();
    const last = all.at(-1);
    if (!last) return { ok: true, detail: "nothing to search yet" };
    const ready = all.findLast((index) => index.ready_at);
    if (!ready) {
      const detail = "being built, so searches find nothing yet";
      return Date.now() - last.created_at.getTime() > BUILD_MS ? toFault(detail) : { ok: true, detail };
    }
    try {
      if (!(await vectors.open(ready.id))) return toFault("its files are missing, so searches find nothing");
    } catch (error) {
      return toFault(`cannot be read: ${(error as Error).message}`);
    }
    return { ok: true, detail: `ready, ${await indexes.countPending(ready.id)} changes to come` };
  }

  /** Resolves after the current batch. */
  async stop(): Promise<void> {
    await this.#running?.catch(() => {});
  }

  async #run(): Promise<void> {
    const { indexes, models, vectors, stopping } = this.#parts;
    const engine = models.getCurrent();
    if (!engine || !vectors.available) return;
    const last = (await indexes.list()).at(-1);
    if (!last && (await indexes.countDocuments()) === 0) return;
    if (last?.model === engine.model && (await this.#isOutdated(last))) await indexes.replace(last);
    await indexes.register(engine.model);
    await this.#dropReplaced();
    const all = await indexes.list();
    const newest = all.at(-1)!;
    const ready = all.findLast((index) => index.ready_at);
    const serving = ready && !(await this.#hasOtherDimensions(ready)) ? ready : undefined;
    if (serving) await this.#catchUpIndex(serving, { mayWait: serving.id === newest.id });
    const isOutgrown = () => [serving, newest].some((index) => index && this.#outgrown.has(index.id));
    if (serving?.id !== newest.id && !isOutgrown()) {
      // Keep the index that serves searches up to date in the meantime.
      const keepUp = async (index: Index) =>
        !isOutgrown() && (await indexes.countPending(index.id)) > 0 && this.#catchUpIndex(index);
      await this.#catchUpIndex(newest, serving ? { afterBatch: () => keepUp(serving) } : {});
    }
    // The size of the vectors has only now become known.
    if (isOutgrown() && !stopping.aborted) await this.#run();
  }

  /** Does nothing if another process is writing the index. */
  #catchUpIndex(index: Index, { afterBatch, mayWait }: CatchUpOptions = {}): Promise<boolean> {
    const { indexes, models, vectors, log, now, stopping } = this.#parts;
    return indexes.whileWriting(index.id, async () => {
      const engine = models.find(index.model);
      if (!engine) return;
      do await this.#applyPending(index, engine, afterBatch);
      while (!stopping.aborted && (!(await this.#verify(index)) || (mayWait && (await this.#isPausing(index)))));
      if (stopping.aborted || this.#outgrown.has(index.id)) return;
      const table = await vectors.open(index.id);
      await table?.compact(COMPACT_AT_REST);
      if (table) await partition(table, index, indexes, log);
      await indexes.markReady(index.id, new Date(now()));
    });
  }

  /** Writes all pending changes. Embeds the next batches while one is written or the files are compacted. */
  async #applyPending(index: Index, engine: EmbedProvider, afterBatch?: () => Promise<unknown>): Promise<void> {
    const { stopping, vectors } = this.#parts;
    const finished = new AbortController();
    const signal = AbortSignal.any([stopping, finished.signal]);
    try {
      for await (const batch of prefetch(this.#embedPending(index, engine, signal), PREFETCH)) {
        if (stopping.aborted || !(await this.#write(index, batch))) return;
        await (await vectors.open(index.id))?.compact();
        await afterBatch?.();
      }
    } finally {
      finished.abort();
    }
  }

  /** Reads the next batch from the database while the model embeds the current one. */
  async *#embedPending(index: Index, engine: EmbedProvider, signal: AbortSignal): AsyncGenerator<Batch> {
    let next = this.#readPending(index, 0);
    for (;;) {
      const pending = await next;
      if (!pending || signal.aborted) return;
      const { changes, documents } = pending;
      next = this.#readPending(index, changes.at(-1)!.revision);
      // A rejection is handled in the next round, if there is one.
      next.catch(() => {});
      yield { changes, rows: await embedAll(documents, engine, signal) };
    }
  }

  /** Reads the next changes after a revision, with their rows. Undefined if there are none. */
  async #readPending(index: Index, after: number) {
    const { db, indexes } = this.#parts;
    const changes = await indexes.listPending(index.id, BATCH, after);
    if (changes.length === 0) return undefined;
    const ids = changes.map((change) => change.video_id);
    return { changes, documents: await readDocuments(db, ids) };
  }

  /** Returns false if another process is writing, or if the index has vectors of another size. */
  async #write(index: Index, { changes, rows }: Batch): Promise<boolean> {
    const { indexes, vectors } = this.#parts;
    const [first] = rows.values();
    const table = (await vectors.open(index.id)) ?? (first && (await this.#createTable(index, first.vector.length)));
    if (table && first && first.vector.length !== table.dimensions) {
      // LanceDB would cut longer vectors without an error.
      if (this.#outgrown.size === MAX_OUTGROWN) throw new Error(`The vectors of ${index.model} differ in size.`);
      this.#outgrown.add(index.id);
      return false;
    }
    return indexes.settle(index.id, changes, async (current) => {
      await table?.prepare();
      await table?.upsert(current.flatMap((id) => rows.get(id) ?? []));
      await table?.remove(current.filter((id) => !rows.has(id)));
    });
  }

  /** Creates an empty table. If its directory was lost, everything is indexed again. */
  async #createTable(index: Index, dimensions: number): Promise<VectorTable> {
    const { indexes, vectors } = this.#parts;
    await indexes.enqueueAll(index.id);
    await indexes.update(index.id, { nprobes: null, partitioned_rows: null, ready_at: null });
    return vectors.create(index.id, dimensions);
  }

  /**
   * Returns true if enough rows have changed to compact, but more changes will arrive soon and would require another
   * compaction.
   */
  async #isPausing(index: Index): Promise<boolean> {
    const { indexes, vectors, stopping } = this.#parts;
    const table = await vectors.open(index.id);
    if (!table || table.changedRows < COMPACT_AT_REST) return false;
    for (let waited = 0; waited < PAUSE_MS && !stopping.aborted; waited += PAUSE_POLL_MS) {
      if ((await indexes.listPending(index.id, 1)).length > 0) return true;
      await Bun.sleep(PAUSE_POLL_MS);
    }
    return false;
  }

  /**
   * Compares the files with the database, once per process, and enqueues the differences. Returns true if there are
   * none.
   */
  async #verify(index: Index): Promise<boolean> {
    const { indexes, vectors, log } = this.#parts;
    if (this.#verified.has(index.id)) return true;
    const expected = await indexes.getFingerprint(index.id);
    // Changes are pending: compare later.
    if (expected.pending > 0) return true;
    const table = await vectors.open(index.id);
    const actual = (await table?.getFingerprint()) ?? { rows: 0, sum: 0 };
    this.#verified.add(index.id);
    if (actual.rows === expected.rows && actual.sum === expected.sum) return true;
    const differing = await repair(index.id, table, indexes);
    log.warn("search index differs from the database, repairing", {
      actual: actual.rows,
      expected: expected.rows,
      differing,
    });
    if (differing === 0) await indexes.replace(index);
    return false;
  }

  /** Lists indexes that a newer one has replaced for long enough. */
  #listReplaced(all: readonly Index[]): readonly Index[] {
    const { now } = this.#parts;
    const newest = all.findLastIndex((index) => index.ready_at && index.ready_at.getTime() < now() - LINGER_MS);
    return all.slice(0, Math.max(0, newest));
  }

  async #dropReplaced(): Promise<void> {
    const { indexes, vectors } = this.#parts;
    for (const old of this.#listReplaced(await indexes.list())) {
      await vectors.drop(old.id);
      await indexes.remove(old.id);
    }
  }

  /** Returns true if the index has vectors of another size or lacks a column of this version. */
  async #isOutdated(index: Index): Promise<boolean> {
    const table = await this.#parts.vectors.open(index.id);
    return (table && !table.hasDates) || this.#hasOtherDimensions(index);
  }

  /** A model may change the size of its vectors under the same name. The size is known once it has embedded a text. */
  async #hasOtherDimensions(index: Index): Promise<boolean> {
    const { models, vectors } = this.#parts;
    if (this.#outgrown.has(index.id)) return true;
    const dimensions = models.find(index.model)?.dimensions;
    if (dimensions === undefined) return false;
    const table = await vectors.open(index.id);
    return table !== undefined && table.dimensions !== dimensions;
  }
}

/** Work on the index. It has one writer, which works on all that is due. */
export const defineIndexWork = ({ stopping }: ViralLibrary, indexer: Indexer): WorkKind => ({
  concurrency: 1,
  due: sql`(select now() where exists (select from viral_outbox) or (select count(*) > 1 from viral_indexes)
    or exists (select from viral_indexes where ready_at is null))`,
  alone: { pauseMs: () => PAUSE_BETWEEN_MS },
  claim: async () => ((await indexer.isBehind()) ? [INDEX] : []),
  // A run that the stop interrupts is no failure: the next process continues.
  run: () =>
    indexer.runOnce().catch((error) => {
      if (!stopping.aborted) throw error;
    }),
});

async function embedAll(documents: readonly Document[], engine: EmbedProvider, signal: AbortSignal) {
  const texts = documents.map(({ embeddingText }) => embeddingText);
  const vectors = texts.length > 0 ? await engine.embed(texts, signal) : [];
  return new Map(documents.map((document, at) => [document.id, toVectorRow(document, vectors[at]!)]));
}

/** Yields the values of `source`, with up to `count` of them produced in advance. Ends or throws like the source. */
async function* prefetch<T>(source: AsyncGenerator<T>, count: number): AsyncGenerator<T> {
  const pending: Promise<IteratorResult<T>>[] = [];
  for (;;) {
    // An async generator queues calls of `next` and runs them one after another.
    while (pending.length <= count) {
      const next = source.next();
      // A rejection is handled when its turn comes, if the consumer gets that far.
      next.catch(() => {});
      pending.push(next);
    }
    const { done, value } = await pending.shift()!;
    if (done) return;
    yield value;
  }
}

/**
 * Enqueues videos that are missing in the index's files, and those in the files that no longer exist. Returns the
 * number of enqueued videos.
 */
async function repair(indexId: string, table: VectorTable | undefined, indexes: Indexes): Promise<number> {
  const held = new Set(await table?.listIds());
  let differing = 0;
  let last: string | undefined;
  for (;;) {
    const ids = await indexes.listDocumentIds(PAGE, last);
    last = ids.at(-1);
    if (last === undefined) break;
    const missing = ids.filter((id) => !held.delete(id));
    await indexes.enqueue(indexId, missing);
    differing += missing.length;
  }
  const gone = [...held];
  for (let at = 0; at < gone.length; at += PAGE) await indexes.enqueue(indexId, gone.slice(at, at + PAGE));
  return differing + gone.length;
}
