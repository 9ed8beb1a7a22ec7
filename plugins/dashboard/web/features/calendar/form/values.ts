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

/** A picture or a video of a post, by its id in the library or its URL. */
export interface SelectedMedia {
  kind: "image" | "video";
  /** Of an image or a video of the library. */
  id?: string | undefined;
  url?: string | undefined;
  title?: string | undefined;
  thumbnailUrl?: string | undefined;
  width?: number | undefined;
  height?: number | undefined;
  /** Of a picture: what it shows, for people who cannot see it. */
  altText?: string | undefined;
}

/** Texts and settings of a post per platform or account, as in the API. */
export type Overrides = Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>;

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
  media: readonly SelectedMedia[];
  content: string;
  title: string;
  accountIds: readonly string[];
  mode: Mode;
  at: ZonedTime;
  overrides: Overrides;
}

export const interactions = ["comment", "duet", "stitch"] as const;
export type Interaction = (typeof interactions)[number];
export const CAPTION_MAX = 2200;
export const TITLE_MAX = 100;
export const MEDIA_MAX = 20;

const HOUR = 3_600_000;
/** Returns the first full hour that is at least one hour from now. */
export const nextFullHour = (now = Date.now()): number => Math.ceil((now + HOUR) / HOUR) * HOUR;

const MORNING_HOUR = 9;
/** Tomorrow at 9, for posts that are planned ahead. */
const getTomorrow = (): number => {
  const now = new Date();
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, MORNING_HOUR).getTime();
};

export const emptyTikTok: TikTokValues = {
  toInbox: false,
  privacy: null,
  allow: { comment: false, duet: false, stitch: false },
  discloses: false,
  ownBrand: false,
  branded: false,
  madeWithAi: false,
};

export const emptyValues = (at = getTomorrow()): Values => ({
  media: [],
  content: "",
  title: "",
  accountIds: [],
  mode: "schedule",
  at: { clock: toClock(at, localZone), zone: localZone },
  ...emptyTikTok,
  overrides: {},
});

/** What drafts of earlier versions hold instead of `media` and `overrides`. */
interface EarlierValues {
  video?: { videoId?: string; videoUrl?: string; title?: string };
  texts?: Readonly<Record<string, string>>;
  youtube?: Readonly<Record<string, unknown>>;
  shareToFeed?: boolean;
}

/** Reads the values of a draft, which may be of an earlier version. */
export function readValues({ video, texts, youtube, shareToFeed, ...values }: Partial<Values> & EarlierValues): Values {
  const overrides: Record<string, Record<string, unknown>> = {};
  const add = (platform: string, settings: object) => {
    overrides[platform] = { ...overrides[platform], ...settings };
  };
  for (const [platform, content] of Object.entries(texts ?? {})) if (content) add(platform, { content });
  if (youtube) add("youtube", youtube);
  if (shareToFeed === false) add("instagram", { shareToFeed });
  const media = video ? [{ kind: "video" as const, id: video.videoId, url: video.videoUrl, title: video.title }] : [];
  return { ...emptyValues(), media, overrides, ...values };
}

/** Returns what a post shows as form values. */
const toMedia = ({ videoId, videoUrl, media, title }: SocialPost): SelectedMedia[] =>
  media?.map(({ type, imageId, videoId, url, altText }) => ({ kind: type, id: imageId ?? videoId, url, altText })) ?? [
    { kind: "video", id: videoId, url: videoUrl, title },
  ];

export function toValues(post: SocialPost): Values {
  const commercial = post.tiktokCommercialContentType ?? "none";
  return {
    media: toMedia(post),
    content: post.content,
    title: post.title ?? "",
    accountIds: post.accountIds,
    // Changes that somebody asked for are made to be asked for again.
    mode: post.status === "draft" && post.approval.state !== "rejected" ? "draft" : "schedule",
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
    overrides: toOverrideValues(post.overrides),
  };
}

const toOverrideValues = (overrides: SocialPost["overrides"]) => (overrides ?? {}) as Overrides;

/** True for a setting that says nothing: the platform or the post has the value then. */
const isEmpty = (value: unknown) =>
  value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);

/** Returns the texts and settings of the places where the post goes. An empty place clears what was stored. */
function toOverrides({ overrides, accountIds }: Values, selected: readonly Platform[]): SocialPostOverrides {
  const places = [...selected, ...accountIds].filter((place) => overrides[place] !== undefined);
  const filled = (place: string) => Object.entries(overrides[place] ?? {}).filter(([, value]) => !isEmpty(value));
  return Object.fromEntries(places.map((place) => [place, Object.fromEntries(filled(place))]));
}

/** Copies a post's content to a new post. TikTok requires its options to be chosen again. */
export const copyPost = (post: SocialPost): Values => ({
  ...emptyValues(),
  media: toMedia(post),
  content: post.content,
  title: post.title ?? "",
  accountIds: post.accountIds,
  overrides: toOverrideValues(post.overrides),
});

/** Names what a post shows: one video as always, and anything else as a list. */
function toMediaFields(
  media: readonly SelectedMedia[],
): Pick<CreateSocialPostRequest, "videoId" | "videoUrl" | "media"> {
  const [first] = media;
  if (media.length === 1 && first?.kind === "video") return { videoId: first.id, videoUrl: first.url };
  return {
    media: media.map(({ kind, id, url, altText }) => ({
      ...(id === undefined ? { url } : kind === "image" ? { imageId: id } : { videoId: id }),
      altText: altText?.trim() || undefined,
    })),
  };
}

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
  const { media, mode, at, title } = values;
  const tiktok = goesToTikTok(values, accounts);
  const time = fromClock(at.clock, at.zone);
  const overrides = toOverrides(values, getPlatforms(values, accounts));
  return {
    ...toMediaFields(media),
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
export function toChanges(
  post: SocialPost,
  before: Values,
  after: Values,
  accounts: readonly SocialAccount[],
): UpdateSocialPostRequest {
  const stored = post.status === "draft" ? "draft" : "schedule";
  const old = toRequest({ ...before, mode: stored }, accounts) as unknown as Record<string, unknown>;
  const { mode, ...body } = toRequest({ ...after, mode: after.mode === "now" ? stored : after.mode }, accounts);
  const changed = Object.entries({ ...body, title: after.title }).filter(
    ([name, value]) => !isSame(value, name === "title" ? before.title : old[name]),
  );
  const isShownAnew = !isSame(before.media, after.media);
  return {
    ...Object.fromEntries(changed),
    // Together, because they say what the post shows only together.
    ...(isShownAnew ? toMediaFields(after.media) : {}),
    ...(mode !== stored && (mode === "draft" || mode === "schedule") ? { mode } : {}),
  };
}
