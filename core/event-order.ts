import { sql } from "kysely";
import type { Database, Transaction } from "#db/tables";

const BATCH = 100;
/** Rows deleted per statement. */
const PRUNE_BATCH = 5000n;

export interface OrderedEvent {
  account_id: string;
  type: string;
  data: object;
  created_at: Date;
  /** Position in the order that streams and webhooks follow. */
  seq: number;
}

/** Takes part in the transaction that orders events, for example to write deliveries. */
export type EventConsumer = (trx: Transaction, events: readonly OrderedEvent[]) => Promise<void>;

async function orderBatch(trx: Transaction): Promise<OrderedEvent[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended('vireo:events', 0))`.execute(trx);
  const { rows } = await sql<OrderedEvent>`
    with placed as materialized (
      select id, nextval('events_seq') as seq
      from (select id from events where seq is null order by id limit ${sql.lit(BATCH)}) as waiting
    )
    update events set seq = placed.seq from placed where events.id = placed.id
    returning account_id, type, data, created_at, events.seq`.execute(trx);
  return rows.toSorted((a, b) => a.seq - b.seq);
}

/**
 * Assigns committed events their position in the order and passes them to `consume`, batch by batch, each in one
 * transaction: if the process dies, the events wait for the next one. One transaction at a time does this across
 * all replicas, so a reader that sees a position also sees every earlier one. Emitting never waits for it.
 */
export async function orderEvents(db: Database, consume: EventConsumer): Promise<void> {
  for (let count = BATCH; count === BATCH; ) {
    count = await db.transaction().execute(async (trx) => {
      const events = await orderBatch(trx);
      if (events.length > 0) await consume(trx, events);
      return events.length;
    });
  }
}

/** Deletes events older than `days`. Events that have no position yet are kept. */
export async function pruneEvents(db: Database, days: number): Promise<void> {
  for (let deleted = PRUNE_BATCH; deleted === PRUNE_BATCH; ) {
    const { numAffectedRows } = await sql`
      delete from events where id in (
        select id from events
        where created_at < clock_timestamp() - ${days} * interval '1 day' and seq is not null
        limit ${sql.lit(Number(PRUNE_BATCH))}
      )`.execute(db);
    deleted = numAffectedRows ?? 0n;
  }
}
