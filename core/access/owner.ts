import { sql } from "kysely";
import type { Access } from "#core/access/access";
import { hashKey } from "#core/access/keys";
import type { Credits } from "#core/credits";
import type { Database, Transaction } from "#db/tables";

/** Name of the key that is set in the environment. */
const ENVIRONMENT = "VIREO_ADMIN_KEY";

/**
 * Creates the owner account and its admin key. Without `fixed`, a key is created at the very first start and returned.
 * With it, exactly that key is valid, and an earlier one from the environment is revoked.
 */
export async function ensureOwner(
  db: Database,
  access: Access,
  credits: Credits,
  fixed: string | undefined,
  initial: number,
): Promise<string | undefined> {
  if (fixed && (await access.authenticate(fixed))?.scopes.has("admin")) return undefined;
  return db.transaction().execute(async (trx) => {
    // One replica at a time, so that the very first start happens once.
    await sql`select pg_advisory_xact_lock(hashtextextended('vireo:owner', 0))`.execute(trx);
    const owner = await ownerAccount(trx);
    if (owner && !fixed) return undefined;
    const accountId = owner?.id ?? (await access.createAccount(trx, "Owner")).id;
    if (!owner && initial > 0) await credits.grant(trx, { accountId, amount: initial, note: "Initial credits" });
    if (fixed && (await replaceEnvironmentKey(trx, access, accountId, fixed))) return undefined;
    const { key } = await access.createKey(
      trx,
      { accountId, name: fixed ? ENVIRONMENT : "Owner", scopes: access.scopes.all },
      fixed,
    );
    return fixed ? undefined : key;
  });
}

/** The operator's account is the oldest one. */
export const ownerAccount = (on: Database): Promise<{ id: string } | undefined> =>
  on.selectFrom("accounts").select("id").orderBy("created_at").orderBy("id").limit(1).executeTakeFirst();

/** Revokes earlier keys from the environment. Returns true if this key existed and is valid again. */
async function replaceEnvironmentKey(
  trx: Transaction,
  access: Access,
  accountId: string,
  fixed: string,
): Promise<boolean> {
  await trx
    .updateTable("api_keys")
    .set({ revoked_at: new Date() })
    .where("account_id", "=", accountId)
    .where("name", "=", ENVIRONMENT)
    .where("revoked_at", "is", null)
    .execute();
  const again = await trx
    .updateTable("api_keys")
    .set({ revoked_at: null, expires_at: null, scopes: [...access.scopes.all] })
    .where("hash", "=", hashKey(fixed))
    .returning("id")
    .executeTakeFirst();
  return again !== undefined;
}
