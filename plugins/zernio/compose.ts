import type { Publication } from "vireo/slots/social";
import type { MediaItem } from "./media";

const TITLE_MAX = 100;

const getFirstLine = (content: string): string => content.trim().split("\n", 1)[0]?.trim() ?? "";
const truncate = (title: string): string => [...title].slice(0, TITLE_MAX).join("").trim();

/**
 * Settings of a target by platform. TikTok requires every toggle, so those not set are off. Preview and consent were given
 * when the post was created.
 */
const settings = {
  tiktok: ({ toInbox, tiktok = {} }: Publication) => ({
    draft: toInbox,
    mediaType: "video",
    ...(tiktok.privacyLevel === undefined ? {} : { privacyLevel: tiktok.privacyLevel }),
    allowComment: tiktok.allowComment ?? false,
    allowDuet: tiktok.allowDuet ?? false,
    allowStitch: tiktok.allowStitch ?? false,
    commercialContentType: tiktok.commercialContentType ?? "none",
    videoMadeWithAi: tiktok.madeWithAi ?? false,
    contentPreviewConfirmed: true,
    expressConsentGiven: true,
  }),
  instagram: () => ({ shareToFeed: true }),
  youtube: ({ title, content }: Publication) => {
    const text = truncate(title ?? getFirstLine(content));
    return { ...(text ? { title: text } : {}), visibility: "public" };
  },
} satisfies Record<Publication["account"]["platform"], (order: Publication) => object>;

/** The body of `POST /v1/posts`: one target, published now, with metadata to find it again. */
export const composePost = (order: Publication, media: MediaItem) => ({
  content: order.content,
  ...(order.title === undefined ? {} : { title: order.title }),
  mediaItems: [media],
  platforms: [
    {
      platform: order.account.platform,
      accountId: order.account.externalId,
      platformSpecificData: settings[order.account.platform](order),
    },
  ],
  publishNow: true,
  metadata: { postId: order.postId, targetId: order.targetId, attempt: order.attempt },
});
