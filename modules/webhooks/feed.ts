/**
 * Reads the events of an account in order. Limits are literals: with a parameter, PostgreSQL plans the query anew each
 * time, and there is a partition for each day.
 */
import { sql } from "kysely";
import type { Database } from "vireo/database";

const eventsOf = (db: Database, accountId: string) => db.selectFrom("events").where("account_id", "=", accountId);

/** Reads the events after a position. */
export const readEvents = (db: Database, accountId: string, seq: number, limit: number) =>
  eventsOf(db, accountId)
    .select(["account_id", "type", "data", "created_at", "seq"])
    .where("seq", ">", seq)
    .orderBy("seq")
    .limit(sql.lit(limit))
    .execute();

/** Position where a stream begins, and the number of events left out before it. */
export interface FeedStart {
  seq: number;
  skipped: number;
}

/** Begins at the end, or after the client's last event, but at most `replay` events back. */
export async function findStart(
  db: Database,
  accountId: string,
  last: number | undefined,
  replay: number,
): Promise<FeedStart> {
  const events = eventsOf(db, accountId);
  const { newest } = await events.select((eb) => eb.fn.max("seq").as("newest")).executeTakeFirstOrThrow();
  const end = newest ?? 0;
  if (last === undefined || last >= end) return { seq: end, skipped: 0 };
  const bound = await events
    .select("seq")
    .where("seq", ">", last)
    .orderBy("seq", "desc")
    .offset(sql.lit(replay))
    .limit(sql.lit(1))
    .executeTakeFirst();
  if (!bound) return { seq: last, skipped: 0 };
  const { skipped } = await events
    .select((eb) => eb.fn.countAll<number>().as("skipped"))
    .where("seq", ">", last)
    .where("seq", "<=", bound.seq)
    .executeTakeFirstOrThrow();
  return { seq: bound.seq ?? end, skipped };
}
