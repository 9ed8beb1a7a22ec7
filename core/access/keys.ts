import type { Selectable, Updateable } from "kysely";
import type { CallerCache, KnownCallers } from "#core/access/caller-cache";
import { requireExpiry, requireScopes, requireVersion, toCreator } from "#core/access/creator";
import type { Scope, Scopes } from "#core/access/scopes";
import { type Audit, type AuditEntry, toActor } from "#core/audit";
import { base62, isUuid, newUuid, randomBase62 } from "#core/ids";
import { ApiError, invalid, notFound } from "#core/request/errors";
import type { Caller } from "#core/request/exchange";
import type { Database, Tables, Transaction } from "#db/tables";

/** `vireo_`, 30 random base62 digits, and six digits of their CRC32, so that secret scanners recognise it. */
export function newKey(): string {
  const body = `vireo_${randomBase62(30)}`;
  return body + base62(Bun.hash.crc32(body));
}

/**
 * Returns the form in which a random secret is stored: its SHA-256, as 64 hexadecimal digits. Use `hashPassword` for
 * passwords.
 * @example hashKey("vireo_test").length; // 64
 */
export const hashKey = (key: string): string => Bun.CryptoHasher.hash("sha256", key, "hex");

export const getHint = (key: string) => key.slice(0, 10);

export interface KeyInput {
  accountId: string;
  name: string;
  scopes: readonly Scope[];
  apiVersion?: string | undefined;
  expiresAt?: Date | undefined;
  /** Creator of the key. The key inherits their expiry and version, and never exceeds their rights. */
  by?: Caller;
}

/** A person in one of their accounts. */
export interface Membership {
  personId: string;
  accountId: string;
}

/**
 * Throws if a person may no longer have a key with these scopes in the account: their role may have been lowered since
 * the request began. Locks the role until the transaction ends.
 */
export type KeyGuard = (trx: Database, member: Membership, scopes: readonly Scope[]) => Promise<void>;

export type KeyRow = Selectable<Tables["api_keys"]>;

type KeyPatch = Partial<Pick<KeyInput, "name" | "scopes">> & {
  apiVersion?: string | null;
  expiresAt?: Date | null;
};

/** Looks up a key. A key with the scope `admin` has every scope, including those of plug-ins added later. */
export async function findKey(db: Database, scopes: Scopes, hash: string): Promise<KnownCallers | undefined> {
  const row = await db
    .selectFrom("api_keys")
    .select(["id", "account_id", "name", "scopes", "api_version", "created_by_person", "expires_at"])
    .where("hash", "=", hash)
    .where("revoked_at", "is", null)
    .executeTakeFirst();
  if (!row) return undefined;
  return {
    callers: [
      {
        accountId: row.account_id,
        keyId: row.id,
        keyName: row.name,
        scopes: scopes.resolve(row.scopes),
        version: row.api_version ?? undefined,
        createdBy: row.created_by_person ?? undefined,
        expiresAt: row.expires_at ? row.expires_at.getTime() : undefined,
      },
    ],
    expiresAt: row.expires_at?.getTime() ?? Number.POSITIVE_INFINITY,
  };
}

/** Returns the person behind a caller. */
function findMembership({ personId, createdBy, accountId }: Caller): Membership | undefined {
  const id = personId ?? createdBy;
  return id === undefined ? undefined : { personId: id, accountId };
}

async function insertKey(on: Database, { audit, guard }: KeyParts, input: KeyInput, key = newKey()) {
  const account = isUuid(input.accountId)
    ? await on.selectFrom("accounts").select("id").where("id", "=", input.accountId).executeTakeFirst()
    : undefined;
  if (!account) throw invalid("accountId", "Account not found.");
  const { by, scopes, apiVersion = by?.version ?? null } = input;
  const expiresAt = input.expiresAt ?? (by?.expiresAt === undefined ? null : new Date(by.expiresAt));
  if (by) {
    requireScopes(by, scopes);
    requireExpiry(by, expiresAt);
    requireVersion(by.version, apiVersion);
    const member = findMembership(by);
    if (member) await guard(on, member, scopes);
  }
  const row = await on
    .insertInto("api_keys")
    .values({
      id: newUuid(),
      account_id: input.accountId,
      name: input.name,
      hash: hashKey(key),
      hint: getHint(key),
      scopes: [...scopes],
      api_version: apiVersion,
      expires_at: expiresAt,
      ...toCreator(by),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
    .catch(refuseRemovedPerson);
  const entry = describeKeyChange("created", row, { scopes: row.scopes });
  await audit.record(on, by ? { ...entry, actor: toActor(by) } : entry);
  return { row, key };
}

const describeKeyChange = (
  change: "created" | "updated" | "rotated" | "revoked",
  { id, account_id, name }: KeyRow,
  details: AuditEntry["details"] = {},
): AuditEntry => {
  const subject = { type: "key", id, name };
  return { action: `key.${change}`, accountId: account_id, subject, details };
};

/** Reads the scopes of keys that are valid now. */
async function readScopes(
  on: Database,
  scopes: Scopes,
  keyIds: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<Scope>>> {
  if (keyIds.length === 0) return new Map();
  const rows = await on
    .selectFrom("api_keys")
    .select(["id", "scopes"])
    .where("id", "in", [...new Set(keyIds)])
    .where("revoked_at", "is", null)
    .where((eb) => eb.or([eb("expires_at", "is", null), eb("expires_at", ">", new Date())]))
    .execute();
  return new Map(rows.map((row) => [row.id, scopes.resolve(row.scopes)]));
}

/** API names of the columns of a key that can be changed. */
const CHANGED: Readonly<Record<string, string>> = {
  name: "name",
  scopes: "scopes",
  api_version: "apiVersion",
  expires_at: "expiresAt",
};

interface KeyParts {
  audit: Audit;
  guard: KeyGuard;
}

/** Creates and changes API keys. Only their SHA-256 is stored. */
export function createKeys(db: Database, cache: CallerCache, scopes: Scopes, audit: Audit) {
  const parts: KeyParts = { audit, guard: async () => {} };
  /**
   * Changes one key of the caller's account. Refuses keys with scopes that the caller lacks, because rotating the
   * administrator's key would hand over its rights.
   */
  async function change(
    by: Caller,
    keyId: string,
    what: Parameters<typeof describeKeyChange>[0] | "renewed",
    set: Updateable<Tables["api_keys"]>,
    check: (trx: Transaction, old: KeyRow) => unknown = () => {},
  ): Promise<KeyRow> {
    if (!isUuid(keyId)) throw notFound("key");
    const member = findMembership(by);
    return db.transaction().execute(async (trx) => {
      // Lock the person before the key, in the same order as when a role is lowered.
      if (member) await parts.guard(trx, member, []);
      const old = await trx
        .selectFrom("api_keys")
        .selectAll()
        .where("id", "=", keyId)
        .where("account_id", "=", by.accountId)
        .where("revoked_at", "is", null)
        .forUpdate()
        .executeTakeFirst();
      if (!old) throw notFound("key");
      requireScopes(by, old.scopes);
      if (member) await parts.guard(trx, member, [...old.scopes, ...(set.scopes ?? [])]);
      await check(trx, old);
      const row = await trx
        .updateTable("api_keys")
        .set({ ...set, updated_at: new Date() })
        .where("id", "=", keyId)
        .returningAll()
        .executeTakeFirstOrThrow()
        .catch(refuseRemovedPerson);
      await cache.forget(trx, [old.hash]);
      const fields = Object.keys(set)
        .map((column) => CHANGED[column])
        .filter((field) => field !== undefined);
      if (what !== "renewed")
        await audit.record(trx, describeKeyChange(what, row, what === "updated" ? { changed: fields } : {}));
      return row;
    });
  }

  return {
    /** Sets the check for people who create or change keys. */
    guardKeys(guard: KeyGuard): void {
      parts.guard = guard;
    },
    createKey: (on: Database, input: KeyInput, key?: string) => insertKey(on, parts, input, key),
    readScopes: (on: Database, keyIds: readonly string[]) => readScopes(on, scopes, keyIds),
    updateKey(by: Caller, keyId: string, { name, scopes, apiVersion, expiresAt }: KeyPatch) {
      const set = {
        ...(name === undefined ? {} : { name }),
        ...(scopes === undefined ? {} : { scopes: [...scopes] }),
        ...(apiVersion === undefined ? {} : { api_version: apiVersion }),
        ...(expiresAt === undefined ? {} : { expires_at: expiresAt }),
      };
      return change(by, keyId, "updated", set, async (trx, old) => {
        requireScopes(by, scopes ?? []);
        if (expiresAt !== undefined) requireExpiry(by, expiresAt);
        // A key may change its own version pin, up to that of its creator.
        const pin = by.keyId === keyId ? await findVersion(trx, old.created_by_key) : by.version;
        if (apiVersion !== undefined) requireVersion(pin, apiVersion);
      });
    },
    /** Revokes the key, which stops working at once in every process. */
    revokeKey: (by: Caller, keyId: string) => change(by, keyId, "revoked", { revoked_at: new Date() }),
    /** Returns a new secret. The old one stops working at once. */
    async rotateKey(by: Caller, keyId: string) {
      const key = newKey();
      // Whoever receives the secret counts as its creator.
      const creator = by.keyId === keyId ? {} : toCreator(by);
      const set = { hash: hashKey(key), hint: getHint(key), last_used_at: null, ...creator };
      return { row: await change(by, keyId, "rotated", set, (_, old) => requireExpiry(by, old.expires_at)), key };
    },
    /**
     * Returns a new secret with a new expiry, for access tokens, which programs renew many times a day. That is no change
     * of access, so it is not audited.
     * @throws `not_found` if the key is revoked, `insufficient_scope` if the person may no longer have it
     */
    async renewKey(by: Caller, keyId: string, expiresAt: Date): Promise<string> {
      const key = newKey();
      await change(by, keyId, "renewed", { hash: hashKey(key), hint: getHint(key), expires_at: expiresAt });
      return key;
    },
    /** Revokes any key, for the operator. Returns undefined if the key is unknown or already revoked. */
    revokeAnyKey: (keyId: string) => db.transaction().execute((trx) => revokeAnyKey(trx, { cache, audit }, keyId)),
    /** Revokes all keys that a person created, directly or through other keys, in one account or in all. */
    revokeKeysOf: (trx: Transaction, personId: string, accountId?: string) =>
      revokeKeysOf(trx, cache, personId, accountId),
  };
}

async function revokeAnyKey(
  trx: Transaction,
  { cache, audit }: { cache: CallerCache; audit: Audit },
  keyId: string,
): Promise<KeyRow | undefined> {
  const row = isUuid(keyId)
    ? await trx
        .updateTable("api_keys")
        .set({ revoked_at: new Date(), updated_at: new Date() })
        .where("id", "=", keyId)
        .where("revoked_at", "is", null)
        .returningAll()
        .executeTakeFirst()
    : undefined;
  if (!row) return undefined;
  await cache.forget(trx, [row.hash]);
  await audit.record(trx, describeKeyChange("revoked", row));
  return row;
}

async function revokeKeysOf(
  trx: Transaction,
  cache: CallerCache,
  personId: string,
  accountId: string | undefined,
): Promise<KeyRow[]> {
  const now = new Date();
  const all = trx
    .updateTable("api_keys")
    .set({ revoked_at: now, updated_at: now })
    .where("created_by_person", "=", personId)
    .where("revoked_at", "is", null);
  const own = accountId === undefined ? all : all.where("account_id", "=", accountId);
  const rows = await own.returningAll().execute();
  await cache.forget(
    trx,
    rows.map((row) => row.hash),
  );
  return rows;
}

async function findVersion(trx: Transaction, keyId: string | null): Promise<string | null> {
  if (keyId === null) return null;
  const row = await trx.selectFrom("api_keys").select("api_version").where("id", "=", keyId).executeTakeFirst();
  return row?.api_version ?? null;
}

const FOREIGN_KEY_VIOLATION = "23503";

/** Handles a person who was removed while their last request was running. */
function refuseRemovedPerson(error: unknown): never {
  if ((error as { code?: string }).code === FOREIGN_KEY_VIOLATION) throw new ApiError("unauthorized");
  throw error;
}
