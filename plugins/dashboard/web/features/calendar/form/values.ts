import type {
  CreateSocialPostRequest,
  SocialAccount,
  SocialPost,
  SocialPostOverrides,
  UpdateSocialPostRequest,
} from "vireo/client";
import type { Platform } from "../../../ui/posts";
import { localZone } from "../../../ui/time";
import type { ZonedTime } from "../../../ui/time-field";
import { fromClock, toClock } from "../../../ui/time-zone";

export type Mode = CreateSocialPostRequest["mode"];
export type PrivacyLevel = NonNullable<CreateSocialPostRequest["tiktokPrivacyLevel"]>;

/** True if a post can go to the TikTok inbox: TikTok doesn't support that for scheduled posts. */
export const hasInbox = (mode: Mode): boolean => mode === "now" || mode === "draft";

export interface SelectedVideo {
  videoId?: string | undefined;
  videoUrl?: string | undefined;
  title?: string | undefined;
}

/** TikTok's settings, which people choose for every post. */
export interface TikTokValues {
  toInbox: boolean;
  /** No default: TikTok requires an explicit choice. */
  privacy: PrivacyLevel | null;
  allow: Readonly<Record<Interaction, boolean>>;
  /** Commercial content disclosure. */
  discloses: boolean;
  ownBrand: boolean;
  branded: boolean;
  madeWithAi: boolean;
}

/** Values of the form. */
export interface Values extends TikTokValues {
  video: SelectedVideo | undefined;
  content: string;
  title: string;
  accountIds: readonly string[];
  mode: Mode;
  at: ZonedTime;
  /** Captions per platform. Platforms without one use `content`. */
  texts: Partial<Record<Platform, string>>;
  youtube: YouTubeSettings;
  shareToFeed: boolean;
}

export interface YouTubeSettings {
  tags: string[];
  madeForKids: boolean;
  visibility: "public" | "unlisted" | "private";
}

export const defaultYouTube: YouTubeSettings = { tags: [], madeForKids: false, visibility: "public" };

export const interactions = ["comment", "duet", "stitch"] as const;
export type Interaction = (typeof interactions)[number];
export const CAPTION_MAX = 2200;
export const TITLE_MAX = 100;

const HOUR = 3_600_000;
/** Returns the first full hour that is at least one hour from now. */
export const nextFullHour = (now = Date.now()): number => Math.ceil((now + HOUR) / HOUR) * HOUR;

export const emptyTikTok: TikTokValues = {
  toInbox: false,
  privacy: null,
  allow: { comment: false, duet: false, stitch: false },
  discloses: false,
  ownBrand: false,
  branded: false,
  madeWithAi: false,
};

export const emptyValues = (at = nextFullHour()): Values => ({
  video: undefined,
  content: "",
  title: "",
  accountIds: [],
  mode: "schedule",
  at: { clock: toClock(at, localZone), zone: localZone },
  ...emptyTikTok,
  texts: {},
  youtube: defaultYouTube,
  shareToFeed: true,
});

export function toValues(post: SocialPost): Values {
  const commercial = post.tiktokCommercialContentType ?? "none";
  return {
    video: { videoId: post.videoId, videoUrl: post.videoUrl, title: post.title },
    content: post.content,
    title: post.title ?? "",
    accountIds: post.accountIds,
    mode: post.status === "scheduled" ? "schedule" : "draft",
    at: { clock: toClock(post.scheduledFor ?? nextFullHour(), post.timezone), zone: post.timezone },
    toInbox: post.publishToInbox,
    privacy: (post.tiktokPrivacyLevel as PrivacyLevel | undefined) ?? null,
    allow: {
      comment: post.tiktokAllowComment ?? false,
      duet: post.tiktokAllowDuet ?? false,
      stitch: post.tiktokAllowStitch ?? false,
    },
    discloses: commercial !== "none",
    ownBrand: commercial === "brand_organic",
    branded: commercial === "brand_content",
    madeWithAi: post.aiGenerated ?? false,
    ...toOverrideValues(post.overrides),
  };
}

/** Converts settings per platform to form values. */
function toOverrideValues({ tiktok, instagram, youtube }: SocialPostOverrides = {}) {
  const texts = { tiktok: tiktok?.content, instagram: instagram?.content, youtube: youtube?.content };
  return {
    texts: Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== undefined)) as Values["texts"],
    youtube: {
      tags: youtube?.tags ?? [],
      madeForKids: youtube?.madeForKids ?? false,
      visibility: youtube?.visibility ?? "public",
    },
    shareToFeed: instagram?.shareToFeed ?? true,
  };
}

/** Converts form values to settings per platform. Omits defaults. */
function toOverrides({ texts, youtube, shareToFeed }: Values, selected: readonly Platform[]): SocialPostOverrides {
  const settings: Readonly<Record<string, object>> = {
    tiktok: {},
    instagram: shareToFeed ? {} : { shareToFeed },
    youtube: {
      tags: youtube.tags.length > 0 ? youtube.tags : undefined,
      madeForKids: youtube.madeForKids ? true : undefined,
      visibility: youtube.visibility === "public" ? undefined : youtube.visibility,
    },
  };
  const overrides = selected.map((platform) => {
    const content = texts[platform]?.trim();
    return [platform, { content: content || undefined, ...settings[platform] }] as const;
  });
  return Object.fromEntries(overrides.filter(([, fields]) => Object.keys(fields).length > 0));
}

/** Copies a post's content to a new post. TikTok requires its options to be chosen again. */
export const copyPost = ({ videoId, videoUrl, content, title = "", accountIds, overrides }: SocialPost): Values => ({
  ...emptyValues(),
  video: { videoId, videoUrl, title },
  content,
  title,
  accountIds,
  ...toOverrideValues(overrides),
});

/** Lists the platforms of the selected accounts, each once. */
export const getPlatforms = (
  { accountIds }: Pick<Values, "accountIds">,
  accounts: readonly SocialAccount[],
): Platform[] => [
  ...new Set(accounts.filter(({ accountId }) => accountIds.includes(accountId)).map(({ platform }) => platform)),
];

/** True if a TikTok account is selected. */
export const goesToTikTok = (values: Pick<Values, "accountIds">, accounts: readonly SocialAccount[]): boolean =>
  getPlatforms(values, accounts).includes("tiktok");

/** TikTok's settings of a request. */
export const toTikTokSettings = ({ privacy, allow, discloses, branded, madeWithAi }: TikTokValues) => ({
  tiktokPrivacyLevel: privacy || undefined,
  tiktokCommercialContentType: !discloses
    ? ("none" as const)
    : branded
      ? ("brand_content" as const)
      : ("brand_organic" as const),
  tiktokAllowComment: allow.comment,
  tiktokAllowDuet: allow.duet,
  tiktokAllowStitch: allow.stitch,
  aiGenerated: madeWithAi,
});

export function toRequest(values: Values, accounts: readonly SocialAccount[]): CreateSocialPostRequest {
  const { video, mode, at, title } = values;
  const tiktok = goesToTikTok(values, accounts);
  const time = fromClock(at.clock, at.zone);
  const overrides = toOverrides(values, getPlatforms(values, accounts));
  return {
    videoId: video?.videoId ? video.videoId : undefined,
    videoUrl: video?.videoUrl ? video.videoUrl : undefined,
    accountIds: [...values.accountIds],
    mode,
    scheduledFor: mode === "schedule" && time !== undefined ? time : undefined,
    timezone: at.zone,
    content: values.content,
    title: title || undefined,
    overrides: Object.keys(overrides).length > 0 ? overrides : undefined,
    publishToInbox: values.toInbox && tiktok && hasInbox(mode),
    ...(tiktok ? toTikTokSettings(values) : {}),
  };
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** Returns the fields that changed. A post to publish now keeps its mode, because publishing is a call of its own. */
export function toChanges(before: Values, after: Values, accounts: readonly SocialAccount[]): UpdateSocialPostRequest {
  const old = toRequest(before, accounts) as unknown as Record<string, unknown>;
  const { mode, ...body } = toRequest({ ...after, mode: after.mode === "now" ? before.mode : after.mode }, accounts);
  const changed = Object.entries({ ...body, title: after.title }).filter(
    ([name, value]) => !isSame(value, name === "title" ? before.title : old[name]),
  );
  const video = !isSame(before.video, after.video);
  return {
    ...Object.fromEntries(changed.filter(([name]) => video || (name !== "videoId" && name !== "videoUrl"))),
    ...(mode !== old.mode && (mode === "draft" || mode === "schedule") ? { mode } : {}),
  };
}
