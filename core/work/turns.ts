/**
 * Fair turns: among the rows that wait in a queue, the next one is of the account whose last turn is longest ago, so the
 * backlog of one account never delays another by more than one item.
 */
import { type RawBuilder, sql } from "kysely";
import { fromNow } from "#core/leases";
import type { Transaction } from "#db/tables";
import { lockUntilEnd } from "#db/transaction";

/**
 * Lets one transaction at a time choose from a queue. Otherwise two would see the same turns.
 * @example
 * await lockTurns(trx, "notes");
 */
export const lockTurns = (trx: Transaction, queue: string) => lockUntilEnd(trx, `turns:${queue}`);

/**
 * The last turn of an account in a queue, to sort by, nulls first.
 * @param accountId column of the waiting row
 * @example
 * const next = await trx
 *   .selectFrom("notes")
 *   .selectAll()
 *   .orderBy(readTurn("notes", "notes.account_id"), (order) => order.asc().nullsFirst())
 *   .limit(1)
 *   .executeTakeFirst();
 */
export const readTurn = (queue: string, accountId: string): RawBuilder<Date | null> =>
  sql`(select taken_at from turns where turns.queue = ${queue} and turns.account_id = ${sql.ref(accountId)})`;

/**
 * Records that an account has had its turn.
 * @example
 * await takeTurn(trx, "notes", accountId);
 */
export async function takeTurn(trx: Transaction, queue: string, accountId: string): Promise<void> {
  await trx
    .insertInto("turns")
    .values({ queue, account_id: accountId, taken_at: fromNow() })
    .onConflict((conflict) => conflict.columns(["queue", "account_id"]).doUpdateSet({ taken_at: fromNow() }))
    .execute();
}
