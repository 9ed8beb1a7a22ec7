import type { ColumnType, Generated, Selectable } from "kysely";
import type { Tables } from "vireo/database";
import type { HookForm } from "vireo/hooks";
import type { Actor } from "vireo/request";
import type {
  FailCategory,
  InstagramSettings,
  Platform,
  ProviderAccount,
  TikTokSettings,
  YouTubeSettings,
} from "vireo/slots/social";
import type { Json } from "vireo/tables";
import type { accountStatuses, postStatuses, targetStatuses } from "./schema";
import type { Slot } from "./slots/times";

export type PostStatus = (typeof postStatuses)[number];
export type TargetStatus = (typeof targetStatuses)[number];

/** Text and settings of a post for one platform only. */
export interface Overrides {
  tiktok?: { content?: string };
  instagram?: { content?: string } & InstagramSettings;
  youtube?: { title?: string; content?: string } & YouTubeSettings;
}

declare module "vireo/database" {
  interface Tables {
    social_accounts: {
      id: string;
      account_id: string;
      provider: string;
      external_id: string;
      platform: Platform;
      username: string;
      display_name: string | null;
      profile_url: string | null;
      avatar_url: string | null;
      status: (typeof accountStatuses)[number];
      connected_at: Generated<Date>;
      last_synced_at: Generated<Date>;
      /** The times of the week at which it posts. */
      slots: ColumnType<{ timezone: string; slots: Slot[] } | null, object | null | undefined, object | null>;
    };
    /** Accounts that are connected without a scheduling provider, with their tokens. */
    social_connections: {
      id: string;
      account_id: string;
      provider: string;
      external_id: string;
      platform: Platform;
      profile: Json<Omit<ProviderAccount, "externalId" | "platform" | "status">>;
      /** Encrypted. Null if the key was lost. */
      tokens: string | null;
      expires_at: Date;
      /** When the tokens are renewed next. Null once they are dead. */
      refresh_at: Date | null;
      status: "active" | "expired";
      /** Counts claims of the lease, and new tokens. */
      attempts: Generated<number>;
      lease_until: Date | null;
      connected_at: Generated<Date>;
    };
    /** People on their way to a platform and back. */
    social_connect_requests: {
      /** SHA-256 of the state in the address. */
      state: string;
      account_id: string;
      provider: string;
      /** Encrypted. */
      verifier: string | null;
      /** Who asked to connect; null if a server of an older version stored it. */
      actor: ColumnType<Actor | null, object | null, object | null>;
      redirect_url: string;
      expires_at: Date;
      /** SHA-256 of the secret of the only browser that may finish it. Null: any, after a question. */
      browser: string | null;
    };
    /** Notes of providers about targets in progress. */
    social_uploads: { target_id: string; account_id: string; progress: string | null; updated_at: Generated<Date> };
    /** When a provider was last asked for an owner's accounts. */
    social_syncs: { account_id: string; provider: string; tried_at: Date; synced_at: Date | null };
    social_posts: {
      id: string;
      account_id: string;
      status: PostStatus;
      content: string;
      title: string | null;
      /** The generated video it is linked to. */
      video_id: string | null;
      /** Storage key of a video of ours, or the address of another one. */
      video_key: string | null;
      video_url: string | null;
      scheduled_for: Date | null;
      timezone: string;
      to_inbox: boolean;
      tiktok: Json<TikTokSettings>;
      overrides: ColumnType<Overrides, object | undefined, object>;
      /** Platforms and social accounts of its targets, kept by a trigger. */
      channels: Generated<string[]>;
      /** Fingerprint of content and video, used to detect duplicates. */
      fingerprint: Uint8Array;
      /** Idempotency-Key of the call that created it. */
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
      platform: Platform;
      position: number;
      status: TargetStatus;
      /** When it was to go out. */
      wanted_at: Date | null;
      /** When it will: later than wanted where a limit or a fault delays it. Null for drafts, and once it has begun. */
      due_at: Date | null;
      delay_reason: string | null;
      attempts: Generated<number>;
      /** When this attempt began; counts against the platform's limits. */
      claimed_at: Date | null;
      /** Written before the call. From then on it is never called again. */
      called_at: Date | null;
      /** The process at work renews it; after that anybody may clear up. */
      lease_until: Date | null;
      /** What the provider is asked about a target it still works on. */
      task: string | null;
      next_read_at: Date | null;
      reads: Generated<number>;
      platform_post_id: string | null;
      platform_post_url: string | null;
      published_at: Date | null;
      error_category: FailCategory | null;
      error_message: string | null;
      /** About a published target, for people. */
      notice: string | null;
      /** When its figures are read next. */
      metrics_at: Generated<Date | null>;
    };
    /** Figures of published targets, as they were read. */
    social_metrics: {
      target_id: string;
      account_id: string;
      measured_at: Date;
      is_simulated: boolean;
    } & Record<
      "views" | "likes" | "comments" | "shares" | "saves" | "watch_seconds",
      ColumnType<string | null, number | undefined, never>
    >;
    /** The newest figures of each published target, with what they are grouped by. */
    social_results: {
      target_id: string;
      account_id: string;
      social_account_id: string;
      post_id: string;
      platform: Platform;
      published_at: Date;
      /** Form of the opening. */
      hook: HookForm | null;
      /** Length of the video, if known. */
      seconds: number | null;
      measured_at: Date;
      is_simulated: boolean;
    } & Record<
      "views" | "likes" | "comments" | "shares" | "saves" | "watch_seconds",
      ColumnType<string | null, number | undefined, number>
    >;
    /** Calls that are left of the limit of a provider, or of one of its accounts (`provider:id`). */
    social_metric_paces: { provider: string; tokens: number; at: Date };
  }
}

export type Post = Selectable<Tables["social_posts"]>;
export type Target = Selectable<Tables["social_targets"]>;
export type SocialAccount = Selectable<Tables["social_accounts"]>;
export type Connection = Selectable<Tables["social_connections"]>;
