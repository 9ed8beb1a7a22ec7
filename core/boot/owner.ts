import { sql } from "kysely";
import type { Access } from "#core/access/access";
import { getHint, hashKey } from "#core/access/keys";
import { findOwnerAccount, INITIAL_NAME } from "#core/access/owner-account";
import type { Audit } from "#core/audit";
import type { Credits } from "#core/credits";
import type { Database, Transaction } from "#db/tables";
import { lockUntilEnd } from "#db/transaction";

/** Name of the key that is set by the environment variable. */
const ENVIRONMENT = "VIREO_ADMIN_KEY";

/**
 * Creates the owner account and its admin key. Without `fixed`, a key is created at the very first start and returned.
 * With `fixed`, exactly that key is valid, and an earlier key from the environment is revoked.
 */
export async function ensureOwner(
  { db, access, credits, audit }: { db: Database; access: Access; credits: Credits; audit: Audit },
  fixed: string | undefined,
  initial: number,
): Promise<string | undefined> {
  if (fixed && (await access.authenticate(fixed))?.scopes.has("admin")) return undefined;
  if (!fixed && (await findOwnerAccount(db))) return undefined;
  return db.transaction().execute(async (trx) => {
    // Lock, so that only one replica does the very first start.
    await lockUntilEnd(trx, "vireo:owner");
    const owner = await findOwnerAccount(trx);
    if (owner && !fixed) return undefined;
    const accountId = owner?.id ?? (await access.createAccount(trx, INITIAL_NAME)).id;
    if (!owner && initial > 0) await credits.grant(trx, { accountId, amount: initial, note: "Initial credits" });
    if (fixed && (await replaceEnvironmentKey(trx, { access, audit }, accountId, fixed))) return undefined;
    const { key } = await access.createKey(
      trx,
      { accountId, name: fixed ? ENVIRONMENT : "Owner", scopes: access.scopes.all },
      fixed,
    );
    return fixed ? undefined : key;
  });
}

/**
 * Replaces the key from the environment in its row, so that what it created, such as webhooks, survives a new value.
 * Returns false if there is no such row yet.
 */
async function replaceEnvironmentKey(
  trx: Transaction,
  { access, audit }: { access: Access; audit: Audit },
  accountId: string,
  fixed: string,
): Promise<boolean> {
  const hash = hashKey(fixed);
  const rows = await trx
    .selectFrom("api_keys")
    .select(["id", "name", "hash", "revoked_at"])
    .where((eb) =>
      eb.or([eb("hash", "=", hash), eb.and([eb("account_id", "=", accountId), eb("name", "=", ENVIRONMENT)])]),
    )
    .orderBy("created_at", "desc")
    .forUpdate()
    .execute();
  const isFromEnvironment = ({ name }: (typeof rows)[number]) => name === ENVIRONMENT;
  const same = rows.find((row) => row.hash === hash);
  // A key that was created through the API, and now is also set in the environment, keeps its row.
  const ownKey =
    same && !isFromEnvironment(same)
      ? same
      : (rows.find((row) => isFromEnvironment(row) && !row.revoked_at) ?? same ?? rows[0]);
  const others = rows.filter((row) => row !== ownKey);
  for (const { id, name, hash: old, revoked_at } of others) {
    if (!revoked_at) {
      const subject = { type: "key", id, name };
      await audit.record(trx, { action: "key.revoked", accountId, subject, details: { replacedBy: ENVIRONMENT } });
    }
    // Hashes are unique, and the kept row needs this one.
    const freed = old === hash ? { hash: `replaced ${id}` } : {};
    await trx
      .updateTable("api_keys")
      .set({ revoked_at: sql<Date>`coalesce(revoked_at, clock_timestamp())`, ...freed })
      .where("id", "=", id)
      .execute();
  }
  await access.forget(
    trx,
    rows.map((row) => row.hash),
  );
  if (!ownKey) return false;
  await trx
    .updateTable("api_keys")
    .set({ hash, hint: getHint(fixed), revoked_at: null, expires_at: null, scopes: [...access.scopes.all] })
    .where("id", "=", ownKey.id)
    .execute();
  const subject = { type: "key", id: ownKey.id, name: ownKey.name };
  await audit.record(trx, { action: "key.rotated", accountId, subject, details: { source: ENVIRONMENT } });
  return true;
}
