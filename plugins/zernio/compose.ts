import type { Publication } from "vireo/slots/social";
import type { SentItem } from "./media";
import { getZernioName } from "./platforms";

const TITLE_MAX = 100;

const getFirstLine = (content: string): string => content.trim().split("\n", 1)[0]?.trim() ?? "";
const truncate = (title: string): string => [...title].slice(0, TITLE_MAX).join("").trim();

/**
 * Settings of a target by platform. TikTok requires every toggle, so unset ones are off. Preview and consent were given
 * when the post was created. YouTube may block videos without a declaration whether they are made for children.
 */
const settings = {
  tiktok: ({ toInbox, aiGenerated, content, media, tiktok = {} }: Publication) => ({
    draft: toInbox,
    ...(media.items ? { mediaType: "photo", photoCoverIndex: 0, description: content } : { mediaType: "video" }),
    privacyLevel: tiktok.privacyLevel,
    allowComment: tiktok.allowComment ?? false,
    allowDuet: tiktok.allowDuet ?? false,
    allowStitch: tiktok.allowStitch ?? false,
    commercialContentType: tiktok.commercialContentType ?? "none",
    videoMadeWithAi: aiGenerated,
    contentPreviewConfirmed: true,
    expressConsentGiven: true,
  }),
  instagram: ({ aiGenerated, instagram = {} }: Publication) => ({
    shareToFeed: instagram.shareToFeed ?? true,
    isAiGenerated: aiGenerated,
    collaborators: instagram.collaborators?.length ? [...instagram.collaborators] : undefined,
    thumbOffset: instagram.thumbOffset,
  }),
  youtube: ({ title, content, aiGenerated, youtube = {} }: Publication) => {
    const text = truncate(title ?? getFirstLine(content));
    return {
      title: text || undefined,
      visibility: youtube.visibility ?? ("public" as const),
      madeForKids: youtube.madeForKids ?? false,
      containsSyntheticMedia: aiGenerated,
    };
  },
  x: ({ aiGenerated, settings: { replies } = {} }: Publication) => ({
    replySettings: replies === "everyone" ? undefined : replies,
    madeWithAi: aiGenerated,
  }),
  pinterest: ({ title, aiGenerated, settings: { board, link } = {} }: Publication) => ({
    boardId: board,
    title: title ? truncate(title) : undefined,
    link,
    isAiGenerated: aiGenerated,
  }),
  snapchat: ({ settings: { contentType } = {} }: Publication) => ({ contentType }),
  discord: ({ settings: { channel } = {} }: Publication) => ({ channelId: channel }),
  reddit: ({ title, settings: { subreddit } = {} }: Publication) => ({ subreddit, title }),
};
const others: Readonly<Record<string, ((order: Publication) => object) | undefined>> = settings;

/**
 * Builds the body of `POST /v1/posts`: one target, published now, with metadata to find it again. TikTok's settings are
 * sent in both documented places, because a `draft` that is overlooked in one of them would be published instead of
 * going to the inbox.
 */
export function composePost(order: Publication, media: readonly SentItem[]) {
  const { platform, externalId } = order.account;
  return {
    content: order.content,
    title: order.title,
    mediaItems: media.length > 0 ? media : undefined,
    platforms: [
      {
        platform: getZernioName(platform),
        accountId: externalId,
        platformSpecificData: others[platform]?.(order) ?? {},
      },
    ],
    tiktokSettings: platform === "tiktok" ? settings.tiktok(order) : undefined,
    publishNow: true,
    // Tags of a post are those of YouTube.
    tags: order.youtube?.tags?.length ? [...order.youtube.tags] : undefined,
    metadata: { postId: order.postId, targetId: order.targetId, attempt: order.attempt },
  };
}
