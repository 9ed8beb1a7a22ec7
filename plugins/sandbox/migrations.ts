import { type Generated, type Kysely, type Selectable, sql } from "kysely";
import type { Migration } from "kysely/migration";
import type { Tables } from "vireo/database";
import type { PlatformName } from "vireo/slots/social";
import type { Json } from "vireo/tables";

/** Details of a post, besides its caption. */
export interface Shown {
  title?: string;
  /** Pictures and videos in their order. Missing for a post that is one video. */
  items?: { kind: "image" | "video"; src: string }[];
  tiktok?: Record<string, unknown>;
}

declare module "vireo/database" {
  interface Tables {
    /** One feed per Vireo account. Anyone who knows the token can view it. */
    sandbox_feeds: {
      account_id: string;
      /** Sealed. Null if the key of secrets was lost; then the feed gets another URL. */
      token: string | null;
      /** Used to find a feed by its token. Null in rows of earlier versions that are still running. */
      token_hash: Generated<string | null>;
    };
    sandbox_posts: {
      id: string;
      account_id: string;
      platform: PlatformName;
      /** Target that it was published for. */
      target_id: string;
      idempotency_key: string;
      /** Number of publish requests. More than one is a bug of the caller. */
      calls: Generated<number>;
      username: string;
      content: string;
      /** Path on this server, or a URL: of the video, or the first of `items`. */
      video: string;
      shown: Json<Shown>;
      in_inbox: boolean;
      /** Time when the post becomes visible. */
      published_at: Date;
    };
  }
}

export type SandboxPost = Selectable<Tables["sandbox_posts"]>;

export const migrations: Record<string, Migration> = {
  "001_sandbox": {
    async up(db: Kysely<unknown>) {
      await sql
        .raw(`
      create table sandbox_feeds (
        account_id uuid primary key references accounts on delete cascade,
        token text not null unique
      );
      create table sandbox_posts (
        id uuid primary key,
        account_id uuid not null references accounts on delete cascade,
        platform text not null,
        target_id uuid not null,
        idempotency_key uuid not null unique,
        calls int not null default 1,
        username text not null,
        content text not null,
        video text not null,
        shown jsonb not null,
        in_inbox boolean not null,
        published_at timestamptz not null
      );
      create index sandbox_posts_feed on sandbox_posts (account_id, platform, published_at desc);
      create index sandbox_posts_target on sandbox_posts (target_id)`)
        .execute(db);
    },
  },
  "002_sealed_tokens": {
    async up(db: Kysely<unknown>) {
      await sql
        .raw(`
      alter table sandbox_feeds alter column token drop not null, add column token_hash text unique;
      update sandbox_feeds set token_hash = encode(sha256(token::bytea), 'hex')`)
        .execute(db);
    },
  },
};
