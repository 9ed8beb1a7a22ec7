import type { Static } from "@sinclair/typebox";
import { ApiError, notFound } from "vireo/errors";
import { toUuid } from "vireo/ids";
import { privacyLevels } from "vireo/platforms";
import type { Actor } from "vireo/request";
import type { SocialProvider } from "vireo/slots/social";
import { withDeadline } from "vireo/timing";
import type { Social } from "../context";
import { readGroup } from "../group-members";
import { presentAccount } from "../posts/present";
import type { Creator } from "../schema";
import type { SocialAccount } from "../tables";
import { ProviderError, syncAccounts } from "./sync";

/** Number of accounts synchronised per run of the schedule. */
const BATCH = 50;
const READ_MS = 20_000;
/** What a creator may post if the provider does not tell. */
const UNKNOWN_CREATOR = {
  isKnown: false,
  privacyLevels: [...privacyLevels],
  interactions: { comment: true, duet: true, stitch: true },
  canPostMore: true,
};

/** Finds a social account by its public id or uuid. Throws `not_found` if the account has none with this id. */
export async function findAccount({ db }: Social, accountId: string, socialAccountId: string): Promise<SocialAccount> {
  const uuid = toUuid("soc", socialAccountId);
  const row =
    uuid &&
    (await db
      .selectFrom("social_accounts")
      .selectAll()
      .where("id", "=", uuid)
      .where("account_id", "=", accountId)
      .executeTakeFirst());
  if (!row) throw notFound("account");
  return row;
}

/**
 * Synchronises with each provider. Returns the names of those that failed. Throws if the error is not the provider's.
 */
async function syncWith(
  social: Social,
  accountId: string,
  providers: readonly SocialProvider[],
  actor?: Actor,
): Promise<string[]> {
  const results = await Promise.allSettled(
    providers.map((provider) => syncAccounts(social, accountId, provider, actor)),
  );
  return results.flatMap((result, index) => {
    if (result.status === "fulfilled") return [];
    if (!(result.reason instanceof ProviderError)) throw result.reason;
    const provider = providers[index]?.name ?? "";
    social.log.warn("accounts not synchronised", { provider, error: result.reason.cause });
    return [provider];
  });
}

/** Synchronises with every provider. Returns false if none is configured. Throws `provider_unavailable`. */
export async function syncAllAccounts(social: Social, accountId: string): Promise<boolean> {
  const providers = social.engines.of("social");
  const failed = await syncWith(social, accountId, providers);
  if (failed.length === 0) return providers.length > 0;
  const detail = `The accounts at ${failed.join(", ")} could not be read. Known accounts are unchanged.`;
  throw new ApiError("provider_unavailable", detail);
}

/**
 * Lists the social accounts, of one group if it is given. Synchronises with new providers first, so that the first list is
 * not empty. Throws `validation_error` for an unknown group.
 */
export async function listAccounts(social: Social, accountId: string, group?: string) {
  const { db, engines, secrets } = social;
  const syncs = await db.selectFrom("social_syncs").select("provider").where("account_id", "=", accountId).execute();
  const known = new Set(syncs.map(({ provider }) => provider));
  const added = engines.of("social").filter(({ name }) => !known.has(name));
  await syncWith(social, accountId, added, { type: "system" });
  const rows = await db
    .selectFrom("social_accounts")
    .selectAll()
    .where("account_id", "=", accountId)
    .orderBy("connected_at")
    .orderBy("id")
    .execute();
  const members = group === undefined ? undefined : await readGroup(db, accountId, group);
  return rows.filter(({ id }) => !members || members.includes(id)).map((row) => presentAccount(row, secrets));
}

/** Synchronises accounts whose last attempt was before this time, oldest first. */
export async function syncDueAccounts(social: Social, before: Date, signal: AbortSignal): Promise<void> {
  const rows = await social.db
    .selectFrom("social_syncs")
    .selectAll()
    .where("tried_at", "<", before)
    .orderBy("tried_at")
    .limit(BATCH)
    .execute();
  for (const { account_id, provider } of rows) {
    if (signal.aborted) return;
    const configured = social.engines.get("social", provider);
    if (configured) await syncWith(social, account_id, [configured]);
  }
}

/**
 * Returns what the creator of a TikTok account may currently post. Throws `not_found`, `conflict` and
 * `provider_unavailable`.
 */
export async function getCreator(
  social: Social,
  accountId: string,
  socialAccountId: string,
): Promise<Static<typeof Creator>> {
  const { engines, log, secrets } = social;
  const row = await findAccount(social, accountId, socialAccountId);
  if (row.platform !== "tiktok")
    throw new ApiError(
      "conflict",
      `Only TikTok reports what its creators may post. This account is on ${row.platform}.`,
    );
  if (row.status !== "active")
    throw new ApiError("conflict", `This account is ${row.status}. Reconnect it, then call POST /social/accounts.`);
  const { accountId: publicId, username, displayName, avatarUrl } = presentAccount(row, secrets);
  const shown = { accountId: publicId, username, nickname: displayName ?? username, avatarUrl: avatarUrl || undefined };
  const provider = engines.get("social", row.provider);
  if (!provider?.creatorInfo) return { ...shown, ...UNKNOWN_CREATOR };
  const creator = { externalId: row.external_id, platform: row.platform, username };
  const late = () => new Error("The provider did not respond in time.");
  try {
    const info = await withDeadline(READ_MS, late, (signal) => provider.creatorInfo!(creator, signal, accountId));
    const known = privacyLevels.filter((level) => info.privacyLevels.includes(level));
    return { ...shown, ...info, isKnown: true, privacyLevels: known };
  } catch (error) {
    log.warn("creator not read", { provider: row.provider, error });
    throw new ApiError(
      "provider_unavailable",
      `The TikTok settings of ${username} could not be read from ${row.provider}.`,
    );
  }
}
