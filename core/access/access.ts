import { sql as raw, type Updateable } from "kysely";
import type postgres from "postgres";
import type { Scope, Scopes } from "#core/access/scopes";
import { base62, isUuid, newUuid, randomBase62 } from "#core/ids";
import { ApiError, invalid, notFound } from "#core/request/errors";
import type { Caller } from "#core/request/exchange";
import type { Database, Tables } from "#db/tables";

/** `vireo_` + 30 random base62 digits + six of the CRC32 of the 36 characters before them (for secret scanners). */
export function newKey(): string {
  const body = `vireo_${randomBase62(30)}`;
  return body + base62(Bun.hash.crc32(body));
}

export const hashKey = (key: string): string => new Bun.CryptoHasher("sha256").update(key).digest("hex");

export interface KeyInput {
  accountId: string;
  name: string;
  scopes: readonly Scope[];
  apiVersion?: string | undefined;
  expiresAt?: Date | undefined;
}

/** Who is behind a secret, and until when (ms since the epoch). */
export interface Found {
  caller: Caller;
  expiresAt: number;
}

export interface Known extends Found {
  until: number;
  touched: number;
}

/** How long a key that was looked up is trusted. Changes are told to all processes at once; this bounds a lost message. */
const TRUST_MS = 10_000;
const TOUCH_MS = 60_000;
const CHANNEL = "vireo_keys";

export type Access = Awaited<ReturnType<typeof createAccess>>;

export async function createAccess(db: Database, sql: postgres.Sql, scopes: Scopes) {
  const known = new Map<string, Known>();
  let changes = 0;
  const forget = (hash: string) => {
    changes++;
    known.delete(hash);
  };
  const listener = await sql.listen(CHANNEL, forget, () => known.clear());

  /**
   * Who is behind the secret with this SHA-256: what `lookUp` found a moment ago, else what it finds
   * now. Undefined when nobody is, or no longer. Also for secrets that are no keys, such as sessions.
   */
  async function recall(
    hash: string,
    lookUp: (hash: string) => Promise<Found | undefined>,
  ): Promise<Known | undefined> {
    const now = Date.now();
    let entry = known.get(hash);
    if (!entry || entry.until < now) {
      const before = changes;
      const found = await lookUp(hash);
      if (!found) return undefined;
      entry = { ...found, until: now + TRUST_MS, touched: 0 };
      if (known.size >= 10_000) known.clear();
      // What was found while something changed may be what has changed.
      if (changes === before) known.set(hash, entry);
    }
    return entry.expiresAt > now ? entry : undefined;
  }

  /** Has every process look these secrets up again. */
  async function forgetAll(on: Database, hashes: readonly string[]): Promise<void> {
    if (hashes.length === 0) return;
    await raw`select pg_notify(${CHANNEL}, hash) from unnest(array[${raw.join(hashes)}]::text[]) as hash`.execute(on);
    hashes.forEach(forget);
  }

  async function lookUp(hash: string): Promise<Found | undefined> {
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
        scopes: new Set(row.scopes as Scope[]),
        ...(row.api_version ? { version: row.api_version } : {}),
      },
      expiresAt: row.expires_at?.getTime() ?? Number.POSITIVE_INFINITY,
    };
  }

  /** The caller behind a key; undefined when it is unknown, revoked or expired. */
  async function authenticate(key: string): Promise<Caller | undefined> {
    const entry = await recall(hashKey(key), lookUp);
    if (!entry) return undefined;
    const now = Date.now();
    if (entry.touched + TOUCH_MS < now) {
      entry.touched = now;
      void db
        .updateTable("api_keys")
        .set({ last_used_at: new Date(now) })
        .where("id", "=", entry.caller.keyId)
        .execute()
        .catch(() => {});
    }
    return entry.caller;
  }

  async function createAccount(on: Database, name: string): Promise<{ id: string }> {
    const id = newUuid();
    await on.insertInto("accounts").values({ id, name }).execute();
    return { id };
  }

  async function createKey(on: Database, input: KeyInput, key = newKey()) {
    const account = isUuid(input.accountId)
      ? await on.selectFrom("accounts").select("id").where("id", "=", input.accountId).executeTakeFirst()
      : undefined;
    if (!account) throw invalid("accountId", "There is no such account.");
    const row = await on
      .insertInto("api_keys")
      .values({
        id: newUuid(),
        account_id: input.accountId,
        name: input.name,
        hash: hashKey(key),
        hint: key.slice(0, 10),
        scopes: [...input.scopes],
        api_version: input.apiVersion ?? null,
        expires_at: input.expiresAt ?? null,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    return { row, key };
  }

  /**
   * Changes one key, inside the caller's account. Nobody changes a key that may do more than their own:
   * rotating the administrator's key would hand over its powers.
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
      for (const scope of old.scopes) requireScope(by, scope as Scope);
      const row = await trx
        .updateTable("api_keys")
        .set({ ...set, updated_at: new Date() })
        .where("id", "=", keyId)
        .returningAll()
        .executeTakeFirstOrThrow();
      await forgetAll(trx, [old.hash]);
      return row;
    });
  }

  const updateKey = (
    by: Caller,
    keyId: string,
    input: Partial<Pick<KeyInput, "name" | "scopes">> & { apiVersion?: string | null; expiresAt?: Date | null },
  ) =>
    change(by, keyId, {
      ...(input.name === undefined ? {} : { name: input.name }),
      ...(input.scopes === undefined ? {} : { scopes: [...input.scopes] }),
      ...(input.apiVersion === undefined ? {} : { api_version: input.apiVersion }),
      ...(input.expiresAt === undefined ? {} : { expires_at: input.expiresAt }),
    });

  /** Stops working at once, in every process. */
  const revokeKey = (by: Caller, keyId: string) => change(by, keyId, { revoked_at: new Date() });

  /** A new secret, shown once; the old one stops working at once. */
  async function rotateKey(by: Caller, keyId: string) {
    const key = newKey();
    return { row: await change(by, keyId, { hash: hashKey(key), hint: key.slice(0, 10), last_used_at: null }), key };
  }

  return {
    scopes,
    authenticate,
    recall,
    forget: forgetAll,
    createAccount,
    createKey,
    updateKey,
    revokeKey,
    rotateKey,
    stop: () => listener.unlisten(),
  };
}

export function requireScope(caller: Caller, scope: Scope): void {
  if (caller.scopes.has(scope)) return;
  const who = caller.personId ? caller.keyName : `The key "${caller.keyName}"`;
  throw new ApiError("insufficient_scope", `${who} lacks the scope ${scope}.`);
}
