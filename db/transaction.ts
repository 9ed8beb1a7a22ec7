import { sql } from "kysely";
import type { Database, Transaction } from "#db/tables";

/** serialization_failure and deadlock_detected: the transaction was rolled back and can be retried. */
const RETRYABLE = new Set(["40001", "40P01"]);
const ATTEMPTS = 5;
const DELAY_MS = 10;

/**
 * Runs work in a transaction and retries it after a serialization failure or deadlock, up to five attempts.
 * The work must have no effects outside the transaction.
 * @example
 * await transact(context.db, async (trx) => {
 *   await trx.deleteFrom("notes").where("account_id", "=", accountId).execute();
 *   await context.events.emit(trx, accountId, "note.deleted", {});
 * });
 */
export async function transact<Result>(db: Database, work: (trx: Transaction) => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      const { code } = error as { code?: string };
      if (attempt === ATTEMPTS || !code || !RETRYABLE.has(code)) throw error;
      await Bun.sleep(DELAY_MS * 2 ** attempt * Math.random());
    }
  }
}

/**
 * Waits for an advisory lock, which the transaction then holds until it ends.
 * @example
 * await lockUntilEnd(trx, `notes:${accountId}`);
 */
export const lockUntilEnd = (trx: Transaction, name: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(trx);
