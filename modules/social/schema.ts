import { Type } from "@sinclair/typebox";
import { Closed, ListOf, OneOf, pageQuery, QueryInt, Text, Timestamp, Url } from "vireo/schema";
import { platforms } from "vireo/slots/social";

export const CONTENT_MAX = 2200;
/** Posts that a calendar holds at most. */
export const CALENDAR_POSTS = 1000;
const postStatuses = ["draft", "scheduled", "publishing", "published", "partial", "failed", "cancelled"] as const;

export const Platform = OneOf(platforms, { description: "The platform." });
const Time = (description: string) =>
  Type.Integer({
    minimum: 0,
    maximum: 8_640_000_000_000_000,
    description: `${description} Milliseconds since the epoch.`,
  });

export const privacyLevels = [
  "SELF_ONLY",
  "PUBLIC_TO_EVERYONE",
  "MUTUAL_FOLLOW_FRIENDS",
  "FOLLOWER_OF_CREATOR",
] as const;
export const tiktokFields = {
  tiktokPrivacyLevel: Type.Optional(
    OneOf(privacyLevels, {
      description: "Who may see it on TikTok.",
    }),
  ),
  tiktokCommercialContentType: Type.Optional(
    OneOf(["none", "brand_organic", "brand_content"], {
      description:
        "What it advertises: nothing, the creator's own brand, or somebody else's (which may not be SELF_ONLY).",
    }),
  ),
  tiktokAllowComment: Type.Optional(Type.Boolean({ description: "Comments are allowed on TikTok." })),
  tiktokAllowDuet: Type.Optional(Type.Boolean({ description: "Duets are allowed on TikTok." })),
  tiktokAllowStitch: Type.Optional(Type.Boolean({ description: "Stitches are allowed on TikTok." })),
  tiktokMadeWithAi: Type.Optional(Type.Boolean({ description: "Alias of aiGenerated." })),
};

const postFields = {
  scheduledFor: Type.Optional(Time("When to publish; needed for the mode schedule, at most a year ahead.")),
  timezone: Type.Optional(
    Text({
      minLength: 1,
      maxLength: 64,
      description: "IANA time zone, for showing; scheduledFor alone says when.",
      examples: ["Europe/Berlin"],
    }),
  ),
  content: Type.Optional(Text({ maxLength: CONTENT_MAX, description: "The caption." })),
  title: Type.Optional(Text({ maxLength: 100, description: "The title, on platforms that have one (YouTube)." })),
  videoId: Type.Optional(
    Text({ minLength: 1, maxLength: 100, description: "A generated video of this account (vid_…)." }),
  ),
  publishToInbox: Type.Optional(
    Type.Boolean({
      description:
        "To the creator's TikTok inbox, to be finished there; with the modes now and draft. TikTok then ignores all settings, also the label for AI.",
    }),
  ),
  aiGenerated: Type.Optional(
    Type.Boolean({
      description: "Labels the video as made with AI on TikTok, Instagram and YouTube, where the provider can.",
    }),
  ),
  ...tiktokFields,
  allowDuplicate: Type.Optional(
    Type.Boolean({ description: "Take the post although the same one exists for an account within 24 hours." }),
  ),
};
const accountIds = Type.Array(Text({ maxLength: 100 }), {
  minItems: 1,
  maxItems: 50,
  description: "Connected accounts, from GET /social/accounts.",
});
const videoUrl = Url("The video; without it, the newest version of videoId.");

export const CreatePost = Closed({
  videoUrl: Type.Optional(videoUrl),
  accountIds,
  mode: OneOf(["schedule", "draft", "now"], { description: "When it goes out." }),
  ...postFields,
});
export const PatchPost = Closed({
  videoUrl: Type.Optional(videoUrl),
  accountIds: Type.Optional(accountIds),
  mode: Type.Optional(
    OneOf(["schedule", "draft"], { description: "Schedules a draft, or makes a draft of a scheduled post." }),
  ),
  ...postFields,
});

export const TargetView = Closed({
  accountId: Type.String(),
  platform: Platform,
  status: OneOf(["pending", "publishing", "in_inbox", "published", "failed", "unconfirmed", "cancelled"], {
    description:
      "unconfirmed: the call's outcome is not known. Nothing is sent again; reading the provider clears it up, or the message says that it did not.",
  }),
  delayedUntil: Type.Optional(Timestamp("When it goes out, where a limit or a fault delays it.")),
  delayReason: Type.Optional(Type.String({ description: "Why it is delayed." })),
  platformPostId: Type.Optional(Type.String({ description: "The platform's id of it." })),
  platformPostUrl: Type.Optional(Type.String({ description: "Where it can be seen." })),
  publishedAt: Type.Optional(Timestamp("When it was published.")),
  errorCategory: Type.Optional(
    Type.String({
      description:
        "Why it failed, for programs: auth_expired, account_issue, user_content, media_unavailable, platform_rejected, platform_error, platform_rate_limit, quota_exhausted, provider_unavailable, missed.",
    }),
  ),
  errorMessage: Type.Optional(Type.String({ description: "Why it failed or is not known, for people." })),
});

export const PostView = Closed({
  postId: Type.String(),
  platforms: Type.Array(Platform),
  status: OneOf(postStatuses, {
    description: "partial: some targets are out and others are not, or it is not known. The targets tell which.",
  }),
  scheduledFor: Type.Optional(Timestamp("When it is to go out.")),
  timezone: Type.String(),
  content: Type.String(),
  title: Type.Optional(Type.String()),
  videoUrl: Type.String(),
  videoId: Type.Optional(Type.String()),
  accountIds: Type.Array(Type.String()),
  publishToInbox: Type.Boolean(),
  tiktokPrivacyLevel: Type.Optional(Type.String()),
  tiktokCommercialContentType: Type.Optional(Type.String()),
  tiktokAllowComment: Type.Optional(Type.Boolean()),
  tiktokAllowDuet: Type.Optional(Type.Boolean()),
  tiktokAllowStitch: Type.Optional(Type.Boolean()),
  tiktokMadeWithAi: Type.Optional(Type.Boolean()),
  aiGenerated: Type.Optional(Type.Boolean()),
  targets: Type.Array(TargetView),
  createdAt: Timestamp("When it was made."),
  updatedAt: Timestamp("When it or a target of it last changed."),
  publishedAt: Type.Optional(Timestamp("When its first target was published.")),
});
export const Posts = ListOf("posts", PostView);

const postFilters = {
  status: Type.Optional(OneOf(postStatuses, { description: "Only these." })),
  platform: Type.Optional(Platform),
  accountId: Type.Optional(Text({ maxLength: 100, description: "Only posts to this account." })),
};
const from = QueryInt({
  minimum: 0,
  description: "Only posts for this time (scheduledFor, else createdAt) or later, ms.",
});
const to = QueryInt({ minimum: 0, description: "Only posts for before this time, ms." });

export const PostQuery = Closed({
  ...pageQuery,
  ...postFilters,
  from: Type.Optional(from),
  to: Type.Optional(to),
});

export const CalendarQuery = Closed({
  from,
  to,
  ...postFilters,
  timezone: Type.Optional(
    Text({ minLength: 1, maxLength: 64, description: "IANA time zone of the days (default UTC)." }),
  ),
  perDay: Type.Optional(
    QueryInt({
      minimum: 1,
      maximum: CALENDAR_POSTS,
      description: `The first so many posts of each day (default 3); times the days, ${CALENDAR_POSTS} at most.`,
    }),
  ),
});
export const Calendar = Closed({
  days: Type.Array(
    Closed({
      date: Type.String({ description: "The day, such as 2026-12-24, in `timezone`." }),
      total: Type.Integer({ description: "Posts of this day." }),
      posts: Type.Array(PostView, { description: "The first ones of the day, in the order of time." }),
    }),
    { description: "In order; days without posts are left out." },
  ),
  total: Type.Integer({ description: "Posts of all these days." }),
});

export const AccountView = Closed({
  accountId: Type.String(),
  platform: Platform,
  username: Type.String(),
  displayName: Type.Optional(Type.String()),
  profileUrl: Type.Optional(Type.String()),
  avatarUrl: Type.Optional(Type.String()),
  status: OneOf(["active", "expired", "disconnected"], {
    description: "expired: reconnect it at the scheduling provider. disconnected: the provider lists it no more.",
  }),
  connectedAt: Timestamp("When it was first seen."),
  lastSyncedAt: Timestamp("When the provider last listed it."),
});
export const Accounts = Closed({ accounts: Type.Array(AccountView) });
export const Creator = Closed({
  accountId: Type.String(),
  username: Type.String(),
  nickname: Type.String({ description: "What TikTok calls the creator; else the account's name." }),
  avatarUrl: Type.Optional(Type.String()),
  isKnown: Type.Boolean({
    description:
      "False where the provider cannot be asked: everything that posts may say is listed then, and TikTok decides on publishing.",
  }),
  privacyLevels: Type.Array(OneOf(privacyLevels), {
    description: "What tiktokPrivacyLevel may be for this account. People must choose; there is no default.",
  }),
  interactions: Closed(
    { comment: Type.Boolean(), duet: Type.Boolean(), stitch: Type.Boolean() },
    { description: "What the creator's own settings permit; the others cannot be allowed for a post." },
  ),
  canPostMore: Type.Boolean({ description: "False where today's posts are used up." }),
  maxVideoSeconds: Type.Optional(Type.Number({ description: "Longest video, seconds." })),
});
export const Synced = Closed({
  success: Type.Boolean({ description: "False where no scheduling provider is configured." }),
});
