import type { ColumnType, Generated, Selectable } from "kysely";
import type { Tables } from "vireo/database";
import type { HookForm } from "vireo/hooks";
import type { Actor } from "vireo/request";
import type {
  FailCategory,
  InstagramSettings,
  PlatformName,
  ProviderAccount,
  TikTokSettings,
  YouTubeSettings,
} from "vireo/slots/social";
import type { Json } from "vireo/tables";
import type { approvalStates, decisions, requirements, vias, visibilities } from "./approval/schema";
import type { Report } from "./reports/schema";
import type { accountStatuses, PostingTime, postStatuses, targetStatuses } from "./schema";
import type { snippetKinds } from "./snippets";

export type PostStatus = (typeof postStatuses)[number];
export type TargetStatus = (typeof targetStatuses)[number];
export type ApprovalState = (typeof approvalStates)[number];
export type Requirement = (typeof requirements)[number];
export type Via = (typeof vias)[number];

/** Text and settings of a post for one platform only. */
export interface Overrides {
  tiktok?: { content?: string };
  instagram?: { content?: string } & InstagramSettings;
  youtube?: { title?: string; content?: string } & YouTubeSettings;
  /** Of a platform that a provider declares, or of one social account, by its public id. */
  [platform: string]: { title?: string; content?: string } | undefined;
}

/**
 * An item of a post. Pictures are always stored, so that what was approved stays the same; a video may be a URL. `source`
 * is the URL that a stored picture was fetched from.
 */
export type StoredItem =
  | {
      kind: "image";
      key: string;
      contentType: string;
      bytes: number;
      width: number;
      height: number;
      imageId?: string;
      source?: string;
      altText?: string | undefined;
    }
  | { kind: "video"; key: string; url?: undefined; videoId?: string }
  | { kind: "video"; url: string; key?: undefined; videoId?: undefined };

export interface StoredMedia {
  items: StoredItem[];
}

/** Who created a post, a review or asked for an approval, as shown. */
export interface Requester {
  name: string;
  /** The person, or the person who created the key. */
  personId?: string | undefined;
}

declare module "vireo/database" {
  interface Tables {
    /** Members of groups of social accounts. */
    social_groups: { account_id: string; name: string; social_account_id: string; position: number };
    social_accounts: {
      id: string;
      account_id: string;
      provider: string;
      external_id: string;
      platform: PlatformName;
      username: string;
      display_name: string | null;
      profile_url: string | null;
      avatar_url: string | null;
      status: (typeof accountStatuses)[number];
      connected_at: Generated<Date>;
      last_synced_at: Generated<Date>;
      /** Weekly times at which the account posts. */
      slots: ColumnType<{ timezone: string; slots: PostingTime[] } | null, object | null | undefined, object | null>;
    };
    /** Accounts connected without a scheduling provider, with their tokens. */
    social_connections: {
      id: string;
      account_id: string;
      provider: string;
      external_id: string;
      platform: PlatformName;
      profile: Json<Omit<ProviderAccount, "externalId" | "platform" | "status">>;
      /** Encrypted. Null if the key was lost. */
      tokens: string | null;
      expires_at: Date;
      /** Time of the next renewal of the tokens. Null once they can no longer be renewed. */
      refresh_at: Date | null;
      status: "active" | "expired";
      /** Counts claims of the lease, and new tokens. */
      attempts: Generated<number>;
      lease_until: Date | null;
      connected_at: Generated<Date>;
    };
    /** Connections in progress, while people are on the platform's pages. */
    social_connect_requests: {
      /** SHA-256 of the state in the URL. */
      state: string;
      account_id: string;
      provider: string;
      /** Encrypted. */
      verifier: string | null;
      /** Person or key that started the connection. Null if a server of an older version stored it. */
      actor: ColumnType<Actor | null, object | null, object | null>;
      redirect_url: string;
      expires_at: Date;
      /**
       * SHA-256 of the secret of the only browser that may finish it. Null allows any browser, after a confirmation.
       */
      browser: string | null;
    };
    /** Notes of providers about targets in progress. */
    social_uploads: { target_id: string; account_id: string; progress: string | null; updated_at: Generated<Date> };
    /** Time of the last request to a provider for an account's social accounts. */
    social_syncs: { account_id: string; provider: string; tried_at: Date; synced_at: Date | null };
    social_posts: {
      id: string;
      account_id: string;
      status: PostStatus;
      content: string;
      title: string | null;
      /** Generated video that the post is linked to. */
      video_id: string | null;
      /** Storage key of a stored video, or the URL of another one. */
      video_key: string | null;
      video_url: string | null;
      /** Pictures and videos in their order. Null for a post that is one video. */
      media: ColumnType<StoredMedia | null, object | null | undefined, object | null | undefined>;
      scheduled_for: Date | null;
      timezone: string;
      to_inbox: boolean;
      tiktok: Json<TikTokSettings>;
      overrides: ColumnType<Overrides, object | undefined, object>;
      /** Platforms and social accounts of its targets, maintained by a trigger. */
      channels: Generated<string[]>;
      /** Fingerprint of content and video, used to detect duplicates. */
      fingerprint: Uint8Array;
      /** Counts the changes of its content: text, media, settings and targets. */
      revision: Generated<number>;
      /** `pending` exactly while the status is `needs_approval`. */
      approval: Generated<ApprovalState>;
      /** Who asked for the approval of this or an earlier revision. */
      requested_by: ColumnType<Requester | null, object | null | undefined, object | null>;
      requested_at: Date | null;
      /** True once its time has passed without a decision. */
      overdue: Generated<boolean>;
      /** Time of the next notice about a post that waits: the reminder, then that it is overdue. */
      notice_at: Date | null;
      /** Submission key of the call that created the post: caller, Idempotency-Key and call, as in `Exchange.idempotencyKey`. */
      idempotency_key: string | null;
      created_at: Generated<Date>;
      updated_at: Generated<Date>;
      published_at: Date | null;
    };
    social_targets: {
      id: string;
      post_id: string;
      social_account_id: string;
      provider: string;
      platform: PlatformName;
      position: number;
      status: TargetStatus;
      /** Requested time of publication. */
      wanted_at: Date | null;
      /** Actual time: later than requested if a limit or an error delays it. Null for drafts, and once it has begun. */
      due_at: Date | null;
      delay_reason: string | null;
      attempts: Generated<number>;
      /** Start of this attempt, which counts against the platform's limits. */
      claimed_at: Date | null;
      /** Set before the call. From then on the call is never repeated. */
      called_at: Date | null;
      /** Renewed by the process that publishes. After this time, any process may recover the target. */
      lease_until: Date | null;
      /** Key of the process that publishes or reads the target, and the attempt it was set for (`isAbandoned`). */
      holder: number | null;
      holder_attempt: number | null;
      /** The provider's id of its unfinished work, used to check on it. */
      task: string | null;
      next_read_at: Date | null;
      reads: Generated<number>;
      platform_post_id: string | null;
      platform_post_url: string | null;
      published_at: Date | null;
      error_category: FailCategory | null;
      error_message: string | null;
      /** Note about a published target, shown to users. */
      notice: string | null;
      /** Time of the next read of its metrics. */
      metrics_at: Generated<Date | null>;
    };
    /** Snapshots of the metrics of published targets. */
    social_metrics: {
      target_id: string;
      account_id: string;
      measured_at: Date;
      is_simulated: boolean;
    } & Record<
      "views" | "likes" | "comments" | "shares" | "saves" | "watch_seconds",
      ColumnType<string | null, number | undefined, never>
    >;
    /** Newest metrics of each published target, with the values they are grouped by. */
    social_results: {
      target_id: string;
      account_id: string;
      social_account_id: string;
      post_id: string;
      platform: PlatformName;
      published_at: Date;
      /** Type of the opening. */
      hook: HookForm | null;
      /** Length of the video in seconds, if known. */
      seconds: number | null;
      measured_at: Date;
      is_simulated: boolean;
    } & Record<
      "views" | "likes" | "comments" | "shares" | "saves" | "watch_seconds",
      ColumnType<string | null, number | undefined, number>
    >;
    /** Accounts that have chosen whether posts need an approval. */
    social_approval_settings: { account_id: string; require_approval: Requirement };
    social_decisions: {
      id: string;
      account_id: string;
      post_id: string;
      /** Revision that was seen. */
      revision: number;
      decision: (typeof decisions)[number];
      comment: string | null;
      via: Via;
      by_name: string;
      reviewer_id: string | null;
      created_at: Generated<Date>;
    };
    social_comments: {
      id: string;
      account_id: string;
      post_id: string;
      text: string;
      visibility: (typeof visibilities)[number];
      via: Via;
      by_name: string;
      created_at: Generated<Date>;
    };
    /** Posts that were sent to people without an account. */
    social_reviews: {
      id: string;
      account_id: string;
      can_decide: boolean;
      /** What is sent instead of posts: a report, with the figures of that time. */
      report: ColumnType<Report | null, Report | null, never>;
      /** Argon2id hash in the PHC format. */
      passcode_hash: string | null;
      created_by: Json<Requester>;
      created_by_key: string | null;
      created_by_person: string | null;
      expires_at: Date;
      revoked_at: Date | null;
      created_at: Generated<Date>;
    };
    social_review_posts: { review_id: string; account_id: string; post_id: string; position: number };
    social_reviewers: {
      id: string;
      account_id: string;
      review_id: string;
      position: number;
      name: string;
      email: string;
      /** SHA-256 of the token in the link, hex. */
      token_hash: string;
      /** Wrong passcodes since the last right one. */
      wrong_passcodes: Generated<number>;
      opened_at: Date | null;
      revoked_at: Date | null;
    };
    social_snippets: { account_id: string; name: string; kind: (typeof snippetKinds)[number]; text: string };
    /** Notices that wait for the next mail, by recipient. */
    social_mails: {
      account_id: string;
      recipient: string;
      /** Notices as JSON, sealed because they may contain links. Null if there are none, or their key is lost. */
      notices: string | null;
      due_at: Date | null;
      sent_at: Date | null;
    };
    /** Remaining calls within the limit of a provider, or of one of its accounts (`provider:id`). */
    social_metric_paces: { provider: string; tokens: number; at: Date };
  }
}

export type Post = Selectable<Tables["social_posts"]>;
export type TargetRow = Selectable<Tables["social_targets"]>;
export type SocialAccount = Selectable<Tables["social_accounts"]>;
export type Decision = Selectable<Tables["social_decisions"]>;
export type Comment = Selectable<Tables["social_comments"]>;
export type Review = Selectable<Tables["social_reviews"]>;
export type Reviewer = Selectable<Tables["social_reviewers"]>;
export type Connection = Selectable<Tables["social_connections"]>;
