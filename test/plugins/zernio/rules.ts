import type { Order } from "./posts";

export interface Account {
  _id: string;
  platform: string;
  profileId: string;
  username?: string;
  displayName?: string;
  profilePicture?: string | null;
  profileUrl?: string;
  isActive: boolean;
  needsReconnection?: boolean;
  enabled?: boolean;
}

const toggles = ["allowComment", "allowDuet", "allowStitch", "contentPreviewConfirmed", "expressConsentGiven"];
const isPublic = (url: string) =>
  URL.canParse(url) &&
  new URL(url).protocol === "https:" &&
  !/^(localhost|127\.|10\.|192\.168\.|\[)/.test(new URL(url).hostname);

const textPlatforms = ["linkedin", "facebook", "threads", "twitter", "bluesky", "telegram", "discord"];

/** What Zernio finds wrong with a post, in words; undefined where nothing. */
export function mistakeIn(order: Order, accounts: readonly Account[]): string | undefined {
  if (order.publishNow !== true) return "It would become a draft";
  if (order.platforms?.length !== 1) return "platforms must hold one target";
  const [{ platform, accountId, platformSpecificData: data }] = order.platforms as [Order["platforms"][number]];
  if (!accounts.some((one) => one._id === accountId && one.platform === platform)) return "Unknown account";
  const { mediaItems = [] } = order;
  const isOneVideo = mediaItems.length === 1 && mediaItems[0]!.type === "video";
  const isPictures = mediaItems.length > 0 && mediaItems.every(({ type }) => type === "image");
  const isText = order.mediaItems === undefined && order.content !== "" && textPlatforms.includes(platform);
  if (!(isOneVideo || isPictures || isText) || !mediaItems.every(({ url }) => isPublic(url)))
    return "Media must be publicly reachable over HTTPS";
  if (platform === "tiktok") {
    if ("publish_type" in data) return "publish_type is not a field";
    if (data.mediaType !== (isPictures ? "photo" : "video")) return "mediaType does not match the media";
    const missing = toggles.find((name) => typeof data[name] !== "boolean");
    if (missing) return `${missing} is required`;
    if (!data.draft && typeof data.privacyLevel !== "string") return "privacyLevel is required";
  }
  if (platform === "discord" && typeof data.channelId !== "string") return "channelId is required";
  if (platform === "reddit" && !(data.subreddit && data.title)) return "subreddit and title are required";
  if (platform === "twitter" && data.replySettings === "everyone") return "replySettings is not valid";
  if (platform === "youtube" && [...String(data.title ?? "")].length > 100) return "title is too long";
  return undefined;
}
