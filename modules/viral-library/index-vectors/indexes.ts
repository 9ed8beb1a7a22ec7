import { type Selectable, sql } from "kysely";
import type { Database, Tables, Transaction } from "vireo/database";
import { newUuid } from "vireo/ids";
import { transact } from "vireo/transaction";
import type { Fingerprint } from "./fingerprint";

export type Index = Selectable<Tables["viral_indexes"]>;

/** A change that an index has yet to take over. */
export interface Pending {
  video_id: string;
  revision: number;
}

interface Registration {
  anew?: boolean;
  also?(trx: Transaction): Promise<void>;
}

const ALIVE_MS = 15_000;

/** What Postgres knows of the indexes, and what each has yet to take over. */
export function createIndexes(db: Database) {
  const enqueueAll = (on: Database, id: string) =>
    sql`insert into viral_outbox (index_id, video_id)
        select ${id}::uuid, id from viral_videos where analysis is not null order by id
        on conflict do nothing`.execute(on);

  return {
    /** Oldest first. */
    all: (): Promise<Index[]> => db.selectFrom("viral_indexes").selectAll().orderBy("created_at").execute(),

    find: (id: string): Promise<Index | undefined> =>
      db.selectFrom("viral_indexes").selectAll().where("id", "=", id).executeTakeFirst(),

    /**
     * A new index for the model, with everything to take over, unless the newest one is of this model already.
     * `also` is done in the same transaction.
     * @returns the id of the newest index.
     */
    register: (model: string, { anew = false, also }: Registration = {}): Promise<string> =>
      transact(db, async (trx) => {
        await sql`lock table viral_indexes in exclusive mode`.execute(trx);
        const newest = await trx
          .selectFrom("viral_indexes")
          .select(["id", "model"])
          .orderBy("created_at", "desc")
          .limit(1)
          .executeTakeFirst();
        if (newest?.model === model && !anew) return newest.id;
        const id = newUuid();
        await trx.insertInto("viral_indexes").values({ id, model }).execute();
        await enqueueAll(trx, id);
        await also?.(trx);
        return id;
      }),

    enqueueAll: (id: string) => enqueueAll(db, id),

    enqueue: (id: string, videoIds: readonly string[]) =>
      sql`insert into viral_outbox (index_id, video_id)
          select ${id}::uuid, unnest(${videoIds}::uuid[])
          on conflict do nothing`.execute(db),

    /** The first changes behind a revision, in their order. One with a lower revision may come to light later. */
    pending: (id: string, limit: number, after = 0): Promise<Pending[]> =>
      db
        .selectFrom("viral_outbox")
        .select(["video_id", "revision"])
        .where("index_id", "=", id)
        .where("revision", ">", after)
        .orderBy("revision")
        .limit(limit)
        .execute(),

    async left(id: string): Promise<number> {
      const { count } = await db
        .selectFrom("viral_outbox")
        .select((eb) => eb.fn.countAll<number>().as("count"))
        .where("index_id", "=", id)
        .executeTakeFirstOrThrow();
      return count;
    },

    /** Videos that belong into an index. */
    async analysed(): Promise<number> {
      const { count } = await db
        .selectFrom("viral_videos")
        .select((eb) => eb.fn.countAll<number>().as("count"))
        .where("analysis", "is not", null)
        .executeTakeFirstOrThrow();
      return count;
    },

    /** Ids of videos that belong into an index, in order. */
    async analysedIds(limit: number, after?: string): Promise<string[]> {
      const all = db.selectFrom("viral_videos").select("id").where("analysis", "is not", null);
      const rows = await (after === undefined ? all : all.where("id", ">", after)).orderBy("id").limit(limit).execute();
      return rows.map((row) => row.id);
    },

    /** How many videos belong into the index and what their ids amount to, and how many changes it has yet to take over. */
    async fingerprint(id: string): Promise<Fingerprint & { left: number }> {
      const { rows } = await sql<Fingerprint & { left: number }>`
        select count(*) as rows, coalesce(bit_xor(('x' || right(id::text, 8))::bit(32)::int), 0) as sum,
          (select count(*) from viral_outbox where index_id = ${id}) as left
        from viral_videos where analysis is not null`.execute(db);
      return rows[0]!;
    },

    /**
     * Does the work as the index's only writer among all processes; false, without waiting, where there is another.
     * The lock is a transaction's own, so Postgres gives it free when this process dies.
     */
    whileWriting: (id: string, work: () => Promise<void>): Promise<boolean> =>
      db.transaction().execute(async (trx) => {
        const { rows } = await sql<{ held: boolean }>`
          select pg_try_advisory_xact_lock(hashtextextended(${`viral-library.index:${id}`}, 0)) as held`.execute(trx);
        if (!rows[0]?.held) return false;
        // A transaction that says nothing for a minute is ended: so the lock of a machine that vanished goes, too.
        const timer = setInterval(() => void sql`select 1`.execute(trx).catch(() => {}), ALIVE_MS);
        await work().finally(() => clearInterval(timer));
        return true;
      }),

    /**
     * Does the work and forgets the changes when it is done. The work gets those that are still as they were read.
     * False where another process is doing the same.
     */
    settle: (id: string, changes: readonly Pending[], work: (videoIds: readonly string[]) => Promise<void>) =>
      transact(db, async (trx: Transaction) => {
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
          using unnest(${changes.map((one) => one.video_id)}::uuid[], ${changes.map((one) => one.revision)}::bigint[])
            as done (video_id, revision)
          where viral_outbox.index_id = ${id} and viral_outbox.video_id = done.video_id
            and viral_outbox.revision = done.revision
          returning viral_outbox.video_id`.execute(trx);
        await work(rows.map((row) => row.video_id));
        return true;
      }),

    set: (id: string, values: Partial<Pick<Index, "ready_at" | "nprobes" | "partitioned_rows">>) =>
      db.updateTable("viral_indexes").set(values).where("id", "=", id).execute(),

    remove: (id: string) => db.deleteFrom("viral_indexes").where("id", "=", id).execute(),
  };
}

export type Indexes = ReturnType<typeof createIndexes>;
