import { type SqlBool, sql } from "kysely";
import { isActiveAccount } from "#core/access/account-life";
import type { Generation } from "#core/generations/generation";
import { clockFrom, fromNow, isDue, isFree, isOwned, LEASE_MS } from "#core/leases";
import type { Database, Transaction } from "#db/tables";
import { lockUntilEnd } from "#db/transaction";

/** A generation whose lease this process holds. */
export interface Claim {
  row: Generation;
  /** The database's current time, used for deadlines. */
  now(): number;
}

/** Vendor tasks of one engine that are polled at a time, so a slow vendor does not hold up the others. */
const POLLS_PER_ENGINE = 20;

/** Updates a generation only while the claim is valid. */
export const updateOwned = (db: Database, row: Generation) =>
  db.updateTable("generations").where("status", "=", "processing").where(isOwned(row));

const toClaim = ({ now, ...row }: Generation & { now: Date }): Claim => ({ row, now: clockFrom(now) });
const databaseNow = sql<Date>`clock_timestamp()`.as("now");

/** One queue: an engine in a slot. */
export interface Queue {
  name: string;
  engine: string;
  slot: string;
  /** Kinds of generations that belong to the slot unless they name another. */
  kinds: readonly string[];
}

/**
 * Claims the next queued generation. Accounts take turns, so the backlog of one account never delays another by more
 * than one job. Returns undefined if the queue is empty.
 */
export const claimNext = (db: Database, queue: Queue, limitMs: number): Promise<Claim | undefined> =>
  db.transaction().execute(async (trx) => {
    // Claim one at a time. Otherwise two workers would see the same turns.
    await lockUntilEnd(trx, `turns:${queue.name}`);
    const next = await findNext(trx, queue);
    if (!next) return undefined;
    const row = await trx
      .updateTable("generations")
      .set((eb) => ({
        status: "processing",
        attempts: eb("attempts", "+", 1),
        lease_until: fromNow(LEASE_MS),
        deadline_at: sql<Date>`coalesce(deadline_at, ${fromNow(limitMs)})`,
      }))
      .where("id", "=", next.id)
      .returningAll()
      .returning(databaseNow)
      .executeTakeFirstOrThrow();
    await trx
      .insertInto("turns")
      .values({ queue: queue.name, account_id: row.account_id, taken_at: fromNow() })
      .onConflict((conflict) => conflict.columns(["queue", "account_id"]).doUpdateSet({ taken_at: fromNow() }))
      .execute();
    return toClaim(row);
  });

/** Selects the oldest generation of the account with the oldest turn. */
const findNext = (trx: Transaction, { name, engine, slot, kinds }: Queue) =>
  trx
    .selectFrom("generations as waiting")
    .leftJoin("turns", (join) => join.onRef("turns.account_id", "=", "waiting.account_id").on("turns.queue", "=", name))
    .select("waiting.id")
    .where("waiting.engine", "=", engine)
    .where(
      sql<SqlBool>`case when waiting.slot is null then waiting.kind = any(${kinds}) else waiting.slot = ${slot} end`,
    )
    .where("waiting.status", "in", ["pending", "processing"])
    .where("waiting.task", "is", null)
    .where(isFree("waiting.lease_until"))
    .where(isActiveAccount("waiting.account_id"))
    .orderBy("turns.taken_at", (order) => order.asc().nullsFirst())
    .orderBy("waiting.created_at")
    .orderBy("waiting.id")
    .limit(1)
    .forUpdate("waiting")
    .skipLocked()
    .executeTakeFirst();

/**
 * Claims due tasks. Accounts take turns here, too. `polling`: number of tasks per engine that this process already
 * polls.
 */
export async function claimDueTasks(db: Database, polling: ReadonlyMap<string, number>): Promise<Claim[]> {
  const counts = JSON.stringify(Object.fromEntries(polling));
  const room = sql<number>`${POLLS_PER_ENGINE} - coalesce((${counts}::text::json ->> engine)::int, 0)`;
  const rows = await db
    .updateTable("generations")
    .set({ lease_until: fromNow(LEASE_MS) })
    .where("id", "in", (eb) =>
      eb
        .selectFrom((due) =>
          due
            .selectFrom((own) =>
              own
                .selectFrom("generations")
                .select(["id", "engine", "next_read_at", room.as("room")])
                .select(
                  sql<number>`row_number() over (partition by engine, account_id order by next_read_at)`.as("turn"),
                )
                .where("status", "=", "processing")
                .where("task", "is not", null)
                .where(isDue("next_read_at"))
                .where(isFree())
                .as("own"),
            )
            .select(["id", "room"])
            .select(sql<number>`row_number() over (partition by engine order by turn, next_read_at)`.as("position"))
            .as("due"),
        )
        .select("id")
        .whereRef("position", "<=", "room"),
    )
    .where("status", "=", "processing")
    .where(isFree())
    .returningAll()
    .returning(databaseNow)
    .execute();
  return rows.map(toClaim);
}
