import type { SocialTarget } from "vireo/slots/social";
import { toPostId } from "../posts/present";
import type { Post, SocialAccount, Target } from "../tables";

export function toSocialTarget(target: Target, post: Post, account: SocialAccount): SocialTarget {
  const { platform } = target;
  const {
    instagram: { content: reelText, ...instagram } = {},
    youtube: { title: videoTitle, content: videoText, ...youtube } = {},
  } = post.overrides;
  const texts = { tiktok: post.overrides.tiktok?.content, instagram: reelText, youtube: videoText };
  const title = (platform === "youtube" ? videoTitle : undefined) ?? post.title;
  return {
    targetId: target.id,
    postId: toPostId(post.id),
    owner: post.account_id,
    account: { externalId: account.external_id, platform: account.platform, username: account.username },
    content: texts[platform] ?? post.content,
    title: title ?? undefined,
    // The TikTok setting is an alias of the setting for all platforms.
    aiGenerated: post.tiktok.madeWithAi ?? false,
    toInbox: post.to_inbox && platform === "tiktok",
    tiktok: platform === "tiktok" ? post.tiktok : undefined,
    instagram: platform === "instagram" ? instagram : undefined,
    youtube: platform === "youtube" ? youtube : undefined,
  };
}

/** UUID of the attempt, by which a provider recognises a repeated call. */
export function getIdempotencyKey({ id, attempts }: Pick<Target, "id" | "attempts">): string {
  const hex = new Bun.CryptoHasher("sha256").update(`${id}:${attempts}`).digest("hex");
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, "$1-$2-8$3-8$4-$5");
}
