/** What Zernio is sent, checked against the types that it publishes. */
import { expect, test } from "bun:test";
import type { CreatePostData, InstagramPlatformData, TikTokPlatformData, YouTubePlatformData } from "@zernio/node";
import { composePost } from "#plugins/zernio/compose";
import type { Platform, Publication } from "#sdk/slots/social";
import { orderOf } from "./order";

type Body = CreatePostData["body"];
const media = { type: "video", url: "https://files/video.mp4" } as const;

const tiktok = {
  ...({ draft: false, mediaType: "video", privacyLevel: "SELF_ONLY", commercialContentType: "brand_content" } as const),
  ...{ allowComment: true, allowDuet: false, allowStitch: false },
  videoMadeWithAi: true,
  ...{ contentPreviewConfirmed: true, expressConsentGiven: true },
} satisfies TikTokPlatformData;
const instagram = { shareToFeed: true, isAiGenerated: true } satisfies InstagramPlatformData;
const youtube = {
  ...{ title: "A caption", visibility: "public" as const, madeForKids: false, containsSyntheticMedia: true },
} satisfies YouTubePlatformData;

const orders: [Platform, Partial<Publication>, Body["platforms"], Partial<Body>][] = [
  [
    "tiktok",
    { tiktok: { privacyLevel: "SELF_ONLY", commercialContentType: "brand_content", allowComment: true } },
    [{ platform: "tiktok", accountId: "a1", platformSpecificData: tiktok }],
    // Documented in both places; one that is overlooked would publish what belongs in the inbox.
    { tiktokSettings: tiktok },
  ],
  ["instagram", {}, [{ platform: "instagram", accountId: "a1", platformSpecificData: instagram }], {}],
  ["youtube", {}, [{ platform: "youtube", accountId: "a1", platformSpecificData: youtube }], {}],
];

test.each(orders)("a post to %s that is labelled as made with AI", (platform, more, platforms, rest) => {
  const accounts = [{ _id: "a1", platform, profileId: "p", isActive: true }];
  const order = orderOf({ accounts }, { platform, content: "A caption", aiGenerated: true, ...more });
  const { postId, targetId, attempt } = order;
  expect(composePost(order, [media])).toEqual({
    ...{ content: "A caption", mediaItems: [media], publishNow: true },
    platforms: platforms as never,
    metadata: { postId, targetId, attempt },
    ...rest,
  } satisfies Body as never);
});

test("a post to the inbox is a draft in both places", () => {
  const accounts = [{ _id: "a1", platform: "tiktok", profileId: "p", isActive: true }];
  const { platforms, tiktokSettings } = composePost(orderOf({ accounts }, { toInbox: true, tiktok: {} }), [media]);
  expect([platforms[0]?.platformSpecificData, tiktokSettings]).toMatchObject([{ draft: true }, { draft: true }]);
});
