/**
 * Slot `social`: publishes posts to platforms. A provider lists accounts, makes the one call that publishes, and reads its
 * result. Jobs, schedules and states are the social module's work.
 */
import type { Provider } from "#core/engine";
import type { PlatformInfo, visibilities } from "#sdk/platforms";

/** The platforms of content plans, and of providers that declare none. */
export const platforms = ["tiktok", "instagram", "youtube"] as const;
export type Platform = (typeof platforms)[number];
/** Name of any platform: of these three, or of one that a provider declares. */
export type PlatformName = Platform | (string & {});
export { platformTitles } from "#sdk/platform-titles";

/** An account as the provider lists it now. */
export interface ProviderAccount {
  /** The provider's own id, stable over reconnections. */
  externalId: string;
  platform: PlatformName;
  username: string;
  displayName?: string;
  profileUrl?: string;
  avatarUrl?: string;
  /** `expired`: listed, but its authorisation must be renewed. */
  status: "active" | "expired";
}

/** At most `count` posts in any `ms` milliseconds. */
export interface Pace {
  count: number;
  ms: number;
}

/** What TikTok currently reports about a creator. */
export interface CreatorInfo {
  /** Display name of the creator. */
  nickname?: string;
  avatarUrl?: string;
  /** Longest video, in seconds. */
  maxVideoSeconds?: number;
  privacyLevels: readonly string[];
  /** What the creator's settings allow. */
  interactions: Record<"comment" | "duet" | "stitch", boolean>;
  /** False if the creator has no posts left today. */
  canPostMore: boolean;
}

/** Settings of a post that only Instagram has. */
export interface InstagramSettings {
  /** Also show the reel in the feed. Default: true. */
  shareToFeed?: boolean;
  /** Usernames that are invited as collaborators, at most 3. */
  collaborators?: readonly string[];
  /** Frame of the cover, in milliseconds from the start. */
  thumbOffset?: number;
}

export { visibilities } from "#sdk/platforms";

/** Settings of a post that only YouTube has. */
export interface YouTubeSettings {
  tags?: readonly string[];
  madeForKids?: boolean;
  /** Default: public. */
  visibility?: (typeof visibilities)[number];
  /** URL of an image. Fetch it through `context.fetch` only. */
  thumbnailUrl?: string;
}

/**
 * True for the id of a post that people can see. Until TikTok has one, providers report the id of the upload and the
 * profile.
 *
 * @example isTikTokPostId("7301234567890"); // true
 */
export const isTikTokPostId = (id: string): boolean => /^\d+$/.test(id);
/**
 * True for the URL of a post, not of a profile.
 *
 * @example isTikTokPostUrl("https://www.tiktok.com/@ann/video/7301234567890"); // true
 */
export const isTikTokPostUrl = (url: string): boolean => /\/(video|photo)\/\d+/.test(URL.parse(url)?.pathname ?? "");

/**
 * Returns why a direct post to TikTok cannot be published: TikTok demands that people choose who can see it, and forbids a
 * default. Undefined for any other post.
 * @example
 * const target = { account: { externalId: "7", platform: "tiktok", username: "ann" }, toInbox: false } as SocialTarget;
 * findMissingPrivacy(target); // "TikTok requires users to choose who can see a post. Set tiktokPrivacyLevel."
 */
export const findMissingPrivacy = ({ account, toInbox, tiktok }: SocialTarget): string | undefined =>
  account.platform === "tiktok" && !toInbox && !tiktok?.privacyLevel
    ? "TikTok requires users to choose who can see a post. Set tiktokPrivacyLevel."
    : undefined;

/** Settings of a post that only TikTok has. */
export interface TikTokSettings {
  privacyLevel?: string;
  commercialContentType?: string;
  allowComment?: boolean;
  allowDuet?: boolean;
  allowStitch?: boolean;
  madeWithAi?: boolean;
}

/** One account of one post: what to publish there, and the ids to find it again. */
export interface SocialTarget {
  /** Vireo's UUID of this target. */
  targetId: string;
  /** Vireo's public id of the post, `post_…`. Store it with the post if the provider keeps custom data. */
  postId: string;
  /** The Vireo account that owns the post. */
  owner: string;
  account: { externalId: string; platform: PlatformName; username: string };
  content: string;
  /** For platforms that have one (YouTube, at most 100 characters). */
  title?: string;
  /** TikTok: upload to the creator's inbox instead of publishing directly. */
  toInbox: boolean;
  /** Label the video as made with AI, on platforms that have such a label. */
  aiGenerated: boolean;
  /** Present for TikTok. */
  tiktok?: TikTokSettings;
  /** Present for Instagram and YouTube, if the post has any. */
  instagram?: InstagramSettings;
  youtube?: YouTubeSettings;
  /** Values of the fields below `overrides.<platform>` that the provider declares for another platform. */
  settings?: Readonly<Record<string, unknown>>;
}

/** A file to send to a platform. */
export interface MediaFile {
  /** Bytes. */
  size: number;
  contentType: string;
  /** Path of the file, if it is on this machine. Read-only. */
  path?: string;
  /** All bytes, or those from `start` to `end` (both included). */
  stream(range?: { start: number; end: number }): ReadableStream<Uint8Array>;
}

/** A picture or a video. */
export interface MediaItem {
  kind: "image" | "video";
  /** URL that the API shows. It may point to this machine: never send it to a provider. */
  address: string;
  /** URL that the provider can fetch. Missing if only this server can reach it: then send the bytes of `file()`. */
  publicUrl?: string;
  fileName: string;
  /** Describes a picture to people who cannot see it. At most 1,000 characters. */
  altText?: string | undefined;
  /** The file: from storage, or downloaded once. Deleted when the call has ended. */
  file(): Promise<MediaFile>;
}

/** What a post shows: a video, several items of which this is the first, or nothing. */
export interface PostMedia extends Omit<MediaItem, "kind"> {
  /**
   * The pictures and videos of a post, in order. Missing for a post that is one video, which is all that a provider gets
   * whose platforms take no pictures. Pictures have a type and a size that the platform accepts. Empty for a post that is
   * text only, which only platforms get whose media are optional.
   */
  items?: readonly MediaItem[];
}

/** The media of a post that is text only. */
export const noMedia: PostMedia = {
  items: [],
  address: "",
  fileName: "",
  file: () => Promise.reject(new Error("This post is text only.")),
};

/** A request to publish one target. */
export interface Publication extends SocialTarget {
  /** UUID of the attempt. */
  idempotencyKey: string;
  /** From 1. Each retry is another attempt. */
  attempt: number;
  /** What `prepare` saved last. Notes for the next attempt can be added. */
  progress?: Progress;
  media: PostMedia;
  /** Result of `prepare`. */
  prepared: unknown;
}

/** A target that was published, or may have been. */
export interface Sent extends SocialTarget {
  attempt: number;
  idempotencyKey: string;
  /** When the call began, milliseconds since the epoch. */
  calledAt: number;
  /** What `prepare` saved last. */
  progress?: Pick<Progress, "load">;
}

/** A provider's durable notes about one target, such as the URL of an upload. They survive a crash, for the next `prepare`. */
export interface Progress {
  /** The notes saved last. Undefined if there are none. */
  load(): Promise<unknown>;
  /** Saves JSON, encrypted. Throws if another process has taken over the target. */
  save(value: unknown): Promise<void>;
}

/** Why nothing was published. */
export type FailCategory =
  | "auth_expired"
  | "account_issue"
  | "user_content"
  | "media_unavailable"
  | "platform_rejected"
  | "platform_error"
  | "platform_rate_limit"
  | "quota_exhausted"
  | "provider_unavailable"
  | "missed";

/**
 * The state of a target after a call.
 * - `published` with a `task` and without a URL: the platform has not reported the URL yet. `read` is called for it.
 * - `pending`: the provider is working on it. `read` is called with `task`.
 * - `failed`: nothing was published, and nothing will be.
 * - `later`: nothing was published, and nothing of this call will be, but another call may succeed. The post waits, and is
 *   prepared and published again, as another attempt. The message is shown to users.
 * - `unknown`: it may or may not have been published. An error thrown by `publish` means the same.
 */
export type Outcome =
  | {
      state: "published";
      platformPostId?: string;
      platformPostUrl?: string;
      publishedAt?: number;
      task?: string;
      /** A note for the user, such as a visibility that the platform has restricted. */
      notice?: string;
    }
  | { state: "in_inbox"; platformPostId?: string }
  | { state: "pending"; task: string; readAfterMs?: number; notice?: string }
  | { state: "failed"; category: FailCategory; message: string }
  | { state: "later"; afterMs: number; message: string }
  | { state: "unknown"; message: string };

const SEND_AGAIN_MS = 30_000;

/**
 * Returns the outcome of a call that the provider has certainly not received, because there was no connection. The post is
 * sent again after 30 seconds.
 * @example toUnsent("Acme cannot be reached."); // { state: "later", afterMs: 30000, message: "Acme cannot be reached." }
 */
export const toUnsent = (reason: string): Outcome => ({ state: "later", afterMs: SEND_AGAIN_MS, message: reason });

/** A certain failure: nothing was published. */
export type Failed = Extract<Outcome, { state: "failed" }>;

/**
 * Thrown by `prepare`: the post cannot be published as it is. Nothing was published.
 * @example
 * const error = new RefusedError("user_content", "Acme accepts videos of at most 60 seconds. Trim the video.");
 */
export class RefusedError extends Error {
  override readonly name = "RefusedError";
  readonly category: FailCategory;
  constructor(category: FailCategory, message: string) {
    super(message);
    this.category = category;
  }
}

/**
 * Thrown by `prepare`: a limit of the platform delays the post, by `afterMs` milliseconds. The message is shown to users.
 * @example
 * const error = new PostLaterError(3_600_000, "Acme accepts 25 posts a day. The next one can be sent in an hour.");
 */
export class PostLaterError extends Error {
  override readonly name = "PostLaterError";
  readonly afterMs: number;
  constructor(afterMs: number, message: string) {
    super(message);
    this.afterMs = afterMs;
  }
}

/** Metrics of a published post so far. Figures that a platform does not report are missing. */
export interface Figures {
  views?: number;
  likes?: number;
  comments?: number;
  shares?: number;
  saves?: number;
  /** Total watch time, in seconds. */
  watchSeconds?: number;
}

/** A larger figure is an error of the platform. */
const MAX_COUNT = 1e13;

/**
 * Reads a figure that a platform reports as a number or as digits, divided by `divisor`. Undefined for anything else.
 * @example readCount("1200"); // 1200
 */
export function readCount(value: unknown, divisor = 1): number | undefined {
  const count = typeof value === "string" && /^\d{1,20}(?:\.\d{1,20})?$/.test(value) ? Number(value) : value;
  return typeof count === "number" && count >= 0 && count <= MAX_COUNT ? Math.round(count / divisor) : undefined;
}

/**
 * Reads the figures that a platform reports. Leaves out impossible ones.
 * @example readFigures({ views: "1200", likes: 90, comments: -1, shares: null }); // { views: 1200, likes: 90 }
 */
export const readFigures = (reported: Readonly<Partial<Record<keyof Figures, unknown>>>): Figures =>
  Object.fromEntries(
    Object.entries(reported).flatMap(([name, value]) => {
      const count = readCount(value);
      return count === undefined ? [] : [[name, count]];
    }),
  );

/** Reads the figures of published posts. */
export interface MetricsReader {
  /** Maximum number of posts per call, all of one account. */
  readonly batch: number;
  /** Limit of calls, for all accounts together or per account. */
  readonly pace: Pace;
  /** True if `pace` applies per account. */
  readonly isPacedByAccount?: boolean;
  /** True if the figures are made up, for testing. */
  readonly isSimulated?: boolean;
  /** Figures by `platformPostId`. Posts that the platform does not know are missing. After an error, Vireo asks again later. */
  read(
    request: { owner: string; account: SocialTarget["account"]; posts: readonly PublishedPost[] },
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, Figures>>;
}

/** A published post whose figures are read. */
export interface PublishedPost {
  platformPostId: string;
  /** Milliseconds since the epoch. */
  publishedAt: number;
}

/** A provider of the slot `social`. */
export interface SocialProvider extends Provider {
  /**
   * True if each Vireo account connects its own social accounts. Otherwise the provider works with the operator's key, and
   * only the operator's account can see and use its social accounts, unless a setting shares them.
   */
  readonly perAccount?: boolean;
  /** Platforms it publishes to. Default: TikTok, Instagram and YouTube, with one video per post. */
  readonly platforms?: readonly PlatformInfo[];
  /** Time limit of `publish`, milliseconds. Default: the setting of the social module. */
  readonly timeLimitMs?: number;
  /** Limits of posts per account, by platform. Default: the platforms' known limits. */
  readonly paces?: Readonly<Partial<Record<PlatformName, readonly Pace[]>>>;
  /** Limits of `publish` calls for all accounts together. */
  readonly pace?: readonly Pace[];
  /** Lists all connected accounts of an owner. Throws if the provider does not respond. */
  accounts(owner: string, signal: AbortSignal): Promise<ProviderAccount[]>;
  /** Missing if the provider reports no figures. */
  readonly metrics?: MetricsReader;
  /** Called before a direct post to TikTok. */
  creatorInfo?(account: SocialTarget["account"], signal: AbortSignal, owner: string): Promise<CreatorInfo>;
  /**
   * Does what can safely be repeated, such as uploads. Its JSON result is passed to `publish`. Throws RefusedError or
   * PostLaterError. After any other error it is called again.
   */
  prepare?(target: SocialTarget, media: PostMedia, signal: AbortSignal, progress: Progress): Promise<unknown>;
  /** Publishes. Called at most once per idempotency key. */
  publish(publication: Publication, signal: AbortSignal): Promise<Outcome>;
  /**
   * Reads a task that `publish` left `pending`, or `published` without a URL. Publishes nothing, and may only change
   * what can be repeated, such as a thumbnail.
   */
  read?(task: string, sent: Sent, signal: AbortSignal): Promise<Outcome>;
  /** Looks up a target whose outcome is unknown, like `read`. Undefined if the provider does not know it (yet). */
  find(sent: Sent, signal: AbortSignal): Promise<Outcome | undefined>;
}

declare module "#core/engine" {
  interface Slots {
    social: SocialProvider;
  }
}
