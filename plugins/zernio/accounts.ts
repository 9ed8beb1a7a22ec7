import type { CreatorInfo, Platform, ProviderAccount } from "vireo/slots/social";
import { CallError } from "./call-error";
import type { Client } from "./client";
import { type Fields, fields, idOf, list, text, webUrl } from "./json";
import { platforms } from "./tables";

const MAX_PAGES = 100;

/** One account of the list; undefined for platforms that are no concern of ours. */
function accountOf(entry: unknown): ProviderAccount | undefined {
  const account = fields(entry);
  const externalId = idOf(account);
  const platform = text(account.platform);
  if (!externalId || !platform || !Object.hasOwn(platforms, platform)) return undefined;
  const displayName = text(account.displayName);
  const profileUrl = webUrl(account.profileUrl);
  const avatarUrl = webUrl(account.profilePicture);
  const isExpired = account.needsReconnection === true || account.isActive === false || account.enabled === false;
  return {
    externalId,
    platform: platform as Platform,
    username: text(account.username)?.replace(/^@/, "") || displayName || externalId,
    ...(displayName ? { displayName } : {}),
    ...(profileUrl ? { profileUrl } : {}),
    ...(avatarUrl ? { avatarUrl } : {}),
    status: isExpired ? "expired" : "active",
  };
}

/**
 * Every connected account, or those of one profile. Asked for without pages it comes in one piece, so that
 * none slips from one page to another; where the answer has pages all the same they are followed. An answer
 * that is no list throws: an account that is not in the list would count as disconnected.
 */
export async function listAccounts(
  client: Client,
  profileId: string | undefined,
  signal: AbortSignal,
): Promise<ProviderAccount[]> {
  const entries: unknown[] = [];
  let paging: Record<string, string> = {};
  for (let page = 1; ; page++) {
    const body = await client.ask("GET", "/v1/accounts", { query: { profileId, ...paging }, signal });
    if (!Array.isArray(body.accounts)) throw new CallError("Zernio's answer holds no accounts.");
    entries.push(...body.accounts);
    const { pages, limit }: Fields = fields(body.pagination);
    if (typeof pages !== "number" || page >= pages) break;
    if (page >= MAX_PAGES || body.accounts.length === 0) throw new CallError("Zernio's list of accounts does not end.");
    const size = typeof limit === "number" && limit > 0 ? limit : body.accounts.length;
    paging = { page: String(page + 1), limit: String(size) };
  }
  return entries.flatMap((entry) => accountOf(entry) ?? []);
}

/** What TikTok lets the creator of an account post just now. */
export async function readCreator(client: Client, accountId: string, signal: AbortSignal): Promise<CreatorInfo> {
  const body = await client.ask("GET", `/v1/accounts/${encodeURIComponent(accountId)}/tiktok/creator-info`, {
    query: { mediaType: "video" },
    signal,
  });
  const settings = fields(fields(body.postingLimits).interactionSettings);
  const permits = (name: string) => settings[name] !== null && fields(settings[name]).enabled !== false;
  const privacyLevels = list(body.privacyLevels).flatMap((level) => text(fields(level).value) ?? []);
  if (privacyLevels.length === 0) throw new CallError("Zernio's answer names no privacy levels.");
  const { nickname, avatarUrl, canPostMore } = fields(body.creator);
  const [name, picture] = [text(nickname), webUrl(avatarUrl)];
  const { maxVideoDurationSec: longest } = fields(body.postingLimits);
  return {
    ...(name ? { nickname: name } : {}),
    ...(picture ? { avatarUrl: picture } : {}),
    ...(typeof longest === "number" && longest > 0 ? { maxVideoSeconds: longest } : {}),
    privacyLevels,
    interactions: {
      comment: permits("allow_comment"),
      duet: permits("allow_duet"),
      stitch: permits("allow_stitch"),
    },
    canPostMore: canPostMore !== false,
  };
}
