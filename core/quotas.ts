/**
 * Quotas of accounts: jobs that wait or run at a time, bytes of stored files, and valid API keys. The configured
 * numbers apply unless an administrator has set others for the account.
 */
import { sql } from "kysely";
import { formatBytes } from "#core/format-bytes";
import { ApiError } from "#core/request/errors";
import type { Database, Transaction } from "#db/tables";

export interface QuotaValues {
  /** Maximum number of queued and running jobs. */
  concurrentJobs: number;
  /** Maximum bytes of stored files. */
  storageBytes: number;
  /** Maximum number of valid API keys. */
  keys: number;
}

/** Limit and current count of a resource, checked before another one is created. */
export interface Room {
  limit: number;
  /** Name of the resource in the plural: "webhooks". */
  name: string;
  count(): Promise<number>;
}

interface AccountQuotas {
  concurrent_jobs: number | null;
  storage_bytes: number | null;
  max_keys: number | null;
}

export interface Quotas {
  /** Returns the quotas of an account's row. */
  get(account: AccountQuotas): QuotaValues;
  /** Reads the quotas and current use of an account. */
  read(db: Database, accountId: string): Promise<{ quotas: QuotaValues; usage: QuotaValues }>;
  /**
   * Throws `job_limit_exceeded` or `storage_quota_exceeded` if the account may not start another job. Locks the account
   * until the transaction ends, so that parallel calls count each other.
   */
  checkJob(trx: Transaction, accountId: string, producesFiles: boolean): Promise<void>;
  /**
   * Throws `storage_quota_exceeded` if the account may not store this many more bytes. Locks the account in a
   * transaction.
   */
  checkStorage(db: Database, accountId: string, bytes: number): Promise<void>;
  /** Throws `quota_exceeded` if the account may not have another API key. Locks the account until the transaction ends. */
  checkKeys(trx: Transaction, accountId: string): Promise<void>;
  /** Like `checkKeys`, for any other resource that a module limits. */
  requireRoom(trx: Transaction, accountId: string, room: Room): Promise<void>;
}

/** Seconds until a refused job should be retried. */
const RETRY_AFTER = 10;

export function createQuotas(defaults: QuotaValues): Quotas {
  return {
    get: (account) => getQuotas(account, defaults),
    async read(db, accountId) {
      const account = await findAccount(db, accountId).executeTakeFirstOrThrow();
      const jobs = await countJobs(db, accountId);
      return {
        quotas: getQuotas(account, defaults),
        usage: { concurrentJobs: jobs, storageBytes: account.stored_bytes, keys: await countKeys(db, accountId) },
      };
    },
    async checkJob(trx, accountId, producesFiles) {
      const account = await findAccount(trx, accountId).forNoKeyUpdate().executeTakeFirstOrThrow();
      if (account.suspended_at) throw new ApiError("account_suspended");
      const { concurrentJobs, storageBytes } = getQuotas(account, defaults);
      if (producesFiles && account.stored_bytes >= storageBytes)
        throw storageExceeded(account.stored_bytes, storageBytes);
      const jobs = await countJobs(trx, accountId);
      if (jobs < concurrentJobs) return;
      const detail = `This account has ${jobs} jobs waiting or running; the limit is ${concurrentJobs}. Wait until some have ended, or cancel them.`;
      throw new ApiError("job_limit_exceeded", detail, {
        headers: { "retry-after": String(RETRY_AFTER) },
        members: { limit: concurrentJobs, used: jobs },
      });
    },
    async checkStorage(db, accountId, bytes) {
      const query = findAccount(db, accountId);
      const account = await (db.isTransaction ? query.forNoKeyUpdate() : query).executeTakeFirstOrThrow();
      if (account.suspended_at) throw new ApiError("account_suspended");
      const { storageBytes } = getQuotas(account, defaults);
      if (account.stored_bytes + bytes > storageBytes) throw storageExceeded(account.stored_bytes, storageBytes, bytes);
    },
    async checkKeys(trx, accountId) {
      const account = await findAccount(trx, accountId).executeTakeFirst();
      if (!account) return;
      const { keys: limit } = getQuotas(account, defaults);
      await requireRoom(trx, accountId, { limit, name: "valid keys", count: () => countKeys(trx, accountId) });
    },
    requireRoom,
  };
}

const findAccount = (db: Database, id: string) =>
  db
    .selectFrom("accounts")
    .select(["concurrent_jobs", "storage_bytes", "max_keys", "stored_bytes", "suspended_at"])
    .where("id", "=", id);

const getQuotas = (account: AccountQuotas, defaults: QuotaValues): QuotaValues => ({
  concurrentJobs: account.concurrent_jobs ?? defaults.concurrentJobs,
  storageBytes: account.storage_bytes ?? defaults.storageBytes,
  keys: account.max_keys ?? defaults.keys,
});

async function requireRoom(trx: Transaction, accountId: string, { limit, name, count }: Room): Promise<void> {
  await findAccount(trx, accountId).forNoKeyUpdate().executeTakeFirst();
  const used = await count();
  if (used < limit) return;
  const detail = `This account has ${used} ${name}; the limit is ${limit}. Remove one first.`;
  throw new ApiError("quota_exceeded", detail, { members: { limit, used } });
}

async function countKeys(db: Database, accountId: string): Promise<number> {
  const { count } = await db
    .selectFrom("api_keys")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("account_id", "=", accountId)
    .where("revoked_at", "is", null)
    .where((eb) => eb.or([eb("expires_at", "is", null), eb("expires_at", ">", sql<Date>`clock_timestamp()`)]))
    .executeTakeFirstOrThrow();
  return Number(count);
}

async function countJobs(db: Database, accountId: string): Promise<number> {
  const { count } = await db
    .selectFrom("generations")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("account_id", "=", accountId)
    .where("status", "in", ["pending", "processing"])
    .executeTakeFirstOrThrow();
  return Number(count);
}

function storageExceeded(used: number, limit: number, requested?: number): ApiError {
  const more = requested === undefined ? "" : ` This file is ${formatBytes(requested)}.`;
  const detail = `The files of this account use ${formatBytes(used)} of ${formatBytes(limit)}.${more} Delete uploads or generated media, or ask the administrator for more storage.`;
  return new ApiError("storage_quota_exceeded", detail, { members: { limit, used } });
}
