import type { SocialTarget } from "vireo/slots/social";
import { hasOwnSettings } from "../platforms";
import { toAccountId, toPostId } from "../posts/present";
import type { Post, SocialAccount, TargetRow } from "../tables";

/** Text and settings of a post for one target only. Those of the social account replace those of its platform. */
export const getOwnParts = (
  { overrides }: Pick<Post, "overrides">,
  target: Pick<TargetRow, "platform" | "social_account_id">,
): { content?: string; title?: string } => ({
  ...overrides[target.platform],
  ...overrides[toAccountId(target.social_account_id)],
});

export function toSocialTarget(target: TargetRow, post: Post, socialAccount: SocialAccount): SocialTarget {
  const { platform } = target;
  const { content, title, ...settings } = getOwnParts(post, target);
  return {
    targetId: target.id,
    postId: toPostId(post.id),
    owner: post.account_id,
    account: {
      externalId: socialAccount.external_id,
      platform: socialAccount.platform,
      username: socialAccount.username,
    },
    content: content ?? post.content,
    title: title ?? post.title ?? undefined,
    // The TikTok setting is an alias of the setting for all platforms.
    aiGenerated: post.tiktok.madeWithAi ?? false,
    toInbox: post.to_inbox && platform === "tiktok",
    tiktok: platform === "tiktok" ? post.tiktok : undefined,
    instagram: platform === "instagram" ? settings : undefined,
    youtube: platform === "youtube" ? settings : undefined,
    settings: hasOwnSettings(platform) ? undefined : settings,
  };
}

/** UUID of the attempt, by which a provider recognises a repeated call. */
export function getIdempotencyKey({ id, attempts }: Pick<TargetRow, "id" | "attempts">): string {
  const hex = new Bun.CryptoHasher("sha256").update(`${id}:${attempts}`).digest("hex");
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, "$1-$2-8$3-8$4-$5");
}
