import { findOwnerAccount } from "vireo/access";
import type { Transaction } from "vireo/database";
import { newUuid } from "vireo/ids";
import { fromNow } from "vireo/leases";
import type { Actor } from "vireo/request";
import type { ProviderAccount, SocialProvider } from "vireo/slots/social";
import { withDeadline } from "vireo/timing";
import { lockUntilEnd } from "vireo/transaction";
import type { Social } from "../context";
import { getPlatforms } from "../platforms";
import { PROFILE, presentAccount, SECRET_URL } from "../posts/present";
import type { SocialAccount } from "../tables";

const LIST_MS = 30_000;

/** The provider could not list the accounts. */
export class ProviderError extends Error {}

/**
 * Stores an account's social accounts as listed by the provider. If listing fails, only stores the time of the attempt.
 * @param actor who connected or disconnected accounts, for the audit log. Defaults to the caller.
 */
export async function syncAccounts(
  social: Social,
  accountId: string,
  provider: SocialProvider,
  actor = social.audit.getActor(),
): Promise<void> {
  const startedAt = await recordAttempt(social, accountId, provider.name);
  const listed = (await isServed(social, accountId, provider)) ? await readAccounts(social, accountId, provider) : [];
  await social.db.transaction().execute(async (trx) => {
    await lockUntilEnd(trx, `social.sync:${accountId}:${provider.name}`);
    // Ignore a list that is older than the stored one.
    const sync = await trx
      .updateTable("social_syncs")
      .set({ synced_at: startedAt })
      .where("account_id", "=", accountId)
      .where("provider", "=", provider.name)
      .where((eb) => eb.or([eb("synced_at", "is", null), eb("synced_at", "<=", startedAt)]))
      .executeTakeFirst();
    if (sync.numUpdatedRows > 0n)
      await replaceAccounts(social, trx, { accountId, provider: provider.name, listed, actor });
  });
}

async function recordAttempt({ db }: Social, accountId: string, provider: string): Promise<Date> {
  const { tried_at } = await db
    .insertInto("social_syncs")
    .values({ account_id: accountId, provider, tried_at: fromNow(), synced_at: null })
    .onConflict((conflict) => conflict.columns(["account_id", "provider"]).doUpdateSet({ tried_at: fromNow() }))
    .returning("tried_at")
    .executeTakeFirstOrThrow();
  return tried_at;
}

/** A provider with a single operator key serves the owner account, unless it is shared. */
async function isServed({ db, settings }: Social, accountId: string, provider: SocialProvider): Promise<boolean> {
  if (settings.shareAccounts || provider.perAccount) return true;
  return (await findOwnerAccount(db))?.id === accountId;
}

async function readAccounts({ log }: Social, accountId: string, provider: SocialProvider): Promise<ProviderAccount[]> {
  const names = new Set(getPlatforms(provider).map(({ name }) => name));
  const late = () => new Error("The provider did not respond in time.");
  try {
    const accounts = await withDeadline(LIST_MS, late, (signal) => provider.accounts(accountId, signal));
    const unknown = [...new Set(accounts.map(({ platform }) => platform).filter((platform) => !names.has(platform)))];
    if (unknown.length > 0)
      log.warn("accounts on platforms that the provider does not declare", { provider: provider.name, unknown });
    return accounts.filter(({ platform }) => names.has(platform));
  } catch (cause) {
    throw new ProviderError(`${provider.name} did not list the accounts`, { cause });
  }
}

async function replaceAccounts(
  social: Social,
  trx: Transaction,
  {
    accountId,
    provider,
    listed,
    actor,
  }: { accountId: string; provider: string; listed: readonly ProviderAccount[]; actor: Actor },
): Promise<void> {
  const rows = await trx
    .selectFrom("social_accounts")
    .selectAll()
    .where("account_id", "=", accountId)
    .where("provider", "=", provider)
    .execute();
  const stored = new Map(rows.map((row) => [row.external_id, row]));
  const unique = new Map(listed.map((account) => [account.externalId, account]));
  for (const account of unique.values()) {
    const before = stored.get(account.externalId);
    const columns = toColumns(account, (url) => social.secrets.seal(url, PROFILE, accountId));
    const key = { account_id: accountId, provider, external_id: account.externalId };
    const after = before ? await update(trx, before, columns) : await insert(trx, { ...key, ...columns });
    if (after.status === before?.status) continue;
    await report(social, trx, after, actor);
  }
  for (const row of rows) {
    if (unique.has(row.external_id) || row.status === "disconnected") continue;
    const gone = trx.updateTable("social_accounts").set({ status: "disconnected" }).where("id", "=", row.id);
    const after = await gone.returningAll().executeTakeFirstOrThrow();
    await report(social, trx, after, actor);
  }
}

/** Reports in an event and in the audit log that an account was connected or disconnected. */
async function report(
  { events, audit, secrets }: Social,
  trx: Transaction,
  row: SocialAccount,
  actor: Actor,
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
    .set({ ...columns, connected_at: status === "disconnected" ? fromNow() : undefined })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
