import { type Static, Type } from "@sinclair/typebox";
import { commercialTypes, privacyLevels, visibilities } from "vireo/platforms";
import { Closed, ListOf, OneOf, pageQuery, QueryInt, Text, Timestamp, Url } from "vireo/schema";
import { Approval } from "./approval/schema";

export const CONTENT_MAX = 2200;
/** Maximum number of posts in a calendar. */
export const CALENDAR_POSTS = 1000;
export const postStatuses = [
  "draft",
  "needs_approval",
  "scheduled",
  "publishing",
  "published",
  "partial",
  "failed",
  "cancelled",
] as const;
export const targetStatuses = [
  "pending",
  "publishing",
  "in_inbox",
  "published",
  "failed",
  "unconfirmed",
  "cancelled",
] as const;
export const accountStatuses = ["active", "expired", "disconnected"] as const;
export const weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const;
export type Weekday = (typeof weekdays)[number];

/** A time of the week, in the time zone of a social account. */
export interface PostingTime {
  weekday: Weekday;
  /** HH:MM */
  time: string;
}

/** Providers declare their platforms, so the list is open. */
export const Platform = Text({ description: "Such as tiktok. GET /social/platforms lists all." });
const Time = (description: string) =>
  Type.Integer({
    minimum: 0,
    maximum: 8_640_000_000_000_000,
    description: `${description} Milliseconds since the epoch.`,
  });

const tiktokFields = {
  tiktokPrivacyLevel: Type.Optional(
    OneOf(privacyLevels, {
      description: "Who can see the post on TikTok, which requires it.",
    }),
  ),
  tiktokCommercialContentType: Type.Optional(
    OneOf(commercialTypes, {
      description:
        "Commercial content: none, the creator's own brand, or another brand. brand_content can't be SELF_ONLY.",
    }),
  ),
  tiktokAllowComment: Type.Optional(Type.Boolean({ description: "Allow comments on TikTok." })),
  tiktokAllowDuet: Type.Optional(Type.Boolean({ description: "Allow duets on TikTok." })),
  tiktokAllowStitch: Type.Optional(Type.Boolean({ description: "Allow stitches on TikTok." })),
  tiktokMadeWithAi: Type.Optional(Type.Boolean({ description: "Alias of aiGenerated." })),
};

const ownContent = Type.Optional(Text({ maxLength: CONTENT_MAX, description: "Caption on this platform." }));

/** Text and settings for one platform or account only. Those of other platforms and of accounts are checked with the post. */
export const Overrides = Type.Object(
  {
    tiktok: Type.Optional(Closed({ content: ownContent })),
    instagram: Type.Optional(
      Closed({
        content: ownContent,
        shareToFeed: Type.Optional(Type.Boolean({ description: "Also show the reel in the feed. Default: true." })),
        collaborators: Type.Optional(
          Type.Array(Text({ minLength: 1, maxLength: 30, pattern: "^@?[A-Za-z0-9._]+$" }), {
            maxItems: 3,
            description: "Usernames to invite as collaborators.",
          }),
        ),
        thumbOffset: Type.Optional(
          Type.Integer({
            minimum: 0,
            maximum: 900_000,
            description: "Frame of the cover, in milliseconds from the start.",
          }),
        ),
      }),
    ),
    youtube: Type.Optional(
      Closed({
        title: Type.Optional(Text({ maxLength: 100, description: "Title on YouTube." })),
        content: Type.Optional(
          Text({ maxLength: CONTENT_MAX, description: "Description on YouTube, at most 5000 bytes in UTF-8." }),
        ),
        tags: Type.Optional(
          Type.Array(Text({ minLength: 1, maxLength: 100, pattern: "^[^<>,]+$" }), {
            maxItems: 50,
            description: "Tags, at most 500 characters in total.",
          }),
        ),
        madeForKids: Type.Optional(Type.Boolean({ description: "Declare the video as made for children." })),
        visibility: Type.Optional(OneOf(visibilities, { description: "Who can see the video. Default: public." })),
        thumbnailUrl: Type.Optional(
          Url("URL of a JPEG or PNG of at most 50 MB. The channel must be verified by phone."),
        ),
      }),
    ),
  },
  {
    description:
      "Text and settings for one platform only, by its name, or for one account, by its accountId. Settings of an account take precedence over those of its platform, and missing fields are taken from the post. GET /social/platforms lists the settings of each platform.",
    additionalProperties: Type.Object({ content: ownContent }, { additionalProperties: true }),
  },
);

const postFields = {
  scheduledFor: Type.Optional(Time("Time to publish, at most a year ahead. Required in mode schedule.")),
  timezone: Type.Optional(
    Text({
      minLength: 1,
      maxLength: 64,
      description: "IANA time zone for display. It does not affect scheduledFor.",
      examples: ["Europe/Berlin"],
    }),
  ),
  content: Type.Optional(
    Text({
      maxLength: CONTENT_MAX,
      description:
        "Caption. TikTok accepts 2200 UTF-16 units, Instagram 30 hashtags and 20 mentions, YouTube 5000 bytes.",
    }),
  ),
  title: Type.Optional(Text({ maxLength: 100, description: "Title, on platforms that have one (YouTube)." })),
  videoId: Type.Optional(
    Text({ minLength: 1, maxLength: 100, description: "ID of a generated video of this account (vid_…)." }),
  ),
  media: Type.Optional(
    Type.Array(
      Closed({
        url: Type.Optional(Url("URL of an image or a video.")),
        imageId: Type.Optional(Text({ minLength: 1, maxLength: 100, description: "ID of a generated image (img_…)." })),
        videoId: Type.Optional(Text({ minLength: 1, maxLength: 100 })),
        altText: Type.Optional(
          Text({
            minLength: 1,
            maxLength: 1000,
            description: "Description of an image for people who cannot see it, if the platform supports one.",
          }),
        ),
      }),
      {
        maxItems: 20,
        description:
          "Images and videos in order, instead of videoUrl and videoId; each has one of these fields. Empty for a post that is text only. GET /social/platforms lists what each platform accepts.",
      },
    ),
  ),
  publishToInbox: Type.Optional(
    Type.Boolean({
      description:
        "Send to the creator's TikTok inbox, where they finish it in the app. Works in modes now and draft. TikTok then ignores all settings, including the AI label.",
    }),
  ),
  aiGenerated: Type.Optional(
    Type.Boolean({
      description: "Label the video as made with AI on TikTok, Instagram and YouTube, if the provider supports it.",
    }),
  ),
  ...tiktokFields,
  overrides: Type.Optional(Overrides),
  allowDuplicate: Type.Optional(
    Type.Boolean({ description: "Allow a duplicate of a post for the same account within 24 hours." }),
  ),
};
const accountIds = Type.Array(Text({ maxLength: 100 }), {
  minItems: 1,
  maxItems: 50,
  description: "IDs of connected accounts, from GET /social/accounts.",
});
const videoUrl = Url("URL of the video. Default: the newest version of videoId, if there is one.");

export const CreatePost = Closed({
  videoUrl: Type.Optional(videoUrl),
  accountIds,
  mode: OneOf(["schedule", "draft", "now", "queue"], {
    description:
      "When to publish: schedule (at scheduledFor), draft (not yet), now, or queue (in the next free slot of the first account, see PUT /social/accounts/{accountId}/slots).",
  }),
  ...postFields,
});
export type CreatePostBody = Static<typeof CreatePost>;

export const BulkPosts = Closed({
  posts: Type.Optional(
    Type.Array(
      Type.Unsafe<Static<typeof CreatePost>>({
        ...Type.Unknown(),
        type: "object",
        description: "A body of POST /social/posts.",
      }),
      {
        minItems: 1,
        maxItems: 100,
        description: "Posts to create.",
      },
    ),
  ),
  csv: Type.Optional(
    Text({
      minLength: 1,
      maxLength: 1_000_000,
      description:
        "Alternative to posts: a table as CSV. Its first row names fields of a post, such as videoId, accountIds (separated by spaces), mode, scheduledFor (milliseconds, or ISO 8601; without an offset, in timezone), content and overrides.youtube.title.",
    }),
  ),
  dryRun: Type.Optional(Type.Boolean({ description: "Only check the posts, also for duplicates, and create none." })),
});
export const PatchPost = Closed({
  videoUrl: Type.Optional(videoUrl),
  accountIds: Type.Optional(accountIds),
  mode: Type.Optional(
    OneOf(["schedule", "draft"], { description: "Schedules a draft, or turns a scheduled post into a draft." }),
  ),
  ...postFields,
});

const TargetView = Closed({
  accountId: Type.String(),
  platform: Platform,
  status: OneOf(targetStatuses, {
    description:
      "unconfirmed: the outcome of the call is unknown. It is not repeated. Vireo checks with the provider, and errorMessage reports if that fails.",
  }),
  delayedUntil: Type.Optional(Timestamp("Time of publication, if a limit or an error delays it.")),
  delayReason: Type.Optional(Type.String({ description: "Reason for the delay." })),
  platformPostId: Type.Optional(Type.String({ description: "ID of the post on the platform." })),
  platformPostUrl: Type.Optional(Type.String({ description: "URL of the post on the platform." })),
  publishedAt: Type.Optional(Timestamp("Time of publication.")),
  errorCategory: Type.Optional(
    Type.String({
      description:
        "Machine-readable reason: auth_expired, account_issue, user_content, media_unavailable, platform_rejected, platform_error, platform_rate_limit, quota_exhausted, provider_unavailable, missed.",
    }),
  ),
  errorMessage: Type.Optional(
    Type.String({ description: "Human-readable reason for a failed or unconfirmed target." }),
  ),
  notice: Type.Optional(
    Type.String({
      description: "Note about a published target, such as a visibility that the platform has restricted.",
    }),
  ),
});

export const PostView = Closed({
  postId: Type.String(),
  platforms: Type.Array(Platform),
  status: OneOf(postStatuses, {
    description:
      "needs_approval: not published before somebody approves it. partial: some targets are published, others failed or are unconfirmed. See targets.",
  }),
  approval: Approval,
  scheduledFor: Type.Optional(Timestamp("Planned time of publication.")),
  timezone: Type.String(),
  content: Type.String(),
  title: Type.Optional(Type.String()),
  videoUrl: Type.Optional(Type.String({ description: "Absent for a post with images or text only. See media." })),
  videoId: Type.Optional(Type.String()),
  media: Type.Optional(
    Type.Array(
      Closed({
        type: OneOf(["image", "video"]),
        url: Type.String(),
        imageId: Type.Optional(Type.String()),
        videoId: Type.Optional(Type.String()),
        altText: Type.Optional(Type.String()),
      }),
      {
        description:
          "Images and videos in order. Empty for a post that is text only. Absent for a post that is one video.",
      },
    ),
  ),
  accountIds: Type.Array(Type.String()),
  publishToInbox: Type.Boolean(),
  tiktokPrivacyLevel: Type.Optional(Type.String()),
  tiktokCommercialContentType: Type.Optional(Type.String()),
  tiktokAllowComment: Type.Optional(Type.Boolean()),
  tiktokAllowDuet: Type.Optional(Type.Boolean()),
  tiktokAllowStitch: Type.Optional(Type.Boolean()),
  tiktokMadeWithAi: Type.Optional(Type.Boolean()),
  aiGenerated: Type.Optional(Type.Boolean()),
  overrides: Type.Optional(Overrides),
  targets: Type.Array(TargetView),
  createdAt: Timestamp("Creation time."),
  updatedAt: Timestamp("Time of the last change to the post or one of its targets."),
  publishedAt: Type.Optional(Timestamp("Time when the first target was published.")),
});
export const Posts = ListOf("posts", PostView);
export const BulkCreated = Closed({
  created: Type.Integer({ description: "Number of created posts." }),
  failed: Type.Integer({ description: "Number of posts that were not created." }),
  results: Type.Array(
    Closed({
      index: Type.Integer({ description: "Position in the request, from 0." }),
      post: Type.Optional(PostView),
      error: Type.Optional(
        Closed({
          status: Type.Integer(),
          type: Type.String({ description: "Kind of the error, such as conflict." }),
          detail: Type.String(),
          existingPostId: Type.Optional(Type.String({ description: "ID of the post that already has this content." })),
        }),
      ),
    }),
    { description: "One result per post, in the order of the request." },
  ),
});

export const groupName = Text({
  minLength: 1,
  maxLength: 60,
  pattern: "\\S",
  description: "Name of a group of social accounts, such as a client.",
});
/** Filter of lists and analytics. */
export const group = Text({ maxLength: 60, description: "Only this group of social accounts." });
export const AccountQuery = Closed({ group: Type.Optional(group) });

const postFilters = {
  status: Type.Optional(OneOf(postStatuses, { description: "Only posts with this status." })),
  platform: Type.Optional(Platform),
  accountId: Type.Optional(Text({ maxLength: 100, description: "Only posts to this account." })),
  group: Type.Optional(group),
};
const since =
  "Only posts at or after this time (publishedAt, else scheduledFor, else createdAt), in milliseconds since the epoch.";
const from = QueryInt({ minimum: 0, description: since });
const to = QueryInt({ minimum: 0, description: "Only posts before this time, in milliseconds since the epoch." });

const usedIds = (description: string) => Type.Optional(Text({ maxLength: 4000, description }));

export const PostQuery = Closed({
  ...pageQuery,
  ...postFilters,
  from: Type.Optional(
    QueryInt({
      minimum: 0,
      description: `${since} \`total\` counts up to 100,000 posts of a period, or 10,000 to a platform, account or group.`,
    }),
  ),
  to: Type.Optional(to),
  videoId: usedIds("Only posts that show one of these videos. Comma-separated IDs."),
  imageId: usedIds("Only posts that show one of these images."),
  uploadId: usedIds("Only posts that show one of these uploads."),
});

export const CalendarQuery = Closed({
  from,
  to,
  ...postFilters,
  timezone: Type.Optional(
    Text({ minLength: 1, maxLength: 64, description: "IANA time zone of the days. Default: UTC." }),
  ),
  perDay: Type.Optional(
    QueryInt({
      minimum: 1,
      maximum: CALENDAR_POSTS,
      description: `Posts to return per day. Default: 3. Multiplied by the number of days, at most ${CALENDAR_POSTS}.`,
    }),
  ),
});
export const Calendar = Closed({
  days: Type.Array(
    Closed({
      date: Type.String({ description: "Day in `timezone`, such as 2026-12-24." }),
      total: Type.Integer({ description: "Number of posts on this day." }),
      posts: Type.Array(PostView, { description: "First posts of the day, in order of time." }),
    }),
    { description: "Days in order. Days without posts are left out." },
  ),
  total: Type.Integer({ description: "Number of posts on all days." }),
});

const AccountView = Closed({
  accountId: Type.String(),
  platform: Platform,
  username: Type.String(),
  displayName: Type.Optional(Type.String()),
  profileUrl: Type.Optional(Type.String()),
  avatarUrl: Type.Optional(Type.String()),
  status: OneOf(accountStatuses, {
    description:
      "expired: reconnect the account, with POST /social/accounts/connect or at the scheduling provider. disconnected: the provider no longer lists it.",
  }),
  provider: Type.String({
    description:
      "Provider of the connection: the platform itself, such as youtube, or a scheduling provider, such as zernio.",
  }),
  connectedAt: Timestamp("Time when the account was first listed."),
  lastSyncedAt: Timestamp("Time when the provider last listed the account."),
});
export const Accounts = Closed({ accounts: Type.Array(AccountView) });
export const QueueSlots = Closed({
  timezone: Text({
    minLength: 1,
    maxLength: 64,
    description: "IANA time zone of the slots.",
    examples: ["Europe/Berlin"],
  }),
  slots: Type.Array(
    Closed({
      weekday: OneOf(weekdays, { description: "Day of the week." }),
      time: Text({
        pattern: "^([01]\\d|2[0-3]):[0-5]\\d$",
        description: "Time of the day, HH:MM.",
        examples: ["18:30"],
      }),
    }),
    { maxItems: 168, description: "Weekly times at which the account posts." },
  ),
});
export const ConnectAccount = Closed({
  platform: Platform,
  provider: Type.Optional(
    Text({ minLength: 1, maxLength: 50, description: "Provider to connect through, if several serve the platform." }),
  ),
});
export const ConnectLink = Closed({
  authorizeUrl: Type.String({
    description: "URL to open in a browser. The person who grants access there connects their account to yours.",
  }),
  expiresAt: Timestamp("Expiry of the link. It works once."),
});
export const Creator = Closed({
  accountId: Type.String(),
  username: Type.String(),
  nickname: Type.String({ description: "Name of the creator on TikTok, or of the account." }),
  avatarUrl: Type.Optional(Type.String()),
  isKnown: Type.Boolean({
    description:
      "False if the creator's settings could not be read. Then all options are listed, and TikTok checks them when the post is published.",
  }),
  privacyLevels: Type.Array(OneOf(privacyLevels), {
    description: "Values of tiktokPrivacyLevel that this account allows. There is no default; the user must choose.",
  }),
  interactions: Closed(
    { comment: Type.Boolean(), duet: Type.Boolean(), stitch: Type.Boolean() },
    { description: "Interactions that the creator's own settings permit. A post can't allow more." },
  ),
  canPostMore: Type.Boolean({ description: "False if the daily limit is reached." }),
  maxVideoSeconds: Type.Optional(Type.Number({ description: "Maximum length of a video, in seconds." })),
});
export const Synced = Closed({
  success: Type.Boolean({ description: "False if no scheduling provider is configured." }),
});
