import { sql } from "kysely";
import type { Generation } from "#core/generations/generations";
import { clockFrom, fromNow, isDue, isFree, isOwned, LEASE_MS } from "#core/leases";
import type { Database } from "#db/tables";

/** A generation whose lease this process holds. */
export interface Claim {
  row: Generation;
  /** The database's time, which deadlines are compared with. */
  now(): number;
}

/** Vendor tasks of one engine that are polled at a time, so a slow vendor does not hold up the others. */
const POLLS_PER_ENGINE = 20;

/** Updates a generation only while the claim is valid. */
export const updateOwned = (db: Database, row: Generation) =>
  db.updateTable("generations").where("status", "=", "processing").where(isOwned(row));

const toClaim = ({ now, ...row }: Generation & { now: Date }): Claim => ({ row, now: clockFrom(now) });
const databaseNow = sql<Date>`clock_timestamp()`.as("now");

/** Claims a generation whose engine has not been called. Returns undefined if another process was faster. */
export async function claimForCreate(db: Database, before: Generation, limitMs: number): Promise<Claim | undefined> {
  const row = await db
    .updateTable("generations")
    .set((eb) => ({
      status: "processing",
      attempts: eb("attempts", "+", 1),
      lease_until: fromNow(LEASE_MS),
      deadline_at: sql<Date>`coalesce(deadline_at, ${fromNow(limitMs)})`,
    }))
    .where(isOwned(before))
    .where("status", "in", ["pending", "processing"])
    .where(isFree())
    .returningAll()
    .returning(databaseNow)
    .executeTakeFirst();
  return row && toClaim(row);
}

/** Claims the tasks that are due. `polling`: tasks per engine that this process polls already. */
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
            .selectFrom("generations")
            .select(["id", room.as("room")])
            .select(sql<number>`row_number() over (partition by engine order by next_read_at)`.as("position"))
            .where("status", "=", "processing")
            .where("task", "is not", null)
            .where(isDue("next_read_at"))
            .where(isFree())
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
