/**
 * Leases: time-limited claims on rows, for work that one process at a time may do.
 *
 *     claim    set attempts = attempts + 1, lease_until = fromNow(LEASE_MS) where isFree()
 *     renew    `keepLease`, three times before the lease can expire
 *     write    where `isOwned(row)`: once another process has claimed the row, writes of the first change nothing
 *     release  set lease_until = null
 *
 * All times are the database's, so replicas whose clocks are wrong neither lose rows nor take them from each other.
 * Comparisons use now(), which can use an index. It is the start of the transaction and so never too late: a lease
 * can only seem to last longer than it does.
 */
import { type SqlBool, sql } from "kysely";
import type { Database } from "#db/tables";

/** Duration of a lease that is not renewed. */
export const LEASE_MS = 30_000;

/**
 * The database's time, `ms` from now.
 * @example
 * await context.db.updateTable("notes").set({ due_at: fromNow(60_000) }).where("account_id", "=", accountId).execute();
 */
export const fromNow = (ms = 0) => sql<Date>`clock_timestamp() + ${ms} * interval '1 millisecond'`;

/**
 * True for rows whose time has passed. `column` holds the time.
 * @example
 * const due = await context.db.selectFrom("notes").selectAll().where(isDue("due_at")).limit(10).execute();
 */
export const isDue = (column: string) => sql<SqlBool>`${sql.ref(column)} <= now()`;

/**
 * True for rows that nobody holds: never claimed, released, or expired.
 * @example
 * const row = await trx.selectFrom("notes").selectAll().where(isFree()).limit(1).forUpdate().skipLocked().executeTakeFirst();
 */
export const isFree = (column = "lease_until") =>
  sql<SqlBool>`(${sql.ref(column)} is null or ${sql.ref(column)} < now())`;

/**
 * True for rows that a process works on.
 * @example
 * const running = await context.db.selectFrom("notes").select("id").where(isHeld()).execute();
 */
export const isHeld = (column = "lease_until") => sql<SqlBool>`(not ${isFree(column)})`;

/**
 * True for rows whose holder has stopped renewing.
 * @example
 * const lost = await context.db.selectFrom("notes").select("id").where(isExpired("lease_until")).execute();
 */
export const isExpired = (column = "lease_until") => sql<SqlBool>`${sql.ref(column)} < now()`;

/**
 * True while the row still belongs to the attempt that claimed it.
 * @example
 * const claimed = { id: "01890a5d-ac96-774b-bcce-b302099a8057", attempts: 1 };
 * await context.db.updateTable("notes").set({ lease_until: null }).where(isOwned(claimed)).execute();
 */
export const isOwned = ({ id, attempts }: { id: string; attempts: number }) =>
  sql<SqlBool>`(id = ${id} and attempts = ${attempts})`;

/**
 * Reads the database's time.
 * @example
 * const startedAt = await readNow(context.db);
 */
export async function readNow(db: Database): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
  return rows[0]!.now;
}

/**
 * Creates a clock that continues from a time read from the database. It returns milliseconds since the epoch.
 * @example
 * const now = clockFrom(new Date("2026-12-01T09:00Z"));
 * now() >= Date.parse("2026-12-01T09:00Z"); // true
 */
export function clockFrom(databaseTime: Date): () => number {
  const offset = databaseTime.getTime() - performance.now();
  return () => Math.round(offset + performance.now());
}

export interface HeldLease {
  /** Aborts when another process has claimed the row, or the row is gone. */
  lost: AbortSignal;
  /** Renews it now, and so finds out whether it is lost. */
  renew(): void;
  /** Stops renewing. The lease is released by the next write, or expires. */
  stop(): void;
}

/**
 * Renews a lease until it is stopped. If renewing fails, there is time for two more tries.
 * @param renew updates the owned row
 * @param leaseMs duration of the lease, in milliseconds
 * @example
 * const claimed = { id: "01890a5d-ac96-774b-bcce-b302099a8057", attempts: 1 };
 * const renew = () =>
 *   context.db.updateTable("notes").set({ lease_until: fromNow(LEASE_MS) }).where(isOwned(claimed)).executeTakeFirstOrThrow();
 * const lease = keepLease(renew, (error) => context.log.warn("lease not renewed", { error }));
 * lease.stop();
 */
export function keepLease(
  renew: () => Promise<{ numUpdatedRows: bigint }>,
  onError: (error: unknown) => void,
  leaseMs = LEASE_MS,
): HeldLease {
  const lost = new AbortController();
  const tryRenew = async () => {
    const { numUpdatedRows } = await renew();
    if (numUpdatedRows === 0n) lost.abort(new Error("Another process has claimed the row, or it was removed."));
  };
  const renewNow = () => void tryRenew().catch(onError);
  const timer = setInterval(renewNow, leaseMs / 3);
  return { lost: lost.signal, renew: renewNow, stop: () => clearInterval(timer) };
}
