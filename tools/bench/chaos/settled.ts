import { sql } from "kysely";
import type { Database } from "#db/tables";

/** Readings of a target whose outcome is not known, after which it counts as settled: more come, hours apart. */
const READS = 3;

/** How much is still under way. */
export async function open(db: Database) {
  const { rows } = await sql<Record<"generations" | "targets" | "events" | "deliveries" | "imports", number>>`
    select (select count(*)::int from generations where status in ('pending', 'processing')) as generations,
      (select count(*)::int from social_targets where status in ('pending', 'publishing')
        or (status = 'unconfirmed' and reads < ${READS})) as targets,
      (select count(*)::int from events where seq is null) as events,
      (select count(*)::int from webhook_deliveries where status = 'pending') as deliveries,
      (select count(*)::int from viral_outbox) + (select count(*)::int from viral_videos where analysis is null) as imports`.execute(
    db,
  );
  return rows[0]!;
}

/** Which replica reads the vendors' tasks just now: one does it for all. */
export async function reader(db: Database): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select application_name as name from pg_locks join pg_stat_activity using (pid)
    where locktype = 'advisory' and (classid::bigint << 32) | objid::bigint = hashtextextended('schedule:generations.read', 0)`.execute(
    db,
  );
  return rows[0]?.name;
}

/** Waits until nothing is under way any more, for so long at most; the milliseconds that it took. */
export async function settled(db: Database, limitMs: number): Promise<number> {
  const began = Date.now();
  while (Date.now() - began < limitMs) {
    if (Object.values(await open(db)).every((count) => count === 0)) break;
    await Bun.sleep(500);
  }
  return Date.now() - began;
}
