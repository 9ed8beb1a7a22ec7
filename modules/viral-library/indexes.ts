import { type Selectable, sql } from "kysely";
import { newUuid } from "#core/ids";
import type { Database, Tables, Transaction } from "#db/tables";
import { transact } from "#db/transaction";

export type Index = Selectable<Tables["viral_indexes"]>;

/** A change that an index has yet to take over. */
export interface Pending {
  video_id: string;
  revision: number;
}

/** What Postgres knows of the indexes, and what each has yet to take over. */
export function createIndexes(db: Database) {
  const enqueueAll = (on: Database, id: string) =>
    sql`insert into viral_outbox (index_id, video_id)
        select ${id}::uuid, id from viral_videos where analysis is not null order by id
        on conflict do nothing`.execute(on);

  return {
    /** Oldest first. */
    all: (): Promise<Index[]> => db.selectFrom("viral_indexes").selectAll().orderBy("created_at").execute(),

    /** A new index for the model, with everything to take over, unless the newest one is of this model already. */
    register: (model: string, { anew = false } = {}): Promise<void> =>
      transact(db, async (trx) => {
        await sql`lock table viral_indexes in exclusive mode`.execute(trx);
        const newest = await trx
          .selectFrom("viral_indexes")
          .select("model")
          .orderBy("created_at", "desc")
          .limit(1)
          .executeTakeFirst();
        if (newest?.model === model && !anew) return;
        const id = newUuid();
        await trx.insertInto("viral_indexes").values({ id, model }).execute();
        await enqueueAll(trx, id);
      }),

    enqueueAll: (id: string) => enqueueAll(db, id),

    pending: (id: string, limit: number): Promise<Pending[]> =>
      db
        .selectFrom("viral_outbox")
        .select(["video_id", "revision"])
        .where("index_id", "=", id)
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

    /**
     * Does the work as the index's only writer among all processes, and forgets the changes when it is done.
     * The work gets those that are still as they were read. False where another process writes.
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
