import { sql } from "kysely";
import type { Database } from "vireo/database";

/**
 * Reads the events of an account in order. Limits are literals: with a parameter, PostgreSQL plans the query anew each
 * time, and there is a partition for each day.
 */
export function createFeed(db: Database) {
  const of = (accountId: string) => db.selectFrom("events").where("account_id", "=", accountId);
  const head = async (accountId: string): Promise<number> =>
    (
      await of(accountId)
        .select((eb) => eb.fn.max("seq").as("seq"))
        .executeTakeFirstOrThrow()
    ).seq ?? 0;

  return {
    after: (accountId: string, seq: number, limit: number) =>
      of(accountId)
        .select(["account_id", "type", "data", "created_at", "seq"])
        .where("seq", ">", seq)
        .orderBy("seq")
        .limit(sql.lit(limit))
        .execute(),

    /**
     * Returns the position where a stream begins: the end, or after the client's last event, but at most `replay`
     * events back. `skipped` is the number of events left out.
     */
    async begin(
      accountId: string,
      last: number | undefined,
      replay: number,
    ): Promise<{ seq: number; skipped: number }> {
      const end = await head(accountId);
      if (last === undefined || last >= end) return { seq: end, skipped: 0 };
      const bound = await of(accountId)
        .select("seq")
        .where("seq", ">", last)
        .orderBy("seq", "desc")
        .offset(sql.lit(replay))
        .limit(sql.lit(1))
        .executeTakeFirst();
      if (!bound) return { seq: last, skipped: 0 };
      const { skipped } = await of(accountId)
        .select((eb) => eb.fn.countAll<number>().as("skipped"))
        .where("seq", ">", last)
        .where("seq", "<=", bound.seq)
        .executeTakeFirstOrThrow();
      return { seq: bound.seq ?? end, skipped };
    },
  };
}

export type Feed = ReturnType<typeof createFeed>;
