import type { Updateable } from "kysely";
import type { CallerCache, KnownCaller } from "#core/access/caller-cache";
import { ADMIN, requireScope, type Scope, type Scopes } from "#core/access/scopes";
import { base62, isUuid, newUuid, randomBase62 } from "#core/ids";
import { invalid, notFound } from "#core/request/errors";
import type { Caller } from "#core/request/exchange";
import type { Database, Tables } from "#db/tables";

/** `vireo_`, 30 random base62 digits, and six digits of their CRC32, so that secret scanners recognise it. */
export function newKey(): string {
  const body = `vireo_${randomBase62(30)}`;
  return body + base62(Bun.hash.crc32(body));
}

export const hashKey = (key: string): string => new Bun.CryptoHasher("sha256").update(key).digest("hex");

const getHint = (key: string) => key.slice(0, 10);

export interface KeyInput {
  accountId: string;
  name: string;
  scopes: readonly Scope[];
  apiVersion?: string | undefined;
  expiresAt?: Date | undefined;
}

export type KeyPatch = Partial<Pick<KeyInput, "name" | "scopes">> & {
  apiVersion?: string | null;
  expiresAt?: Date | null;
};

/** Looks up a key. One with the scope `admin` has every scope, also those of plug-ins that were added later. */
export async function findKey(db: Database, scopes: Scopes, hash: string): Promise<KnownCaller | undefined> {
  const row = await db
    .selectFrom("api_keys")
    .select(["id", "account_id", "name", "scopes", "api_version", "expires_at"])
    .where("hash", "=", hash)
    .where("revoked_at", "is", null)
    .executeTakeFirst();
  if (!row) return undefined;
  return {
    caller: {
      accountId: row.account_id,
      keyId: row.id,
      keyName: row.name,
      scopes: new Set(row.scopes.includes(ADMIN) ? scopes.all : row.scopes),
      ...(row.api_version ? { version: row.api_version } : {}),
    },
    expiresAt: row.expires_at?.getTime() ?? Number.POSITIVE_INFINITY,
  };
}

/** Creates and changes API keys. Only their SHA-256 is stored. */
export function createKeys(db: Database, cache: CallerCache) {
  /**
   * Changes one key of the caller's account. Refuses keys with scopes that the caller lacks: rotating the
   * administrator's key would hand over its powers.
   */
  async function change(by: Caller, keyId: string, set: Updateable<Tables["api_keys"]>) {
    if (!isUuid(keyId)) throw notFound("key");
    return db.transaction().execute(async (trx) => {
      const old = await trx
        .selectFrom("api_keys")
        .select(["hash", "scopes"])
        .where("id", "=", keyId)
        .where("account_id", "=", by.accountId)
        .where("revoked_at", "is", null)
        .forUpdate()
        .executeTakeFirst();
      if (!old) throw notFound("key");
      for (const scope of old.scopes) requireScope(by, scope);
      const row = await trx
        .updateTable("api_keys")
        .set({ ...set, updated_at: new Date() })
        .where("id", "=", keyId)
        .returningAll()
        .executeTakeFirstOrThrow();
      await cache.forget(trx, [old.hash]);
      return row;
    });
  }

  return {
    async createKey(on: Database, input: KeyInput, key = newKey()) {
      const account = isUuid(input.accountId)
        ? await on.selectFrom("accounts").select("id").where("id", "=", input.accountId).executeTakeFirst()
        : undefined;
      if (!account) throw invalid("accountId", "Account not found.");
      const row = await on
        .insertInto("api_keys")
        .values({
          id: newUuid(),
          account_id: input.accountId,
          name: input.name,
          hash: hashKey(key),
          hint: getHint(key),
          scopes: [...input.scopes],
          api_version: input.apiVersion ?? null,
          expires_at: input.expiresAt ?? null,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      return { row, key };
    },
    updateKey: (by: Caller, keyId: string, input: KeyPatch) =>
      change(by, keyId, {
        ...(input.name === undefined ? {} : { name: input.name }),
        ...(input.scopes === undefined ? {} : { scopes: [...input.scopes] }),
        ...(input.apiVersion === undefined ? {} : { api_version: input.apiVersion }),
        ...(input.expiresAt === undefined ? {} : { expires_at: input.expiresAt }),
      }),
    /** The key stops working at once, in every process. */
    revokeKey: (by: Caller, keyId: string) => change(by, keyId, { revoked_at: new Date() }),
    /** Returns a new secret. The old one stops working at once. */
    async rotateKey(by: Caller, keyId: string) {
      const key = newKey();
      return { row: await change(by, keyId, { hash: hashKey(key), hint: getHint(key), last_used_at: null }), key };
    },
  };
}
