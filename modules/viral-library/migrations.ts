import { type ColumnType, type Generated, sql } from "kysely";
import type { Migration } from "kysely/migration";
import { countRows } from "vireo/list";
import type { Json, StoredOutput } from "vireo/tables";
import { labelsMigration, mediaMigration } from "./media/migration";
import type { Analysis, Stats } from "./schema";
import type { PostSource } from "./videos/store";

declare module "vireo/database" {
  interface Tables {
    viral_videos: {
      id: string;
      /** Null for the shared library, which every account can read. */
      account_id: string | null;
      tiktok_id: string;
      tiktok_url: string;
      /** Username without the @. */
      username: string;
      description: string;
      stats: Json<Stats>;
      /** Hashtags in lower case, without the #. */
      hashtags: string[];
      sound_name: string | null;
      /** Length in seconds. */
      duration: number | null;
      thumbnail_url: string | null;
      play_url: string | null;
      /** Time of publication, if known. */
      published_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
      /** Post of the account. Null for imported videos. */
      source: ColumnType<PostSource | null, object | null | undefined, object | null>;
      analysis: ColumnType<Analysis | null, object | null | undefined, object | null>;
      /** True until it is analysed in its current form. */
      analysis_due: Generated<boolean>;
      /** Number of lookups so far, and the time of the next one. */
      lookups: Generated<number>;
      lookup_after: Generated<Date>;
      created_at: Generated<Date>;
      updated_at: Generated<Date>;
    };
    /** Clips of imported videos that wait for their analysis, or have been tried. */
    viral_clips: {
      id: string;
      video_id: string;
      account_id: string;
      /** URL of the file. It is tried once. */
      url: string;
      tried_at: ColumnType<Date | null, never, Date>;
      attempts: Generated<number>;
      lease_until: ColumnType<Date | null, never, Date | null>;
      created_at: Generated<Date>;
    };
    /** Vector indexes. The newest ready one serves searches; older ones are then dropped. */
    viral_indexes: {
      id: string;
      model: string;
      /** Time at which it was first complete. */
      ready_at: Date | null;
      /** Number of partitions to search, as determined by the recall check. Null for exact search. */
      nprobes: number | null;
      /** Number of rows when it was partitioned. */
      partitioned_rows: number | null;
      created_at: Generated<Date>;
    };
    /** View of own media: completed videos, images and music, and uploads other than videos. */
    viral_media: {
      id: string;
      account_id: string;
      kind: "video" | "image" | "music" | "upload";
      is_uploaded: boolean;
      /** Prompt or file name. */
      title: string;
      /** Title in the library. */
      label: string | null;
      tags: string[];
      request: Record<string, unknown>;
      facts: Record<string, unknown>;
      files: Record<string, StoredOutput>;
      created_at: Date;
    };
    /** View of the ids of everything that belongs in an index. */
    viral_documents: { id: string };
    /** Changes of videos and media that an index has not applied yet. Written by triggers, so no change is missed. */
    viral_outbox: {
      index_id: string;
      video_id: string;
      revision: Generated<number>;
    };
  }
}

const statements = [
  sql`create table viral_videos (
    id uuid primary key,
    account_id uuid references accounts on delete cascade,
    tiktok_id text not null,
    tiktok_url text not null,
    username text not null,
    description text not null,
    stats jsonb not null,
    hashtags text[] not null,
    sound_name text,
    duration double precision,
    thumbnail_url text,
    play_url text,
    analysis jsonb,
    analysis_due boolean not null default true,
    created_at timestamptz not null default clock_timestamp(),
    updated_at timestamptz not null default clock_timestamp(),
    constraint viral_videos_once unique nulls not distinct (account_id, tiktok_id)
  )`,
  sql`create index viral_videos_account on viral_videos (account_id, created_at desc, id desc)`,
  sql`create index viral_videos_due on viral_videos (id) where analysis_due`,
  sql`create table viral_indexes (
    id uuid primary key,
    model text not null,
    ready_at timestamptz,
    nprobes int,
    partitioned_rows bigint,
    created_at timestamptz not null default clock_timestamp()
  )`,
  sql`create sequence viral_outbox_revision`,
  sql`create table viral_outbox (
    index_id uuid not null references viral_indexes on delete cascade,
    video_id uuid not null,
    revision bigint not null default nextval('viral_outbox_revision'),
    primary key (index_id, video_id)
  )`,
  sql`create index viral_outbox_order on viral_outbox (index_id, revision)`,
  // The lock prevents a new index from being added unseen during a change: neither would contain that video.
  sql`create function viral_outbox_note() returns trigger language plpgsql as $$
    begin
      lock table viral_indexes in row share mode;
      insert into viral_outbox (index_id, video_id)
        select id, coalesce(new.id, old.id) from viral_indexes
        on conflict (index_id, video_id) do update set revision = nextval('viral_outbox_revision');
      return null;
    end $$`,
  sql`create trigger viral_videos_inserted after insert on viral_videos
    for each row when (new.analysis is not null) execute function viral_outbox_note()`,
  sql`create trigger viral_videos_updated after update on viral_videos
    for each row when (old.analysis is not null or new.analysis is not null) execute function viral_outbox_note()`,
  sql`create trigger viral_videos_deleted after delete on viral_videos
    for each row when (old.analysis is not null) execute function viral_outbox_note()`,
];

export const migrations: Record<string, Migration> = {
  "001_viral_library": {
    async up(db) {
      for (const statement of statements) await statement.execute(db);
    },
  },
  "002_lookups": {
    async up(db) {
      await sql`alter table viral_videos
        add column lookups smallint not null default 0,
        add column lookup_after timestamptz not null default now()`.execute(db);
      await sql`create index viral_videos_unknown on viral_videos (lookup_after)
        where analysis is null and description = ''`.execute(db);
    },
  },
  "003_lists": {
    up: (db) => countRows(db, "viral_videos", { owner: "account_id" }),
  },
  // Loaded samples get the scenes that were written for them.
  "004_sample_scenes": {
    async up(db) {
      await sql`update viral_videos set analysis_due = true where tiktok_id like 'sample-%'`.execute(db);
    },
  },
  "005_own_posts": {
    async up(db) {
      await sql`alter table viral_videos add column source jsonb`.execute(db);
    },
  },
  // The upper half of a TikTok id is the publication time in seconds.
  "006_publication": {
    async up(db) {
      await sql`alter table viral_videos add column published_at timestamptz`.execute(db);
      await sql`update viral_videos set published_at = to_timestamp(floor(tiktok_id::numeric / 4294967296))
        where tiktok_id ~ '^[67][0-9]{18}$' and tiktok_url ~* '^https?://([a-z0-9-]+\\.)*tiktok\\.com/'`.execute(db);
    },
  },
  "007_media": mediaMigration,
  "008_media_labels": labelsMigration,
  "009_clips": {
    async up(db) {
      await sql`create table viral_clips (
        id uuid primary key,
        video_id uuid not null unique references viral_videos on delete cascade,
        account_id uuid not null references accounts on delete cascade,
        url text not null,
        tried_at timestamptz,
        attempts int not null default 0,
        lease_until timestamptz,
        created_at timestamptz not null default clock_timestamp()
      )`.execute(db);
      await sql`create index viral_clips_account on viral_clips (account_id)`.execute(db);
      await sql`create index viral_clips_waiting on viral_clips (account_id, created_at)
        where tried_at is null`.execute(db);
    },
  },
};
