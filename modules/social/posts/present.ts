import type { Static } from "@sinclair/typebox";
import { toPublicId } from "vireo/ids";
import type { Media } from "vireo/media";
import type { Secrets } from "vireo/secrets";
import type { TikTokSettings } from "vireo/slots/social";
import type { Approval } from "../approval/schema";
import type { Overrides, PostView } from "../schema";
import type { Decision, Post, SocialAccount, StoredItem, TargetRow } from "../tables";

export const toPostId = (uuid: string) => toPublicId("post", uuid);
export const toAccountId = (uuid: string) => toPublicId("soc", uuid);
/** True for the public id of a social account, which no platform is named like. */
export const isAccountId = (name: string): boolean => name.startsWith("soc_");

/** API names of TikTok's settings. */
export const tiktokNames = {
  privacyLevel: "tiktokPrivacyLevel",
  commercialContentType: "tiktokCommercialContentType",
  allowComment: "tiktokAllowComment",
  allowDuet: "tiktokAllowDuet",
  allowStitch: "tiktokAllowStitch",
  madeWithAi: "tiktokMadeWithAi",
} as const satisfies Record<keyof TikTokSettings, string>;

/** Leaves out fields that have no value. */
const filled = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined)) as {
    [K in keyof T]?: NonNullable<T[K]>;
  };

const presentTarget = (row: TargetRow) => ({
  accountId: toAccountId(row.social_account_id),
  platform: row.platform,
  status: row.status,
  ...filled({
    delayedUntil: row.delay_reason === null ? null : row.due_at?.getTime(),
    delayReason: row.delay_reason,
    platformPostId: row.platform_post_id,
    platformPostUrl: row.platform_post_url,
    publishedAt: row.published_at?.getTime(),
    errorCategory: row.error_category,
    errorMessage: row.error_message,
    notice: row.notice,
  }),
});

/** Returns the URL of the video of a post. Undefined for a post with pictures. */
export const getVideoUrl = (row: Pick<Post, "video_key" | "video_url">, media: Media): string | undefined =>
  row.video_key ? media.url(row.video_key) : (row.video_url ?? undefined);

const presentItem = (item: StoredItem, media: Media) => ({
  type: item.kind,
  url: item.key === undefined ? item.url : media.url(item.key),
  ...filled({
    imageId: item.kind === "image" && item.imageId ? toPublicId("img", item.imageId) : null,
    videoId: item.kind === "video" && item.videoId ? toPublicId("vid", item.videoId) : null,
    altText: item.kind === "image" ? item.altText : null,
  }),
});

export const presentDecision = (row: Decision) => ({
  by: row.by_name,
  via: row.via,
  decision: row.decision,
  revision: row.revision,
  at: row.created_at.getTime(),
  ...filled({ comment: row.comment }),
});

const presentApproval = (row: Post, decisions: readonly Decision[]): Static<typeof Approval> => ({
  state: row.approval,
  revision: row.revision,
  overdue: row.overdue,
  decisions: decisions.map(presentDecision),
  ...filled({ requestedBy: row.requested_by?.name, requestedAt: row.requested_at?.getTime() }),
});

/** Formats a post as the newest API version shows it. Also the data of its events. */
export function presentPost(
  row: Post,
  { targets, decisions = [] }: { targets: readonly TargetRow[]; decisions?: readonly Decision[] | undefined },
  media: Media,
): Static<typeof PostView> {
  const tiktok = Object.fromEntries(
    Object.entries(tiktokNames).map(([name, shown]) => [shown, row.tiktok[name as keyof TikTokSettings]]),
  );
  return {
    postId: toPostId(row.id),
    platforms: [...new Set(targets.map(({ platform }) => platform))],
    status: row.status,
    approval: presentApproval(row, decisions),
    timezone: row.timezone,
    content: row.content,
    ...filled({ videoUrl: getVideoUrl(row, media), media: row.media?.items.map((item) => presentItem(item, media)) }),
    accountIds: targets.map((target) => toAccountId(target.social_account_id)),
    publishToInbox: row.to_inbox,
    targets: targets.map(presentTarget),
    createdAt: row.created_at.getTime(),
    updatedAt: row.updated_at.getTime(),
    ...filled(tiktok),
    ...filled({ aiGenerated: row.tiktok.madeWithAi }),
    overrides: Object.keys(row.overrides).length > 0 ? (row.overrides as Static<typeof Overrides>) : undefined,
    ...filled({
      scheduledFor: row.scheduled_for?.getTime(),
      title: row.title,
      videoId: row.video_id === null ? null : toPublicId("vid", row.video_id),
      publishedAt: row.published_at?.getTime(),
    }),
  };
}

/** Purpose of sealed profile URLs. */
export const PROFILE = "profile";

/**
 * Profile URLs that work without a key, as those of the sandbox: they are stored sealed. Earlier versions stored them
 * in clear text.
 */
export const SECRET_URL = /https?:\/\/[^/]+\/open\/\S+/;

export const presentAccount = (row: SocialAccount, secrets: Secrets) => ({
  accountId: toAccountId(row.id),
  platform: row.platform,
  username: row.username,
  status: row.status,
  provider: row.provider,
  connectedAt: row.connected_at.getTime(),
  lastSyncedAt: row.last_synced_at.getTime(),
  ...filled({
    displayName: row.display_name,
    profileUrl: row.profile_url && secrets.open(row.profile_url, PROFILE, row.account_id),
    avatarUrl: row.avatar_url,
  }),
});
