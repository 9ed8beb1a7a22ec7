/**
 * active ─ suspend ─► suspended ─ resume ─► active
 *    └──── delete ───► deleting (suspended, until `delete_at`) ─ purge.ts ─► gone
 *                         └─ resume ─► active, until the purge begins
 *
 * A suspended account keeps everything. Its keys and sessions get 403, queued jobs and due posts wait, and nothing is
 * charged. Every claim of work checks `isActiveAccount`.
 */
import { type SqlBool, sql } from "kysely";
import type { CallerCache } from "#core/access/caller-cache";
import { findOwnerAccount } from "#core/access/owner-account";
import type { Audit } from "#core/audit";
import type { AccountRow } from "#core/database/tables";
import { isUuid } from "#core/ids";
import { fromNow } from "#core/leases";
import { ApiError } from "#core/request/errors";
import type { Database, Transaction } from "#db/tables";

export type AccountStatus = "active" | "suspended" | "deleting";

/**
 * True for rows of accounts that are not suspended. `column` holds the account's id, such as "social_posts.account_id".
 * @example
 * const notes = await context.db.selectFrom("notes").selectAll().where(isActiveAccount("notes.account_id")).execute();
 */
export const isActiveAccount = (column: string) =>
  sql<SqlBool>`not exists (select from accounts where accounts.id = ${sql.ref(column)} and accounts.suspended_at is not null)`;

/**
 * Returns the status of an account.
 * @example
 * const account = { suspended_at: new Date(), delete_at: null };
 * getAccountStatus(account as Parameters<typeof getAccountStatus>[0]); // "suspended"
 */
export const getAccountStatus = ({ suspended_at, delete_at }: AccountRow): AccountStatus => {
  if (delete_at) return "deleting";
  return suspended_at ? "suspended" : "active";
};

/**
 * Throws ApiError `account_suspended` if the account is suspended.
 * @example
 * await requireActiveAccount(context.db, accountId);
 */
export async function requireActiveAccount(on: Database, accountId: string): Promise<void> {
  const account = on.selectFrom("accounts").select("suspended_at").where("id", "=", accountId);
  if ((await account.executeTakeFirst())?.suspended_at) throw new ApiError("account_suspended");
}

type Change = (account: AccountRow) => { action: string; set: Partial<AccountRow> | object } | undefined;

/**
 * Suspends, resumes and deletes accounts. Each method returns the account, and changes nothing if it already is in that
 * state.
 */
export function createAccountLife(db: Database, cache: Pick<CallerCache, "forgetAll">, audit: Audit) {
  async function change(accountId: string, by: string | undefined, decide: Change): Promise<AccountRow> {
    return db.transaction().execute(async (trx) => {
      const account = await lockAccount(trx, accountId);
      const change = decide(account);
      if (!change) return account;
      if (change.action !== "resumed") await refuseOwn(trx, account.id, by);
      const row = await trx
        .updateTable("accounts")
        .set({ ...change.set, updated_at: new Date() })
        .where("id", "=", account.id)
        .returningAll()
        .executeTakeFirstOrThrow();
      await cache.forgetAll(trx);
      const subject = { type: "account", id: row.id, name: row.name };
      await audit.record(trx, { action: `account.${change.action}`, accountId: row.id, subject });
      return row;
    });
  }

  return {
    /**
     * @param by caller of the request, whose own account cannot be suspended.
     */
    suspendAccount: (accountId: string, by?: string) =>
      change(accountId, by, ({ suspended_at }) =>
        suspended_at ? undefined : { action: "suspended", set: { suspended_at: fromNow() } },
      ),

    /** Ends a suspension, and cancels a deletion that has not begun. Throws `conflict` if it has. */
    resumeAccount: (accountId: string) =>
      change(accountId, undefined, ({ suspended_at, purge_began_at }) => {
        if (purge_began_at) throw new ApiError("conflict", "The data of this account is already being deleted.");
        return suspended_at ? { action: "resumed", set: { suspended_at: null, delete_at: null } } : undefined;
      }),

    /** Suspends an account and deletes it with all its data after `graceMs`. */
    scheduleDeletion: (accountId: string, graceMs: number, by?: string) =>
      change(accountId, by, ({ delete_at }) =>
        delete_at
          ? undefined
          : {
              action: "deletion_scheduled",
              set: { suspended_at: sql`coalesce(suspended_at, clock_timestamp())`, delete_at: fromNow(graceMs) },
            },
      ),
  };
}

async function lockAccount(trx: Transaction, accountId: string): Promise<AccountRow> {
  const row = isUuid(accountId)
    ? await trx.selectFrom("accounts").selectAll().where("id", "=", accountId).forUpdate().executeTakeFirst()
    : undefined;
  if (!row) throw new ApiError("not_found", "Account not found.");
  return row;
}

/** Protects the owner account and the caller's own, because nobody could undo the suspension. */
async function refuseOwn(trx: Transaction, accountId: string, by: string | undefined): Promise<void> {
  if (accountId === by) throw new ApiError("conflict", "You cannot suspend or delete your own account.");
  if ((await findOwnerAccount(trx))?.id === accountId)
    throw new ApiError("conflict", "The owner account cannot be suspended or deleted.");
}
