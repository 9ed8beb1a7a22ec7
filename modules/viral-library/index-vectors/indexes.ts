import { type Selectable, sql } from "kysely";
import type { Database, Tables, Transaction } from "vireo/database";
import { newUuid } from "vireo/ids";
import { transact } from "vireo/transaction";
import type { Fingerprint } from "./fingerprint";

/** Kind of work that brings the index up to date. */
export const INDEX = "index";

export type Index = Selectable<Tables["viral_indexes"]>;

/** A change in the outbox that an index has not applied yet. */
export interface PendingChange {
  video_id: string;
  revision: number;
}

interface Registration {
  /** Creates a new index even if the newest one uses this model. */
  rebuild?: boolean;
  /** Runs in the same transaction. */
  also?(trx: Transaction): Promise<void>;
}

const KEEP_ALIVE_MS = 15_000;

/** Manages the indexes and the outbox of changes that each must apply. */
export class Indexes {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Lists indexes, oldest first. */
  list(): Promise<Index[]> {
    return this.#db.selectFrom("viral_indexes").selectAll().orderBy("created_at").execute();
  }

  find(id: string): Promise<Index | undefined> {
    return this.#db.selectFrom("viral_indexes").selectAll().where("id", "=", id).executeTakeFirst();
  }

  update(id: string, values: Partial<Pick<Index, "ready_at" | "nprobes" | "partitioned_rows">>) {
    return this.#db.updateTable("viral_indexes").set(values).where("id", "=", id).execute();
  }

  /** Lets searches use an index that is complete. */
  markReady(id: string, at: Date) {
    const row = this.#db.updateTable("viral_indexes").set({ ready_at: at });
    return row.where("id", "=", id).where("ready_at", "is", null).execute();
  }

  remove(id: string) {
    return this.#db.deleteFrom("viral_indexes").where("id", "=", id).execute();
  }

  /**
   * Creates an index for the model with all documents as pending changes, unless one exists. Returns the id of the
   * newest index.
   */
  register(model: string, { rebuild = false, also }: Registration = {}): Promise<string> {
    return transact(this.#db, async (trx) => {
      const newest = await lockNewest(trx);
      if (newest?.model === model && !rebuild) return newest.id;
      const id = await create(trx, model);
      await also?.(trx);
      return id;
    });
  }

  /** Creates an index for the same model, unless a newer one exists. The old one serves searches until it is complete. */
  replace({ id, model }: Index, { also }: Pick<Registration, "also"> = {}): Promise<void> {
    return transact(this.#db, async (trx) => {
      if ((await lockNewest(trx))?.id !== id) return;
      await create(trx, model);
      await also?.(trx);
    });
  }

  enqueueAll(id: string) {
    return enqueueAll(this.#db, id);
  }

  /** Records changes of media for all indexes, in the caller's transaction. */
  noteChanged(trx: Transaction, ids: readonly string[]) {
    return sql`insert into viral_outbox (index_id, video_id)
        select viral_indexes.id, changed from viral_indexes cross join unnest(${ids}::uuid[]) changed
        on conflict (index_id, video_id) do update set revision = nextval('viral_outbox_revision')`.execute(trx);
  }

  enqueue(id: string, videoIds: readonly string[]) {
    return sql`insert into viral_outbox (index_id, video_id)
        select ${id}::uuid, unnest(${videoIds}::uuid[])
        on conflict do nothing`.execute(this.#db);
  }

  /** Lists pending changes after a revision, in order. A change with a lower revision may be committed later. */
  listPending(id: string, limit: number, after = 0): Promise<PendingChange[]> {
    return this.#db
      .selectFrom("viral_outbox")
      .select(["video_id", "revision"])
      .where("index_id", "=", id)
      .where("revision", ">", after)
      .orderBy("revision")
      .limit(limit)
      .execute();
  }

  async countPending(id: string): Promise<number> {
    const { count } = await this.#db
      .selectFrom("viral_outbox")
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .where("index_id", "=", id)
      .executeTakeFirstOrThrow();
    return count;
  }

  /** Counts the videos and media that belong in an index. */
  async countDocuments(): Promise<number> {
    const { count } = await this.#db
      .selectFrom("viral_documents")
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    return count;
  }

  async hasDocuments(): Promise<boolean> {
    return (await this.listDocumentIds(1)).length > 0;
  }

  /** Lists the ids of videos and media that belong in an index, in order. */
  async listDocumentIds(limit: number, after?: string): Promise<string[]> {
    const all = this.#db.selectFrom("viral_documents").select("id");
    const rows = await (after === undefined ? all : all.where("id", ">", after)).orderBy("id").limit(limit).execute();
    return rows.map((row) => row.id);
  }

  /** Returns the fingerprint of the index's documents and the number of pending changes, from one snapshot. */
  async getFingerprint(id: string): Promise<Fingerprint & { pending: number }> {
    const { rows } = await sql<Fingerprint & { pending: number }>`
      select count(*) as rows, coalesce(bit_xor(('x' || right(id::text, 8))::bit(32)::int), 0) as sum,
        (select count(*) from viral_outbox where index_id = ${id}) as pending
      from viral_documents`.execute(this.#db);
    return rows[0]!;
  }

  /**
   * Runs the work as the index's only writer among all processes. Returns false at once if there is another writer. The
   * lock belongs to a transaction, so PostgreSQL releases it if this process dies.
   */
  whileWriting(id: string, work: () => Promise<void>): Promise<boolean> {
    return this.#db.transaction().execute(async (trx) => {
      const { rows } = await sql<{ held: boolean }>`
        select pg_try_advisory_xact_lock(hashtextextended(${`viral-library.index:${id}`}, 0)) as held`.execute(trx);
      if (!rows[0]?.held) return false;
      // Transactions that are idle for a minute are ended, which also releases the lock of a machine that lost its
      // connection.
      const timer = setInterval(() => void sql`select 1`.execute(trx).catch(() => {}), KEEP_ALIVE_MS);
      await work().finally(() => clearInterval(timer));
      return true;
    });
  }

  /**
   * Runs the work, then removes the changes from the outbox. The work receives only videos that have not changed again.
   * Returns false if another process is doing the same.
   */
  settle(id: string, changes: readonly PendingChange[], work: (videoIds: readonly string[]) => Promise<void>) {
    return transact(this.#db, async (trx: Transaction) => {
      const held = await trx
        .selectFrom("viral_indexes")
        .select("id")
        .where("id", "=", id)
        .forUpdate()
        .skipLocked()
        .executeTakeFirst();
      if (!held) return false;
      const { rows } = await sql<{ video_id: string }>`
        delete from viral_outbox
        using unnest(${changes.map((change) => change.video_id)}::uuid[], ${changes.map((change) => change.revision)}::bigint[])
          as done (video_id, revision)
        where viral_outbox.index_id = ${id} and viral_outbox.video_id = done.video_id
          and viral_outbox.revision = done.revision
        returning viral_outbox.video_id`.execute(trx);
      await work(rows.map((row) => row.video_id));
      return true;
    });
  }
}

/** Returns the newest index. None is added before the transaction ends. */
async function lockNewest(trx: Transaction): Promise<Pick<Index, "id" | "model"> | undefined> {
  await sql`lock table viral_indexes in exclusive mode`.execute(trx);
  const all = trx.selectFrom("viral_indexes").select(["id", "model"]);
  return all.orderBy("created_at", "desc").limit(1).executeTakeFirst();
}

/** Creates an index with all documents as pending changes. Returns its id. */
async function create(trx: Transaction, model: string): Promise<string> {
  const id = newUuid();
  await trx.insertInto("viral_indexes").values({ id, model }).execute();
  await enqueueAll(trx, id);
  return id;
}

const enqueueAll = (on: Database, id: string) =>
  sql`insert into viral_outbox (index_id, video_id)
      select ${id}::uuid, id from viral_documents order by id
      on conflict do nothing`.execute(on);
