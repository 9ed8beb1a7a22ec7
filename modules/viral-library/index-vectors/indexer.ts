import type { Context } from "vireo/module";
import type { EmbedProvider } from "vireo/slots/embed";
import { ahead } from "./ahead";
import { meaningOf, toVectorRow } from "./document";
import type { Index, Indexes, Pending } from "./indexes";
import type { Models } from "./models";
import { partition } from "./partition";
import { repair } from "./repair";
import { COMPACT_AT_REST, type VectorRow, type VectorTable } from "./vector-table";
import type { Vectors } from "./vectors";

/** Videos that are embedded and written at a time. */
const BATCH = 512;
/** Batches that are embedded while one is written: as many as keep the model busy during a compaction. */
const AHEAD = 10;
/** An import in whose midst nothing comes for this long, as when its videos are still analysed, is at rest. */
const PAUSE_MS = 2000;
const LOOK_MS = 100;
/** How long an index that was replaced still serves searches that have begun. */
const LINGER_MS = 60_000;

interface Options extends Pick<Context, "db" | "log" | "stopping"> {
  indexes: Indexes;
  models: Models;
  vectors: Vectors;
}

/** What else there is to do beside one index. */
interface Others {
  /** Done after each of its batches. */
  between?: () => Promise<unknown>;
  /** No other index waits for this one: it may wait for what comes in a moment. */
  isAlone?: boolean;
}

/** Changes, and the rows they lead to; a video without a row is gone. */
interface Batch {
  changes: readonly Pending[];
  rows: ReadonlyMap<string, VectorRow>;
}

/**
 * Brings the vectors to where Postgres is. Every step may be repeated: a change is forgotten only after
 * it was written, so what a crash cut off is done again.
 */
export function createIndexer({ db, log, stopping, indexes, models, vectors }: Options) {
  const checked = new Set<string>();
  let running: Promise<void> | undefined;

  /** The next changes behind a revision, and the videos they are about; undefined where there are none. */
  async function find(index: Index, after: number) {
    const changes = await indexes.pending(index.id, BATCH, after);
    if (changes.length === 0) return undefined;
    const ids = changes.map((one) => one.video_id);
    const videos = await db
      .selectFrom("viral_videos")
      .selectAll()
      .where("id", "in", ids)
      .where("analysis", "is not", null)
      .execute();
    return { changes, videos };
  }

  /** All that waits, embedded. The model never waits for the database: what comes next is found meanwhile. */
  async function* read(index: Index, engine: EmbedProvider, enough: AbortSignal): AsyncGenerator<Batch> {
    let next = find(index, 0);
    for (;;) {
      const found = await next;
      if (!found || enough.aborted) return;
      const { changes, videos } = found;
      next = find(index, changes.at(-1)!.revision);
      // Its failure is met in the next turn, if there is one.
      next.catch(() => {});
      const made = videos.length > 0 ? await engine.embed(videos.map(meaningOf), enough) : [];
      yield { changes, rows: new Map(videos.map((video, at) => [video.id, toVectorRow(video, made[at]!)])) };
    }
  }

  /** False where another process writes. */
  async function write(index: Index, { changes, rows }: Batch): Promise<boolean> {
    const [first] = rows.values();
    const table = (await vectors.open(index.id)) ?? (first && (await begin(index, first.vector.length)));
    return indexes.settle(index.id, changes, async (current) => {
      await table?.prepare();
      await table?.upsert(current.flatMap((id) => rows.get(id) ?? []));
      await table?.remove(current.filter((id) => !rows.has(id)));
    });
  }

  /** An empty table. If there was one before, its directory was lost: all is to be taken over again. */
  async function begin(index: Index, dimensions: number): Promise<VectorTable> {
    await indexes.enqueueAll(index.id);
    await indexes.set(index.id, { nprobes: null, partitioned_rows: null });
    return vectors.create(index.id, dimensions);
  }

  /** Takes over all that waits. While one batch is written, or the files are compacted, the next are embedded. */
  async function takeOver(index: Index, engine: EmbedProvider, between?: () => Promise<unknown>): Promise<void> {
    const left = new AbortController();
    const enough = AbortSignal.any([stopping, left.signal]);
    try {
      for await (const batch of ahead(read(index, engine, enough), AHEAD)) {
        if (stopping.aborted || !(await write(index, batch))) return;
        await (await vectors.open(index.id))?.compact();
        await between?.();
      }
    } finally {
      left.abort();
    }
  }

  /** Whether what was written is worth a compaction, and more comes in a moment: then there would soon be another one. */
  async function isPausing(index: Index): Promise<boolean> {
    const table = await vectors.open(index.id);
    if (!table || table.changed() < COMPACT_AT_REST) return false;
    for (let waited = 0; waited < PAUSE_MS && !stopping.aborted; waited += LOOK_MS) {
      if ((await indexes.pending(index.id, 1)).length > 0) return true;
      await Bun.sleep(LOOK_MS);
    }
    return false;
  }

  /** Once in a process: whether the files hold what Postgres believes; what differs is taken over anew. */
  async function isWhole(index: Index): Promise<boolean> {
    if (checked.has(index.id)) return true;
    const wanted = await indexes.fingerprint(index.id);
    // It moves: there will be another time.
    if (wanted.left > 0) return true;
    const table = await vectors.open(index.id);
    const held = (await table?.fingerprint()) ?? { rows: 0, sum: 0 };
    checked.add(index.id);
    if (held.rows === wanted.rows && held.sum === wanted.sum) return true;
    const differing = await repair(index.id, table, indexes);
    log.warn("the search index differs from the database and is mended", {
      held: held.rows,
      wanted: wanted.rows,
      differing,
    });
    if (differing === 0) await indexes.register(index.model, { anew: true });
    return false;
  }

  /** As the only writer among all processes; nothing where there is another one. */
  const catchUp = (index: Index, { between, isAlone }: Others = {}): Promise<boolean> =>
    indexes.whileWriting(index.id, async () => {
      const engine = models.of(index.model);
      if (!engine) return;
      do await takeOver(index, engine, between);
      while (!stopping.aborted && (!(await isWhole(index)) || (isAlone && (await isPausing(index)))));
      if (stopping.aborted) return;
      const table = await vectors.open(index.id);
      await table?.compact(COMPACT_AT_REST);
      if (table) await partition(table, index, indexes, log);
      if (!index.ready_at) await indexes.set(index.id, { ready_at: new Date() });
    });

  /** What a newer, complete index has replaced. */
  async function dropOld(): Promise<void> {
    const all = await indexes.all();
    const newest = all.findLastIndex((index) => index.ready_at && index.ready_at.getTime() < Date.now() - LINGER_MS);
    for (const old of all.slice(0, Math.max(0, newest))) {
      await vectors.drop(old.id);
      await indexes.remove(old.id);
    }
  }

  /** A model may change its vectors and keep its name: they cannot be compared. Known once it has embedded something. */
  async function hasOtherSize(index: Index): Promise<boolean> {
    const size = models.of(index.model)?.dimensions;
    if (size === undefined) return false;
    const table = await vectors.open(index.id);
    return table !== undefined && table.dimensions !== size;
  }

  async function run(): Promise<void> {
    const engine = models.current();
    if (!engine || !vectors.available) return;
    const last = (await indexes.all()).at(-1);
    if (!last && (await indexes.analysed()) === 0) return;
    const anew = last?.model === engine.model && (await hasOtherSize(last));
    await indexes.register(engine.model, { anew });
    await dropOld();
    const all = await indexes.all();
    const newest = all.at(-1)!;
    const ready = all.findLast((index) => index.ready_at);
    const serving = ready && !(await hasOtherSize(ready)) ? ready : undefined;
    if (serving) await catchUp(serving, { isAlone: serving.id === newest.id });
    if (serving?.id === newest.id) return;
    // The index that answers meanwhile keeps up.
    const keepUp = async (index: Index) => (await indexes.left(index.id)) > 0 && (await catchUp(index));
    await catchUp(newest, serving ? { between: () => keepUp(serving) } : {});
  }

  /** Takes over all that waits; one run at a time in a process. Rejects with what keeps it from that. */
  async function runOnce(): Promise<void> {
    while (running) await running.catch(() => {});
    if (stopping.aborted) return;
    running = run()
      .catch((error) => {
        // It may be the files: the next run opens them anew, and looks at them as the first one does.
        vectors.forget();
        checked.clear();
        throw error;
      })
      .finally(() => {
        running = undefined;
      });
    await running;
  }

  return {
    runOnce,

    /** The same for those who can do nothing about a failure: the next sweep goes on where this one ended. */
    catchUp: (): Promise<void> =>
      runOnce().catch((error) => {
        if (!stopping.aborted) log.error("the search index does not keep up", { error });
      }),

    /** Whether something waits, or was not looked at yet, told without touching any file. */
    async isBehind(): Promise<boolean> {
      const all = await indexes.all();
      const model = models.current()?.model;
      if (model === undefined || !vectors.available) return false;
      if (all.at(-1)?.model !== model) return all.length > 0 || (await indexes.analysed()) > 0;
      if (all.length > 1 || all.some((index) => !index.ready_at || !checked.has(index.id))) return true;
      const first = await Promise.all(all.map((index) => indexes.pending(index.id, 1)));
      return first.some((some) => some.length > 0);
    },

    /** Ends with the batch under way. */
    stop: async () => void (await running?.catch(() => {})),
  };
}

export type Indexer = ReturnType<typeof createIndexer>;
