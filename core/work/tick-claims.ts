/**
 * Claims each tick of a schedule for one replica. The table is in the job queue's schema, because backups do not need
 * it.
 */
import type postgres from "postgres";

/** A claim further in the future comes from a replica whose clock is wrong, and must not stop the others. */
const MAX_AHEAD = "1 minute";

/** Creates the table in the existing schema. One replica at a time may do this. */
export const createTickTable = (sql: postgres.Sql) =>
  sql`create table if not exists vireo_jobs.ticks (name text primary key, at timestamptz not null)`;

export const declareTicks = (sql: postgres.Sql, schedules: readonly string[]) => sql`
  insert into vireo_jobs.ticks (name, at) select unnest(${schedules as string[]}::text[]), '-infinity'
  on conflict do nothing`;

/** Returns false if another replica has claimed the tick. */
export async function claimTick(sql: postgres.Sql, schedule: string, tick: Date): Promise<boolean> {
  const claimed = await sql`
    update vireo_jobs.ticks set at = ${tick}
    where name = ${schedule} and (at < ${tick} or at > clock_timestamp() + ${MAX_AHEAD}::interval)`;
  return claimed.count === 1;
}
