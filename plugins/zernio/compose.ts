import type { Publication } from "vireo/slots/social";
import type { MediaItem } from "./media";

const TITLE_MAX = 100;

const firstLine = (content: string): string => content.trim().split("\n", 1)[0]?.trim() ?? "";
const cut = (title: string): string => [...title].slice(0, TITLE_MAX).join("").trim();

/**
 * Settings of a target by its platform. TikTok wants each toggle said, so what nobody turned on is off; that
 * the video was seen and that it may be posted is what making the post has said.
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
    const shown = cut(title ?? firstLine(content));
    return { ...(shown ? { title: shown } : {}), visibility: "public" };
  },
} satisfies Record<Publication["account"]["platform"], (order: Publication) => object>;

/** The body of `POST /v1/posts`: one target, at once, with what it is found again by. */
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
