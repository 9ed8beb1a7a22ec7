import type { Context } from "#core/module";
import { meaningOf, toVectorRow } from "./document";
import type { Index, Indexes } from "./indexes";
import type { Models } from "./models";
import { partition } from "./partition";
import type { EmbedProvider } from "./provider";
import type { VectorTable } from "./vector-table";
import type { Vectors } from "./vectors";

/** Videos that are embedded and written at a time. */
const BATCH = 256;
/** How long an index that was replaced still serves searches that have begun. */
const LINGER_MS = 60_000;

interface Options extends Pick<Context, "db" | "log" | "stopping"> {
  indexes: Indexes;
  models: Models;
  vectors: Vectors;
}

/**
 * Brings the vectors to where Postgres is. Every step may be repeated: a change is forgotten only after
 * it was written, so what a crash cut off is done again.
 */
export function createIndexer({ db, log, stopping, indexes, models, vectors }: Options) {
  const checked = new Set<string>();
  let running: Promise<void> | undefined;

  /** Takes over some changes; false when there are none, or another process is at it. */
  async function step(index: Index, engine: EmbedProvider): Promise<boolean> {
    const changes = await indexes.pending(index.id, BATCH);
    if (changes.length === 0) return false;
    const ids = changes.map((one) => one.video_id);
    const videos = await db
      .selectFrom("viral_videos")
      .selectAll()
      .where("id", "in", ids)
      .where("analysis", "is not", null)
      .execute();
    const made = videos.length > 0 ? await engine.embed(videos.map(meaningOf), stopping) : [];
    const rows = new Map(videos.map((video, at) => [video.id, toVectorRow(video, made[at]!)]));
    const table = await vectors.open(index.id);
    const writable = table ?? (made[0] ? await begin(index, made[0].length) : undefined);
    return indexes.settle(index.id, changes, async (current) => {
      await writable?.prepare();
      await writable?.upsert(current.flatMap((id) => rows.get(id) ?? []));
      await writable?.remove(current.filter((id) => !rows.has(id)));
    });
  }

  /** An empty table. If there was one before, its directory was lost: all is to be taken over again. */
  async function begin(index: Index, dimensions: number): Promise<VectorTable> {
    await indexes.enqueueAll(index.id);
    await indexes.set(index.id, { nprobes: null, partitioned_rows: null });
    return vectors.create(index.id, dimensions);
  }

  /** Once in a process: whether the files hold what Postgres believes; if not, they are made anew. */
  async function isWhole(index: Index): Promise<boolean> {
    if (checked.has(index.id)) return true;
    const table = await vectors.open(index.id);
    const [held, wanted] = [(await table?.count()) ?? 0, await indexes.analysed()];
    if ((await indexes.left(index.id)) > 0) return false;
    checked.add(index.id);
    if (held === wanted) return true;
    log.warn("the search index differs from the database and is made anew", { held, wanted });
    if (table) await indexes.register(index.model, { anew: true });
    else await indexes.enqueueAll(index.id);
    return false;
  }

  async function catchUp(index: Index): Promise<void> {
    const engine = models.of(index.model);
    if (!engine) return;
    while (await step(index, engine)) {
      if (stopping.aborted) return;
      await (await vectors.open(index.id))?.compact();
    }
    if ((await indexes.left(index.id)) > 0 || !(await isWhole(index))) return;
    if (!index.ready_at) await indexes.set(index.id, { ready_at: new Date() });
    const table = await vectors.open(index.id);
    if (!table) return;
    await table.compact();
    await partition(table, index, indexes, log);
  }

  /** What a newer, complete index has replaced. */
  async function dropOld(): Promise<void> {
    const all = await indexes.all();
    const newest = all.findLastIndex((index) => index.ready_at && index.ready_at.getTime() < Date.now() - LINGER_MS);
    for (const old of all.slice(0, Math.max(0, newest))) {
      await indexes.remove(old.id);
      await vectors.drop(old.id);
    }
  }

  async function run(): Promise<void> {
    const engine = models.current();
    if (!engine) return;
    if ((await indexes.all()).length === 0 && (await indexes.analysed()) === 0) return;
    await indexes.register(engine.model);
    // The newest first: it is what searches wait for.
    for (const index of (await indexes.all()).reverse()) await catchUp(index);
    await dropOld();
  }

  return {
    /** Takes over all that waits; one run at a time in a process. */
    async catchUp(): Promise<void> {
      while (running) await running.catch(() => {});
      if (stopping.aborted) return;
      running = run().finally(() => {
        running = undefined;
      });
      await running.catch((error) => {
        // The next sweep goes on where this one ended.
        if (!stopping.aborted) log.error("the search index does not keep up", { error });
      });
    },

    /** Whether something waits, told without touching any file. */
    async isBehind(): Promise<boolean> {
      const all = await indexes.all();
      const model = models.current()?.model;
      if (model === undefined) return false;
      if (all.at(-1)?.model !== model) return all.length > 0 || (await indexes.analysed()) > 0;
      const first = await Promise.all(all.map((index) => indexes.pending(index.id, 1)));
      return first.some((some) => some.length > 0) || all.length > 1 || all.some((index) => !index.ready_at);
    },

    /** Ends with the batch under way. */
    stop: async () => void (await running?.catch(() => {})),
  };
}
