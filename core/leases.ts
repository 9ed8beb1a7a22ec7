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

/** The database's time, `ms` from now. */
export const fromNow = (ms = 0) => sql<Date>`clock_timestamp() + ${ms} * interval '1 millisecond'`;

/** True if a time in the row has passed. */
export const isDue = (column: string) => sql<SqlBool>`${sql.ref(column)} <= now()`;

/** True for rows that nobody holds: never claimed, released, or expired. */
export const isFree = (column = "lease_until") =>
  sql<SqlBool>`(${sql.ref(column)} is null or ${sql.ref(column)} < now())`;

/** True for rows that a process works on. */
export const isHeld = (column = "lease_until") => sql<SqlBool>`(not ${isFree(column)})`;

/** True for rows whose holder has stopped renewing. */
export const isExpired = (column = "lease_until") => sql<SqlBool>`${sql.ref(column)} < now()`;

/** True while the row still belongs to the attempt that claimed it. */
export const isOwned = ({ id, attempts }: { id: string; attempts: number }) =>
  sql<SqlBool>`(id = ${id} and attempts = ${attempts})`;

/** The database's time. */
export async function readNow(db: Database): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
  return rows[0]!.now;
}

/** Creates a clock that continues from a time read from the database. */
export function clockFrom(databaseTime: Date): () => number {
  const offset = databaseTime.getTime() - performance.now();
  return () => Math.round(offset + performance.now());
}

export interface HeldLease {
  /** Aborts when another process has claimed the row, or the row is gone. */
  lost: AbortSignal;
  /** Stops renewing. The lease is released by the next write, or expires. */
  stop(): void;
}

/** Renews a lease until it is stopped. `renew` updates the owned row. If it fails, there is time for two more tries. */
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
  const timer = setInterval(() => void tryRenew().catch(onError), leaseMs / 3);
  return { lost: lost.signal, stop: () => clearInterval(timer) };
}
