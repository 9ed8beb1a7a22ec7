import type { CreatorInfo, ProviderAccount } from "vireo/slots/social";
import { type ZernioClient, ZernioError } from "./client";
import { type Fields, readId, readList, readObject, readText, readUrl } from "./json";
import { findPlatformName } from "./platforms";

const MAX_PAGES = 100;

/** Parses one account of the list. Undefined for platforms that Vireo does not support. */
function parseAccount(entry: unknown): ProviderAccount | undefined {
  const account = readObject(entry);
  const externalId = readId(account);
  const platform = findPlatformName(readText(account.platform) ?? "");
  if (!externalId || !platform) return undefined;
  const displayName = readText(account.displayName);
  const profileUrl = readUrl(account.profileUrl);
  const avatarUrl = readUrl(account.profilePicture);
  const isExpired = account.needsReconnection === true || account.isActive === false || account.enabled === false;
  return {
    externalId,
    platform,
    username: readText(account.username)?.replace(/^@/, "") || displayName || externalId,
    displayName: displayName || undefined,
    profileUrl: profileUrl || undefined,
    avatarUrl: avatarUrl || undefined,
    status: isExpired ? "expired" : "active",
  };
}

/**
 * Lists all connected accounts, or those of one profile. Without paging parameters Zernio returns them at once, so none
 * can move between pages; pages are followed if there are any. Throws if the response is not a list, because missing
 * accounts count as disconnected.
 */
export async function listAccounts(
  client: ZernioClient,
  profileId: string | undefined,
  signal: AbortSignal,
): Promise<ProviderAccount[]> {
  const entries: unknown[] = [];
  let paging: Record<string, string> = {};
  for (let page = 1; ; page++) {
    const body = await client.get("/v1/accounts", { query: { profileId, ...paging }, signal });
    if (!Array.isArray(body.accounts)) throw new ZernioError("Zernio's response has no accounts.");
    entries.push(...body.accounts);
    const { pages, limit }: Fields = readObject(body.pagination);
    if (typeof pages !== "number" || page >= pages) break;
    if (page >= MAX_PAGES || body.accounts.length === 0)
      throw new ZernioError("Zernio's list of accounts does not end.");
    const size = typeof limit === "number" && limit > 0 ? limit : body.accounts.length;
    paging = { page: String(page + 1), limit: String(size) };
  }
  return entries.flatMap((entry) => parseAccount(entry) ?? []);
}

/** Reads what TikTok currently allows the creator to post. */
export async function readCreator(client: ZernioClient, accountId: string, signal: AbortSignal): Promise<CreatorInfo> {
  const body = await client.get(`/v1/accounts/${encodeURIComponent(accountId)}/tiktok/creator-info`, {
    query: { mediaType: "video" },
    signal,
  });
  const settings = readObject(readObject(body.postingLimits).interactionSettings);
  const isAllowed = (name: string) => settings[name] !== null && readObject(settings[name]).enabled !== false;
  const privacyLevels = readList(body.privacyLevels).flatMap((level) => readText(readObject(level).value) ?? []);
  if (privacyLevels.length === 0) throw new ZernioError("Zernio's response has no privacy levels.");
  const { nickname, avatarUrl, canPostMore } = readObject(body.creator);
  const [name, picture] = [readText(nickname), readUrl(avatarUrl)];
  const { maxVideoDurationSec: longest } = readObject(body.postingLimits);
  return {
    nickname: name || undefined,
    avatarUrl: picture || undefined,
    maxVideoSeconds: typeof longest === "number" && longest > 0 ? longest : undefined,
    privacyLevels,
    interactions: {
      comment: isAllowed("allow_comment"),
      duet: isAllowed("allow_duet"),
      stitch: isAllowed("allow_stitch"),
    },
    canPostMore: canPostMore !== false,
  };
}
