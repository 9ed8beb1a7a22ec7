import type postgres from "postgres";
import { createAccountLife } from "#core/access/account-life";
import { createCallerCache } from "#core/access/caller-cache";
import { chooseCaller } from "#core/access/choose-caller";
import { createKeys, findKey, hashKey } from "#core/access/keys";
import type { Scopes } from "#core/access/scopes";
import type { Audit } from "#core/audit";
import { newUuid } from "#core/ids";
import type { Caller } from "#core/request/exchange";
import type { Database } from "#db/tables";

const TOUCH_MS = 60_000;

export type Access = Awaited<ReturnType<typeof createAccess>>;

/** Manages accounts and API keys, and authenticates callers. */
export async function createAccess(db: Database, sql: postgres.Sql, scopes: Scopes, audit: Audit) {
  const cache = await createCallerCache(db, sql);

  /** Stores the time of use without delaying the request. */
  function touch(keyId: string, at: number): void {
    void db
      .updateTable("api_keys")
      .set({ last_used_at: new Date(at) })
      .where("id", "=", keyId)
      .execute()
      .catch(() => {});
  }

  return {
    ...cache,
    ...createAccountLife(db, cache, audit),
    ...createKeys(db, cache, scopes, audit),
    scopes,
    /**
     * Returns the caller behind an API key. Undefined if the key is unknown, revoked or expired.
     * @param named account that the request names
     * @throws account_mismatch, account_suspended
     */
    async authenticate(key: string, named?: string, hash = hashKey(key)): Promise<Caller | undefined> {
      const entry = await cache.recall(hash, () => findKey(db, scopes, hash));
      if (!entry) return undefined;
      const caller = chooseCaller(entry, named);
      const now = Date.now();
      if (entry.touchedAt + TOUCH_MS < now) {
        entry.touchedAt = now;
        touch(caller.keyId, now);
      }
      return caller;
    },
    async createAccount(on: Database, name: string): Promise<{ id: string }> {
      const id = newUuid();
      await on.insertInto("accounts").values({ id, name }).execute();
      await audit.record(on, { action: "account.created", accountId: id, subject: { type: "account", id, name } });
      return { id };
    },
  };
}
