import { sql as raw } from "kysely";
import type postgres from "postgres";
import type { Caller } from "#core/request/exchange";
import { afterCommit } from "#db/dialect";
import type { Database } from "#db/tables";

/** Whom a secret belongs to: a key has one caller, a session one for each workspace of the person. */
export interface KnownCallers {
  /** The callers that a request with the secret can be, each of another account. At least one, the usual one first. */
  callers: readonly Caller[];
  /** When the secret expires, in milliseconds since the epoch. */
  expiresAt: number;
  /**
   * Hash of the secret with its signature, for session cookies. They are cached by the token alone, so whoever reads the
   * cache compares this: a token with another signature has not been checked.
   */
  proof?: string;
}

export interface CachedCallers extends KnownCallers {
  /** Those of the accounts that are suspended. */
  suspended: ReadonlySet<string>;
  /** When the entry must be looked up again. */
  trustedUntil: number;
  /** When the use of the secret was last stored. */
  touchedAt: number;
}

/** Changes are announced to all processes at once. This limits the effect of a lost notification. */
const TRUST_MS = 10_000;
const MAX_ENTRIES = 10_000;
const CHANNEL = "vireo_keys";
/** Stands for all secrets in a notification. */
const ALL = "*";

type LookUp = (hash: string) => Promise<KnownCallers | undefined>;

export type CallerCache = Awaited<ReturnType<typeof createCallerCache>>;

/** Caches callers by the SHA-256 of their secret: an API key or a session. */
export async function createCallerCache(db: Database, sql: postgres.Sql) {
  const entries = new Map<string, CachedCallers>();
  /** Look-ups in progress, each with the value of `changes` at its start. */
  const loading = new Map<string, { entry: Promise<CachedCallers | undefined>; changes: number }>();
  let changes = 0;
  const drop = (hash: string) => {
    changes++;
    if (hash === ALL) entries.clear();
    else entries.delete(hash);
  };
  const listener = await sql.listen(CHANNEL, drop, () => entries.clear());

  /** Looks up a secret. The entry is trusted from when the response arrives, because a busy database can take long. */
  async function load(hash: string, lookUp: LookUp): Promise<CachedCallers | undefined> {
    const changesBefore = changes;
    const known = await lookUp(hash);
    if (!known) return undefined;
    const suspended = await readSuspended(db, known.callers);
    const touchedAt = entries.get(hash)?.touchedAt ?? 0;
    const entry = { ...known, suspended, trustedUntil: Date.now() + TRUST_MS, touchedAt };
    if (entries.size >= MAX_ENTRIES) entries.clear();
    // Don't cache a secret that may have changed during the look-up.
    if (changes === changesBefore) entries.set(hash, entry);
    return entry;
  }

  /** Shares one look-up among concurrent requests, because a slow database must not get more queries. */
  function loadOnce(hash: string, lookUp: LookUp): Promise<CachedCallers | undefined> {
    const running = loading.get(hash);
    if (running?.changes === changes) return running.entry;
    const entry = load(hash, lookUp).finally(() => loading.get(hash)?.entry === entry && loading.delete(hash));
    loading.set(hash, { entry, changes });
    return entry;
  }

  return {
    /** Returns the callers from the cache, or from `lookUp`. Undefined if the secret is unknown or expired. */
    async recall(hash: string, lookUp: LookUp): Promise<CachedCallers | undefined> {
      const cached = entries.get(hash);
      const entry = cached && cached.trustedUntil >= Date.now() ? cached : await loadOnce(hash, lookUp);
      return entry && entry.expiresAt > Date.now() ? entry : undefined;
    },
    /**
     * Makes every process look up these secrets again. This process does so as soon as the change is committed, so that no
     * look-up of before is kept.
     */
    async forget(on: Database, hashes: readonly string[]): Promise<void> {
      if (hashes.length === 0) return;
      await raw`select pg_notify(${CHANNEL}, hash) from unnest(${hashes}::text[]) as hash`.execute(on);
      await afterCommit(on, () => hashes.forEach(drop));
    },
    /** Makes every process look up all secrets again. */
    async forgetAll(on: Database): Promise<void> {
      await raw`select pg_notify(${CHANNEL}, ${ALL})`.execute(on);
      await afterCommit(on, () => drop(ALL));
    },
    stop: () => listener.unlisten(),
  };
}

async function readSuspended(db: Database, callers: readonly Caller[]): Promise<ReadonlySet<string>> {
  const accountIds = callers.map(({ accountId }) => accountId);
  const accounts = db.selectFrom("accounts").select("id").where("id", "in", accountIds);
  const rows = await accounts.where("suspended_at", "is not", null).execute();
  return new Set(rows.map(({ id }) => id));
}
