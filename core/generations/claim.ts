import { type SqlBool, sql } from "kysely";
import { isActiveAccount } from "#core/access/account-life";
import type { GenerationDeps } from "#core/generations/deps";
import type { Generation, StoredFiles } from "#core/generations/generation";
import { clockFrom, fromNow, isDue, isFree, isOwned, LEASE_MS } from "#core/leases";
import { lockTurns, readTurn, takeTurn } from "#core/work/turns";
import type { Database, Transaction } from "#db/tables";

type Deps = Pick<GenerationDeps, "db" | "work">;

/** A generation whose lease this process holds. */
export interface Claim {
  row: Generation;
  /** The database's current time, used for deadlines. */
  now(): number;
}

/** Vendor tasks of one engine that are polled at a time, so a slow vendor does not hold up the others. */
const POLLS_PER_ENGINE = 20;
/** Vendor tasks of all engines that are polled at a time. */
export const MAX_POLLS = 1_000;

/** Updates a generation only while the claim is valid. */
export const updateOwned = (db: Database, row: Generation) =>
  db.updateTable("generations").where("status", "=", "processing").where(isOwned(row));

/** What an update sets to release a claim. */
export const RELEASED = { lease_until: null, holder: null } as const;

/** The files of a generation before the update that returns them: those that a run has shown. */
export const filesBefore = ({ id }: Pick<Generation, "id">) =>
  sql<StoredFiles>`(select before.files from generations as before where before.id = ${id})`.as("before");

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

/** True for generations that wait for their engine, or whose engine is called. */
export const isUntasked = () => sql<SqlBool>`(status in ('pending', 'processing') and task is null)`;

/** True for generations of a queue. */
export const isQueued = ({ engine, slot, kinds }: Queue) =>
  sql<SqlBool>`(engine = ${engine} and case when slot is null then kind = any(${kinds}) else slot = ${slot} end)`;

/** Generations of a queue that may be claimed. */
const isClaimable = (queue: Queue) =>
  sql<SqlBool>`(${isQueued(queue)} and ${isUntasked()} and ${isFree()} and ${isActiveAccount("generations.account_id")})`;

/** Claims queued generations, at most `limit`. Accounts take turns. `limitMs`: time until a claimed one is overdue. */
export async function claimQueued(deps: Deps, queue: Queue, limitMs: number, limit: number): Promise<Claim[]> {
  const { db } = deps;
  const waiting = db.selectFrom("generations").select("id").where(isClaimable(queue)).limit(1);
  if (!(await waiting.executeTakeFirst())) return [];
  return db.transaction().execute(async (trx) => {
    await lockTurns(trx, queue.name);
    const claims: Claim[] = [];
    while (claims.length < limit) {
      const claim = await claimNext(trx, deps, queue, limitMs);
      if (!claim) break;
      claims.push(claim);
    }
    return claims;
  });
}

/** Claims the oldest generation of the account with the oldest turn. */
async function claimNext(trx: Transaction, { work }: Deps, queue: Queue, limitMs: number): Promise<Claim | undefined> {
  const next = trx
    .selectFrom("generations")
    .select("id")
    .where(isClaimable(queue))
    .orderBy(readTurn(queue.name, "generations.account_id"), (order) => order.asc().nullsFirst())
    .orderBy("created_at")
    .orderBy("id")
    .limit(1)
    .forUpdate()
    .skipLocked();
  const row = await trx
    .updateTable("generations")
    .set((eb) => ({
      status: "processing",
      attempts: eb("attempts", "+", 1),
      lease_until: fromNow(LEASE_MS),
      holder: work.holder,
      holder_attempt: eb("attempts", "+", 1),
      deadline_at: sql<Date>`coalesce(deadline_at, ${fromNow(limitMs)})`,
    }))
    .where("id", "=", next)
    .returningAll()
    .returning(databaseNow)
    .executeTakeFirst();
  if (row) await takeTurn(trx, queue.name, row.account_id);
  return row && toClaim(row);
}

/** Renews the lease of a claim. */
export const renewClaim = (db: Database, { row }: Claim) =>
  updateOwned(db, row)
    .set({ lease_until: fromNow(LEASE_MS) })
    .executeTakeFirst();

/**
 * Claims due tasks. Accounts take turns here, too. `polling`: number of tasks per engine that this process already
 * polls.
 */
export async function claimDueTasks({ db, work }: Deps, polling: ReadonlyMap<string, number>): Promise<Claim[]> {
  const counts = JSON.stringify(Object.fromEntries(polling));
  const room = sql<number>`${POLLS_PER_ENGINE} - coalesce((${counts}::text::json ->> engine)::int, 0)`;
  const rows = await db
    .updateTable("generations")
    .set((eb) => ({ lease_until: fromNow(LEASE_MS), holder: work.holder, holder_attempt: eb.ref("attempts") }))
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
