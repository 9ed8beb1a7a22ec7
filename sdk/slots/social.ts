/**
 * The slot `social`: whoever brings a post to the platforms. A provider knows nothing of jobs, time
 * tables or states; it lists accounts, makes one call that publishes, and reads its result.
 */
import type { Provider } from "#core/engine";

export const platforms = ["tiktok", "instagram", "youtube"] as const;
export type Platform = (typeof platforms)[number];

/** An account as the provider lists it now. */
export interface ProviderAccount {
  /** The provider's own id, stable over reconnections. */
  externalId: string;
  platform: Platform;
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

/** What TikTok says of a creator right now. */
export interface CreatorInfo {
  /** What the creator is called there, and shown as. */
  nickname?: string;
  avatarUrl?: string;
  /** Longest video, seconds. */
  maxVideoSeconds?: number;
  privacyLevels: readonly string[];
  /** What the creator's own settings permit. */
  interactions: Record<"comment" | "duet" | "stitch", boolean>;
  /** False where today's posts are used up. */
  canPostMore: boolean;
}

/** Instagram's own settings of a post. */
export interface InstagramSettings {
  /** Also show the reel in the feed. Default: true. */
  shareToFeed?: boolean;
  /** Usernames that are invited as collaborators, at most 3. */
  collaborators?: readonly string[];
  /** Frame of the cover, milliseconds from the start. */
  thumbOffset?: number;
}

export const visibilities = ["public", "unlisted", "private"] as const;

/** YouTube's own settings of a post. */
export interface YouTubeSettings {
  tags?: readonly string[];
  madeForKids?: boolean;
  /** Default: public. */
  visibility?: (typeof visibilities)[number];
  /** URL of an image. Fetch it through `context.fetch` only. */
  thumbnailUrl?: string;
}

export interface TikTokSettings {
  privacyLevel?: string;
  commercialContentType?: string;
  allowComment?: boolean;
  allowDuet?: boolean;
  allowStitch?: boolean;
  madeWithAi?: boolean;
}

/** One account of one post: what is published, and what it is found again by. */
export interface SocialTarget {
  /** Ours, a uuid; the same whenever this target is spoken of. */
  targetId: string;
  /** Ours, public: `post_…`. Where a provider keeps free data with a post, it belongs there. */
  postId: string;
  /** The Vireo account that owns the post. */
  owner: string;
  account: { externalId: string; platform: Platform; username: string };
  content: string;
  /** For platforms that have one (YouTube, at most 100 characters). */
  title?: string;
  /** TikTok: to the creator's inbox rather than straight out. */
  toInbox: boolean;
  /** True if the video is to be labelled as made with AI, on platforms that have such a label. */
  aiGenerated: boolean;
  /** Present for TikTok. */
  tiktok?: TikTokSettings;
  /** Present for Instagram and YouTube, if the post has any. */
  instagram?: InstagramSettings;
  youtube?: YouTubeSettings;
}

export interface MediaFile {
  /** Bytes. */
  size: number;
  contentType: string;
  /** Where it lies on this machine, if it does. Read it, never write to it. */
  path?: string;
  /** All bytes, or those from `start` to `end`, both inclusive. */
  stream(range?: { start: number; end: number }): ReadableStream<Uint8Array>;
}

/** The video of a post. */
export interface PostMedia {
  /** As the API shows it, for people. It may point to this machine: never hand it to a provider. */
  address: string;
  /** An address that the provider can fetch. Missing where only this server reaches the video: send the bytes of `file()`. */
  publicUrl?: string;
  fileName: string;
  /** The bytes: from storage, or copied once (safely) from their address. Gone when the call is over. */
  file(): Promise<MediaFile>;
}

/** The order to publish one target. */
export interface Publication extends SocialTarget {
  /** A uuid, one for each attempt: 1 for the first, more after a retry that somebody asked for. */
  idempotencyKey: string;
  attempt: number;
  media: PostMedia;
  /** What `prepare` returned. */
  prepared: unknown;
}

/** A target that was published, or may have been. */
export interface Sent extends SocialTarget {
  attempt: number;
  idempotencyKey: string;
  /** When the call began, milliseconds. */
  calledAt: number;
  /** Present in the module; what `prepare` saved last. */
  progress?: Pick<Progress, "load">;
}

/**
 * A provider's durable notes about one target, such as the address of an upload. They survive a crash, and are there at
 * the next `prepare` of the same target.
 */
export interface Progress {
  /** What was saved last; undefined if nothing was. */
  load(): Promise<unknown>;
  /** Saves JSON, encrypted. Throws if another process has taken the target over. */
  save(value: unknown): Promise<void>;
}

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
 * What is known of a target after a call.
 * - `published` with a `task` and without an address: the platform has not given the address yet. `read` is asked for it.
 * - `pending`: the provider has it and works on it; `task` is what `read` is asked.
 * - `failed`: certain; nothing was published, and nothing will be.
 * - `unknown`: it may or may not have been published. Throwing from `publish` means the same.
 */
export type Outcome =
  | {
      state: "published";
      platformPostId?: string;
      platformPostUrl?: string;
      publishedAt?: number;
      task?: string;
      /** What people should know about it, such as a visibility that the platform has restricted. */
      notice?: string;
    }
  | { state: "in_inbox"; platformPostId?: string }
  | { state: "pending"; task: string; readAfterMs?: number; notice?: string }
  | { state: "failed"; category: FailCategory; message: string }
  | { state: "unknown"; message: string };

export type Failed = Extract<Outcome, { state: "failed" }>;

/** Thrown by `prepare`: the post cannot be published as it is. Nothing was published. */
export class RefusedError extends Error {
  override readonly name = "RefusedError";
  readonly category: FailCategory;
  constructor(category: FailCategory, message: string) {
    super(message);
    this.category = category;
  }
}

/** Thrown by `prepare`: a limit of the platform delays the post. The message is shown to users. */
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
  /** All watching together, seconds. */
  watchSeconds?: number;
}

/** More than any post has: what is above it is an error of the platform. */
const MAX_COUNT = 1e13;

/** A figure as a platform reports it, a number or digits. Undefined if it cannot be one. */
export function readCount(value: unknown, divisor = 1): number | undefined {
  const count = typeof value === "string" && /^\d{1,20}(?:\.\d{1,20})?$/.test(value) ? Number(value) : value;
  return typeof count === "number" && count >= 0 && count <= MAX_COUNT ? Math.round(count / divisor) : undefined;
}

/** Figures as a platform reports them, without those that cannot be true. */
export const readFigures = (reported: Readonly<Partial<Record<keyof Figures, unknown>>>): Figures =>
  Object.fromEntries(
    Object.entries(reported).flatMap(([name, value]) => {
      const count = readCount(value);
      return count === undefined ? [] : [[name, count]];
    }),
  );

/** Reads the figures of published posts. */
export interface MetricsReader {
  /** Posts of one account that a call may ask for. */
  readonly batch: number;
  /** Calls for all accounts together, or for each. */
  readonly pace: Pace;
  /** True if the platform's limit is one of each account. */
  readonly isPacedByAccount?: boolean;
  /** True if the figures are made up, for testing. */
  readonly isSimulated?: boolean;
  /** Figures by `platformPostId`. Posts that the platform does not know are missing. Throws to be asked again later. */
  read(
    request: { owner: string; account: SocialTarget["account"]; posts: readonly PublishedPost[] },
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, Figures>>;
}

export interface PublishedPost {
  platformPostId: string;
  /** Milliseconds since the epoch. */
  publishedAt: number;
}

export interface SocialProvider extends Provider {
  /**
   * True where each Vireo account has connections of its own. Without it the provider works with one key of the
   * operator's, and what it lists is the operator's: other accounts neither see nor use it, unless a setting says so.
   */
  readonly perAccount?: boolean;
  /** Limit of one `publish`, milliseconds; the module's setting where it says none. */
  readonly timeLimitMs?: number;
  /** Posts per account, by platform, instead of what the platforms are known to allow. */
  readonly paces?: Partial<Record<Platform, readonly Pace[]>>;
  /** Calls of `publish` for all accounts together. */
  readonly pace?: readonly Pace[];
  /** All accounts that are connected for an owner. Throws where the provider cannot be asked. */
  accounts(owner: string, signal: AbortSignal): Promise<ProviderAccount[]>;
  /** Missing where the provider has no figures. */
  readonly metrics?: MetricsReader;
  /** Asked before a direct post to TikTok. */
  creatorInfo?(account: SocialTarget["account"], signal: AbortSignal, owner: string): Promise<CreatorInfo>;
  /**
   * Uploads and the like: all that may be repeated without harm. Its JSON result goes to `publish`. Throws RefusedError,
   * PostLaterError, or anything else for a fault after which it is tried again.
   */
  prepare?(target: SocialTarget, media: PostMedia, signal: AbortSignal, progress: Progress): Promise<unknown>;
  /** The one call that makes something happen. Made at most once for an idempotency key. */
  publish(publication: Publication, signal: AbortSignal): Promise<Outcome>;
  /** Reads a task that `publish` left `pending`, or `published` without an address. Changes nothing. */
  read?(task: string, sent: Sent, signal: AbortSignal): Promise<Outcome>;
  /** Looks for a target whose outcome is unknown; undefined where the provider knows of none (yet). Changes nothing. */
  find(sent: Sent, signal: AbortSignal): Promise<Outcome | undefined>;
}

declare module "#core/engine" {
  interface Slots {
    social: SocialProvider;
  }
}
