/**
 * Platforms as data: what a post may contain, what it needs, and how its text is counted. A social provider declares the
 * platforms that it publishes to, under names of its choice.
 *
 *     platforms: [
 *       tiktok,
 *       {
 *         name: "pinterest",
 *         title: "Pinterest",
 *         media: { images: 5, videos: 1 },
 *         text: [{ max: 500, unit: "characters" }],
 *         fields: [{ field: "overrides.pinterest.board", title: "Board", schema: { type: "string" }, isRequired: true }],
 *       },
 *     ]
 */

import { platformTitles } from "#sdk/platform-titles";

/** A platform of a provider. */
export interface PlatformInfo {
  /** Name in the API: lower-case letters, digits and hyphens, such as `linkedin`. */
  name: string;
  /** Name for people, such as `LinkedIn`. */
  title: string;
  /** Icon, as a `data:image/svg+xml` URL of at most 8,000 characters. */
  icon?: string;
  media: MediaRules;
  /** Limits of the caption. */
  text?: readonly TextLimit[];
  /** Settings of a post, besides its caption. */
  fields?: readonly PlatformField[];
}

/** What a post on a platform may show. */
export interface MediaRules {
  /** Maximum number of pictures in a post. */
  images: number;
  /** Maximum number of videos in a post. */
  videos: number;
  /** True if a post may be text only. */
  isOptional?: boolean;
  /** Maximum number of pictures and videos together in a post. Without it, a post has one or the other. */
  mixed?: number;
  /** Content types of pictures. Default: image/jpeg and image/png. */
  imageTypes?: readonly string[];
  /** Maximum size of a picture, in bytes. */
  maxImageBytes?: number;
  /** Maximum length of a picture's longer side, in pixels. */
  maxImagePixels?: number;
  /** Aspect ratio of an image: width divided by height. */
  imageRatio?: { min: number; max: number };
}

/** Units by which a platform counts a caption. */
export const textUnits = ["characters", "utf16", "bytes", "hashtags", "mentions"] as const;

/** A limit of a caption, in one unit. `characters` are what people see as one: an emoji counts once. */
export interface TextLimit {
  max: number;
  unit: (typeof textUnits)[number];
  /** Characters that are removed before the caption is sent, and do not count. */
  without?: string;
}

/** A setting of a post. */
export interface PlatformField {
  /**
   * Place in the body of POST /social/posts: `overrides.<platform>.<name>`, or a field of the post itself, such as `title`.
   */
  field: string;
  /** Label. */
  title: string;
  description?: string;
  schema: FieldSchema;
  /** True if a post without it cannot be published. A draft may lack it. */
  isRequired?: boolean;
  /** Fields of a post. Any of them, with a value other than false, replaces this one. */
  unless?: readonly string[];
}

/** JSON schema of a setting: a text, a number, a boolean, or a list of texts. */
export interface FieldSchema {
  type: "string" | "integer" | "number" | "boolean" | "array";
  enum?: readonly string[];
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  format?: "uri";
  minimum?: number;
  maximum?: number;
  maxItems?: number;
  items?: { type: "string"; minLength?: number; maxLength?: number; pattern?: string };
  default?: string | number | boolean;
}

/** Values of `tiktokPrivacyLevel`. */
export const privacyLevels = [
  "SELF_ONLY",
  "PUBLIC_TO_EVERYONE",
  "MUTUAL_FOLLOW_FRIENDS",
  "FOLLOWER_OF_CREATOR",
] as const;
/** Values of `tiktokCommercialContentType`. */
export const commercialTypes = ["none", "brand_organic", "brand_content"] as const;
/** Values of `overrides.youtube.visibility`. */
export const visibilities = ["public", "unlisted", "private"] as const;

const flag: FieldSchema = { type: "boolean" };
const text = (more: Partial<FieldSchema> = {}): FieldSchema => ({ type: "string", ...more });

/** TikTok, with one video per post. Providers add what else they accept, such as `tiktokPhotos`. */
export const tiktok: PlatformInfo = {
  name: "tiktok",
  title: platformTitles.tiktok,
  media: { images: 0, videos: 1 },
  // https://developers.tiktok.com/doc/content-posting-api-reference-direct-post: "2200 in UTF-16 runes"
  text: [{ max: 2200, unit: "utf16" }],
  fields: [
    { field: "tiktokPrivacyLevel", title: "Who can see the post", schema: text({ enum: privacyLevels }) },
    { field: "tiktokCommercialContentType", title: "Commercial content", schema: text({ enum: commercialTypes }) },
    { field: "tiktokAllowComment", title: "Allow comments", schema: flag },
    { field: "tiktokAllowDuet", title: "Allow duets", schema: flag },
    { field: "tiktokAllowStitch", title: "Allow stitches", schema: flag },
    { field: "publishToInbox", title: "Send to the creator's inbox", schema: flag },
  ],
};

/** Instagram, with one video per post. Providers add what else they accept, such as `instagramCarousel`. */
export const instagram: PlatformInfo = {
  name: "instagram",
  title: platformTitles.instagram,
  media: { images: 0, videos: 1 },
  // https://developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference/ig-user/media
  text: [
    { max: 30, unit: "hashtags" },
    { max: 20, unit: "mentions" },
  ],
  fields: [
    { field: "overrides.instagram.shareToFeed", title: "Also show in the feed", schema: { ...flag, default: true } },
    {
      field: "overrides.instagram.collaborators",
      title: "Collaborators",
      schema: { type: "array", maxItems: 3, items: { type: "string", maxLength: 30 } },
    },
    {
      field: "overrides.instagram.thumbOffset",
      title: "Frame of the cover, in milliseconds",
      schema: { type: "integer", minimum: 0, maximum: 900_000 },
    },
  ],
};

/** YouTube, with one video per post. */
export const youtube: PlatformInfo = {
  name: "youtube",
  title: platformTitles.youtube,
  media: { images: 0, videos: 1 },
  // https://developers.google.com/youtube/v3/docs/videos#snippet.description; YouTube refuses angle brackets.
  text: [{ max: 5000, unit: "bytes", without: "<>" }],
  fields: [
    { field: "title", title: "Title", schema: text({ maxLength: 100 }) },
    {
      field: "overrides.youtube.tags",
      title: "Tags",
      schema: { type: "array", maxItems: 50, items: { type: "string", maxLength: 100 } },
    },
    { field: "overrides.youtube.madeForKids", title: "Made for kids", schema: { ...flag, default: false } },
    {
      field: "overrides.youtube.visibility",
      title: "Who can see the video",
      schema: text({ enum: visibilities, default: "public" }),
    },
    { field: "overrides.youtube.thumbnailUrl", title: "URL of the thumbnail", schema: text({ format: "uri" }) },
  ],
};

/**
 * Returns the platform with changes of one of its fields.
 * @example
 * const board = withField(pinterest, "overrides.pinterest.board", { isRequired: false });
 * board.fields?.[0]?.isRequired; // false
 */
export const withField = (
  platform: PlatformInfo,
  field: string,
  change: Partial<Omit<PlatformField, "field">>,
): PlatformInfo => ({
  ...platform,
  fields: platform.fields?.map((known) => (known.field === field ? { ...known, ...change } : known)),
});

/** TikTok with its rule for apps: people choose who can see a direct post, and there is no default. */
export const tiktokWithChoice = withField(tiktok, "tiktokPrivacyLevel", {
  isRequired: true,
  unless: ["publishToInbox"],
});

/** YouTube with its rule that a video has a title. Without one, the first line of the caption is used. */
export const youtubeWithTitle = withField(youtube, "title", {
  isRequired: true,
  unless: ["content", "overrides.youtube.title", "overrides.youtube.content"],
});

/** Platforms of a provider that declares none. */
export const videoPlatforms: readonly PlatformInfo[] = [tiktok, instagram, youtube];

const MB = 1024 ** 2;
/** Rules of TikTok for photos, according to its documentation (November 2026). */
export const tiktokPhotos: MediaRules = {
  images: 35,
  videos: 1,
  imageTypes: ["image/jpeg", "image/webp"],
  maxImageBytes: 20 * MB,
  maxImagePixels: 1920,
};
/** Rules of Instagram for photos and carousels, according to its documentation (November 2026). */
export const instagramCarousel: MediaRules = {
  images: 10,
  videos: 10,
  mixed: 10,
  imageTypes: ["image/jpeg"],
  maxImageBytes: 8 * MB,
  imageRatio: { min: 0.8, max: 1.91 },
};

const setting = (
  platform: string,
  name: string,
  title: string,
  schema: FieldSchema,
  more: Partial<PlatformField> = {},
) => ({ field: `overrides.${platform}.${name}`, title, schema, ...more }) satisfies PlatformField;
const link = text({ format: "uri", maxLength: 2048 });

// Platforms that scheduling providers also reach. Sources: the types of Zernio's client (0.2.881) and Postiz's settings of
// each integration (August 2026).

export const linkedin: PlatformInfo = {
  name: "linkedin",
  title: platformTitles.linkedin,
  media: { isOptional: true, images: 20, videos: 1 },
  text: [{ max: 3000, unit: "characters" }],
};

export const facebook: PlatformInfo = {
  name: "facebook",
  title: platformTitles.facebook,
  media: { isOptional: true, images: 10, videos: 1 },
  text: [{ max: 63_206, unit: "characters" }],
};

export const threads: PlatformInfo = {
  name: "threads",
  title: platformTitles.threads,
  media: { isOptional: true, images: 20, videos: 20, mixed: 20 },
  text: [{ max: 500, unit: "characters" }],
};

/** The length of a post depends on the account, so X checks it. */
export const x: PlatformInfo = {
  name: "x",
  title: platformTitles.x,
  media: { isOptional: true, images: 4, videos: 1 },
  fields: [
    setting(
      "x",
      "replies",
      "Who can reply",
      text({ enum: ["everyone", "following", "mentionedUsers", "subscribers", "verified"], default: "everyone" }),
    ),
  ],
};

export const pinterest: PlatformInfo = {
  name: "pinterest",
  title: platformTitles.pinterest,
  media: { images: 5, videos: 1 },
  text: [{ max: 500, unit: "characters" }],
  fields: [
    setting("pinterest", "board", "Board", text({ minLength: 1, maxLength: 100, pattern: "^\\d+$" }), {
      description: "ID of the board, digits only.",
      isRequired: true,
    }),
    setting("pinterest", "title", "Title", text({ maxLength: 100 })),
    setting("pinterest", "link", "Link", link),
  ],
};

export const bluesky: PlatformInfo = {
  name: "bluesky",
  title: platformTitles.bluesky,
  media: { isOptional: true, images: 4, videos: 1 },
  text: [{ max: 300, unit: "characters" }],
};

export const googleBusiness: PlatformInfo = {
  name: "google-business",
  title: platformTitles["google-business"],
  media: { images: 1, videos: 0 },
  text: [{ max: 1500, unit: "characters" }],
};

export const mastodon: PlatformInfo = {
  name: "mastodon",
  title: platformTitles.mastodon,
  media: { isOptional: true, images: 4, videos: 1 },
  text: [{ max: 500, unit: "characters" }],
};

export const telegram: PlatformInfo = {
  name: "telegram",
  title: platformTitles.telegram,
  media: { isOptional: true, images: 10, videos: 10, mixed: 10 },
  text: [{ max: 4096, unit: "characters" }],
};

export const discord: PlatformInfo = {
  name: "discord",
  title: platformTitles.discord,
  media: { isOptional: true, images: 10, videos: 10, mixed: 10 },
  text: [{ max: 1980, unit: "characters" }],
  fields: [
    setting("discord", "channel", "Channel", text({ minLength: 1, maxLength: 100 }), {
      description: "ID of the channel.",
      isRequired: true,
    }),
  ],
};

export const reddit: PlatformInfo = {
  name: "reddit",
  title: platformTitles.reddit,
  media: { images: 1, videos: 1 },
  text: [{ max: 10_000, unit: "characters" }],
  fields: [
    setting("reddit", "subreddit", "Subreddit", text({ minLength: 2, maxLength: 50, pattern: "^[A-Za-z0-9_]+$" }), {
      description: "Name without r/.",
      isRequired: true,
    }),
    setting("reddit", "title", "Title", text({ minLength: 2, maxLength: 300 }), {
      isRequired: true,
      unless: ["title"],
    }),
  ],
};

export const snapchat: PlatformInfo = {
  name: "snapchat",
  title: platformTitles.snapchat,
  media: { images: 1, videos: 1 },
  fields: [setting("snapchat", "contentType", "Kind of post", text({ enum: ["story", "saved_story", "spotlight"] }))],
};
