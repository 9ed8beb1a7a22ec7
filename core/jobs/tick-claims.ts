import type postgres from "postgres";

/** A replica whose clock is further ahead than this does not keep the others from their ticks. */
const AHEAD = "1 minute";

/**
 * Ticks of schedules among all replicas: each is taken by one of them. The table lies beside the queue's own, and tells
 * nothing that a backup would need.
 */
export function createTicks(sql: postgres.Sql) {
  return {
    /** Makes the table, where the queue's schema is made already; one replica at a time. */
    prepare: () => sql`create table if not exists vireo_jobs.ticks (name text primary key, at timestamptz not null)`,

    /** Schedules that may be asked for. */
    know: (names: readonly string[]) => sql`
      insert into vireo_jobs.ticks (name, at) select unnest(${names as string[]}::text[]), '-infinity'
      on conflict do nothing`,

    /** Whether the tick is ours; false where another replica has taken it, which costs one look at one row. */
    async take(name: string, tick: Date): Promise<boolean> {
      const taken = await sql`
        update vireo_jobs.ticks set at = ${tick}
        where name = ${name} and (at < ${tick} or at > clock_timestamp() + ${AHEAD}::interval)`;
      return taken.count === 1;
    },
  };
}
