import type { Database, Transaction } from "#db/tables";

/**
 * Finds the operator's account, which is the oldest one.
 * @example
 * const owner = await findOwnerAccount(context.db);
 * const isOwner = owner?.id === accountId;
 */
export const findOwnerAccount = (on: Database): Promise<{ id: string } | undefined> =>
  on.selectFrom("accounts").select("id").orderBy("created_at").orderBy("id").limit(1).executeTakeFirst();

/** Name of the operator's account until Vireo is set up. */
export const INITIAL_NAME = "Owner";

/**
 * Names the operator's account at set-up, unless it has been renamed already.
 * @example
 * await nameOwnerAccount(trx, accountId, "Cold Brew Ltd");
 */
export async function nameOwnerAccount(trx: Transaction, id: string, name: string): Promise<void> {
  await trx.updateTable("accounts").set({ name }).where("id", "=", id).where("name", "=", INITIAL_NAME).execute();
}
