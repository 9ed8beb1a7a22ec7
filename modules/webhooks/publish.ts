import { sql } from "kysely";
import type { Transaction } from "vireo/database";
import type { EventType } from "vireo/events";
import { newUuid } from "vireo/ids";
import type { Context } from "vireo/module";
import { type EventRow, messageOf } from "./message";
import { covers } from "./patterns";

const BATCH = 100;
export const DELIVER = "webhooks.deliver";

interface Placed extends EventRow {
  type: EventType;
  seq: number;
}

/**
 * Gives committed events their place in the order, and writes the deliveries to the webhooks that
 * asked for them, all in one transaction: a process that dies leaves the event waiting for the next.
 * One transaction at a time does this among all replicas, so whoever sees a place in the order also
 * sees every one before it. Those who emit wait for nothing.
 */
export function createPublisher({ db, events, jobs }: Pick<Context, "db" | "events" | "jobs">) {
  async function place(trx: Transaction): Promise<Placed[]> {
    await sql`select pg_advisory_xact_lock(hashtextextended('vireo:events', 0))`.execute(trx);
    const { rows } = await sql<Placed>`
      with placed as materialized (
        select id, nextval('events_seq') as seq
        from (select id from events where seq is null order by id limit ${sql.lit(BATCH)}) as waiting
      )
      update events set seq = placed.seq from placed where events.id = placed.id
      returning account_id, type, data, created_at, events.seq`.execute(trx);
    return rows.toSorted((a, b) => a.seq - b.seq);
  }

  async function fanOut(trx: Transaction, placed: readonly Placed[]): Promise<void> {
    const accounts = [...new Set(placed.map((event) => event.account_id))];
    // Shared, so that a webhook which is being disabled fails these deliveries too.
    const webhooks = await trx
      .selectFrom("webhooks")
      .select(["id", "account_id", "events", "api_version"])
      .where("account_id", "in", accounts)
      .where("status", "=", "enabled")
      .orderBy("id")
      .forShare()
      .execute();
    const deliveries = placed.flatMap((event) =>
      webhooks
        .filter((webhook) => webhook.account_id === event.account_id && covers(webhook.events, event.type))
        .map((webhook) => ({
          id: newUuid(),
          webhook_id: webhook.id,
          type: event.type,
          body: JSON.stringify(messageOf(events, webhook.api_version, event)),
        })),
    );
    if (deliveries.length > 0) await trx.insertInto("webhook_deliveries").values(deliveries).execute();
    for (const webhookId of new Set(deliveries.map((delivery) => delivery.webhook_id))) {
      // A key of its own: a job that waits already may be taken before this transaction is committed.
      await jobs.send(trx, DELIVER, `${webhookId}:${placed[0]?.seq}`, { webhookId });
    }
    await events.announce(trx, accounts);
  }

  /** Publishes what waits; returns how many events that were. */
  return async function publish(): Promise<number> {
    for (let count = 0; ; ) {
      const placed = await db.transaction().execute(async (trx) => {
        const batch = await place(trx);
        if (batch.length > 0) await fanOut(trx, batch);
        return batch.length;
      });
      count += placed;
      if (placed < BATCH) return count;
    }
  };
}
