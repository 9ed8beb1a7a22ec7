import { findOwnerAccount } from "vireo/access";
import type { Transaction } from "vireo/database";
import { newUuid } from "vireo/ids";
import { fromNow } from "vireo/leases";
import type { Context } from "vireo/module";
import type { Actor } from "vireo/request";
import type { ProviderAccount, SocialProvider } from "vireo/slots/social";
import { withDeadline } from "vireo/timing";
import { lockUntilEnd } from "vireo/transaction";
import { PROFILE, presentAccount, SECRET_URL } from "../posts/present";
import type { SocialAccount } from "../tables";

const LIST_MS = 30_000;

/** The provider could not list the accounts. */
export class ProviderError extends Error {}

export type SyncDeps = Pick<Context, "db" | "audit" | "events" | "secrets"> & {
  /** True if every account may use the social accounts of a provider that has a single operator key. */
  share: boolean;
};

/**
 * Stores an owner's accounts as listed by the provider. If listing fails, only stores the time of the attempt.
 * @param actor who connected or disconnected accounts, for the audit log. Defaults to the caller.
 */
export async function syncAccounts(
  deps: SyncDeps,
  owner: string,
  provider: SocialProvider,
  actor = deps.audit.getActor(),
): Promise<void> {
  const startedAt = await recordAttempt(deps, owner, provider.name);
  const listed = (await isServed(deps, owner, provider)) ? await listAccounts(owner, provider) : [];
  await deps.db.transaction().execute(async (trx) => {
    await lockUntilEnd(trx, `social.sync:${owner}:${provider.name}`);
    // Ignore a list that is older than the stored one.
    const sync = await trx
      .updateTable("social_syncs")
      .set({ synced_at: startedAt })
      .where("account_id", "=", owner)
      .where("provider", "=", provider.name)
      .where((eb) => eb.or([eb("synced_at", "is", null), eb("synced_at", "<=", startedAt)]))
      .executeTakeFirst();
    if (sync.numUpdatedRows > 0n) await replaceAccounts({ ...deps, actor }, trx, owner, provider.name, listed);
  });
}

async function recordAttempt({ db }: SyncDeps, owner: string, provider: string): Promise<Date> {
  const { tried_at } = await db
    .insertInto("social_syncs")
    .values({ account_id: owner, provider, tried_at: fromNow(), synced_at: null })
    .onConflict((conflict) => conflict.columns(["account_id", "provider"]).doUpdateSet({ tried_at: fromNow() }))
    .returning("tried_at")
    .executeTakeFirstOrThrow();
  return tried_at;
}

/** A provider with a single operator key serves the owner account, unless it is shared. */
async function isServed({ db, share }: SyncDeps, owner: string, provider: SocialProvider): Promise<boolean> {
  if (share || provider.perAccount) return true;
  return (await findOwnerAccount(db))?.id === owner;
}

async function listAccounts(owner: string, provider: SocialProvider): Promise<ProviderAccount[]> {
  const late = () => new Error("The provider did not respond in time.");
  try {
    return await withDeadline(LIST_MS, late, (signal) => provider.accounts(owner, signal));
  } catch (cause) {
    throw new ProviderError(`${provider.name} did not list the accounts`, { cause });
  }
}

async function replaceAccounts(
  deps: Reporting,
  trx: Transaction,
  owner: string,
  provider: string,
  listed: readonly ProviderAccount[],
): Promise<void> {
  const rows = await trx
    .selectFrom("social_accounts")
    .selectAll()
    .where("account_id", "=", owner)
    .where("provider", "=", provider)
    .execute();
  const stored = new Map(rows.map((row) => [row.external_id, row]));
  const unique = new Map(listed.map((account) => [account.externalId, account]));
  for (const account of unique.values()) {
    const before = stored.get(account.externalId);
    const columns = toColumns(account, (url) => deps.secrets.seal(url, PROFILE, owner));
    const key = { account_id: owner, provider, external_id: account.externalId };
    const after = before ? await update(trx, before, columns) : await insert(trx, { ...key, ...columns });
    if (after.status === before?.status) continue;
    await report(deps, trx, after);
  }
  for (const row of rows) {
    if (unique.has(row.external_id) || row.status === "disconnected") continue;
    const gone = trx.updateTable("social_accounts").set({ status: "disconnected" }).where("id", "=", row.id);
    const after = await gone.returningAll().executeTakeFirstOrThrow();
    await report(deps, trx, after);
  }
}

type Reporting = SyncDeps & { actor: Actor };

/** Reports in an event and in the audit log that an account was connected or disconnected. */
async function report(
  { events, audit, secrets, actor }: Reporting,
  trx: Transaction,
  row: SocialAccount,
): Promise<void> {
  const change = row.status === "active" ? "connected" : "disconnected";
  const account = presentAccount(row, secrets);
  await events.emit(trx, row.account_id, `account.${change}`, account);
  const subject = { type: "social_account", id: account.accountId, name: row.username };
  const details = { platform: row.platform, provider: row.provider, status: row.status };
  await audit.record(trx, { action: `social_account.${change}`, accountId: row.account_id, subject, details, actor });
}

const toColumns = (
  { platform, username, displayName, profileUrl, avatarUrl, status }: ProviderAccount,
  seal: (url: string) => string,
) => ({
  platform,
  username,
  display_name: displayName ?? null,
  profile_url: profileUrl && SECRET_URL.test(profileUrl) ? seal(profileUrl) : (profileUrl ?? null),
  avatar_url: avatarUrl ?? null,
  status,
  last_synced_at: fromNow(),
});

type Columns = ReturnType<typeof toColumns>;
type Key = Pick<SocialAccount, "account_id" | "provider" | "external_id">;

const insert = (trx: Transaction, values: Key & Columns) =>
  trx
    .insertInto("social_accounts")
    .values({ id: newUuid(), ...values })
    .returningAll()
    .executeTakeFirstOrThrow();

const update = (trx: Transaction, { id, status }: SocialAccount, columns: Columns) =>
  trx
    .updateTable("social_accounts")
    .set({ ...columns, ...(status === "disconnected" ? { connected_at: fromNow() } : {}) })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
