import { sql } from "kysely";
import { maintainPartitions } from "#db/partitions";
import type { Database, Transaction } from "#db/tables";
import { lockUntilEnd } from "#db/transaction";

const BATCH = 100;

export interface OrderedEvent {
  account_id: string;
  type: string;
  data: object;
  created_at: Date;
  /** Position in the order that streams and webhooks follow. */
  seq: number;
}

/** Joins the transaction that orders events, for example to write deliveries. */
export type EventConsumer = (trx: Transaction, events: readonly OrderedEvent[]) => Promise<void>;

/** Creation time in microseconds since the epoch. A Date is limited to milliseconds. */
const MICROSECONDS = sql<number>`(extract(epoch from created_at) * 1000000)::bigint`;
const toTime = (microseconds: number) => sql`timestamptz 'epoch' + ${microseconds}::bigint * interval '1 microsecond'`;

async function orderBatch(trx: Transaction): Promise<OrderedEvent[]> {
  await lockUntilEnd(trx, "vireo:events");
  const waiting = await trx
    .selectFrom("events")
    .select(["id", MICROSECONDS.as("at")])
    .where("seq", "is", null)
    .orderBy("id")
    .limit(sql.lit(BATCH))
    .execute();
  if (waiting.length === 0) return [];
  const ids = waiting.map(({ id }) => id);
  const times = waiting.map(({ at }) => at);
  // The time range limits the update to the partitions of those days.
  const { rows } = await sql<OrderedEvent>`
    with placed as materialized (
      select id, nextval('events_seq') as seq from unnest(${ids}::bigint[]) with ordinality as w(id, place) order by place
    )
    update events set seq = placed.seq from placed
    where events.id = placed.id
      and events.created_at between ${toTime(Math.min(...times))} and ${toTime(Math.max(...times))}
    returning account_id, type, data, events.created_at, events.seq`.execute(trx);
  return rows.toSorted((a, b) => a.seq - b.seq);
}

/**
 * Assigns committed events their position in the order and passes them to `consume` in batches, each in one
 * transaction. If the process dies, the events wait for the next run. Only one transaction does this at a time across
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

/** Drops the partitions of events older than `days`. A partition with an event that has no position yet is kept. */
export const pruneEvents = (db: Database, days: number, now?: Date): Promise<void> =>
  maintainPartitions(db, { table: "events", days, unless: "seq is null" }, now);
