import { type Generated, sql } from "kysely";
import type { Migration } from "kysely/migration";
import type { StockItem } from "vireo/slots/stock";
import type { Cue } from "vireo/slots/transcribe";
import type { Json, StoredOutput } from "vireo/tables";
import type { VersionLayer } from "./edits/layers";
import type { Operation } from "./versions";

declare module "vireo/database" {
  interface Tables {
    /** Edit history of a video. Version 1 is the original. */
    video_versions: {
      video_id: string;
      version: number;
      account_id: string;
      operation: Operation;
      file: Json<StoredOutput>;
      /** Generation that made the version. */
      generation_id: string;
      /** Layers that are applied to the file of the version `original`. Null for an original, and if they are not known. */
      layers: Json<VersionLayer[]> | null;
      original: number | null;
      created_at: Generated<Date>;
    };
    /** Paid or slow steps of a generation (see steps.ts). */
    generation_steps: {
      generation_id: string;
      account_id: string;
      step: string;
      state: "called" | "done" | "failed";
      /** The vendor's task while the step waits for it. */
      task: string | null;
      /** Result, or code and message of the failure. */
      facts: Json<object>;
      file: Json<StoredOutput> | null;
      /** True if a vendor charges for the step. */
      is_paid: Generated<boolean>;
      created_at: Generated<Date>;
    };
    /** Cached results of stock media searches, shared by all accounts. The libraries require caching for a day. */
    stock_searches: {
      engine: string;
      query: string;
      language: string;
      orientation: string;
      items: Json<StockItem[]>;
      searched_at: Date;
    };
    /** Clips, and the long videos whose files their layers are applied to. */
    video_sources: {
      video_id: string;
      account_id: string;
      source_id: string;
    };
    /** Transcripts made on request (see transcripts.ts). */
    video_transcripts: {
      id: string;
      video_id: string;
      version: number;
      account_id: string;
      status: "running" | "completed" | "failed";
      cues: Json<Cue[]>;
      /** Percent. */
      progress: Generated<number>;
      fail_code: string | null;
      fail_message: string | null;
      created_at: Generated<Date>;
    };
    /** Transcribed parts of long recordings (see hearing/hear.ts). */
    heard_parts: {
      /** Generation that the recording belongs to. */
      owner_id: string;
      account_id: string;
      name: string;
      part: string;
      cues: Json<Cue[]>;
      language: string | null;
      created_at: Generated<Date>;
    };
    /** Videos from before an upgrade that still need stills. Only migrations add rows. */
    video_posters: {
      video_id: string;
      account_id: string;
      tries: Generated<number>;
      due_at: Generated<Date>;
    };
  }
}

export const migrations: Record<string, Migration> = {
  "001_versions": {
    async up(db) {
      await sql`create table video_versions (
        video_id uuid not null references generations on delete cascade,
        version int not null check (version >= 1),
        account_id uuid not null,
        operation text not null,
        file jsonb not null,
        generation_id uuid not null unique,
        created_at timestamptz not null default clock_timestamp(),
        primary key (video_id, version)
      )`.execute(db);
    },
  },
  "002_files": {
    async up(db) {
      await sql`create index video_versions_file on video_versions ((file->>'key'))`.execute(db);
    },
  },
  "003_steps": {
    async up(db) {
      await sql`create table generation_steps (
        generation_id uuid not null references generations on delete cascade,
        account_id uuid not null references accounts on delete cascade,
        step text not null,
        state text not null,
        task text,
        facts jsonb not null default '{}',
        file jsonb,
        created_at timestamptz not null default clock_timestamp(),
        primary key (generation_id, step)
      )`.execute(db);
    },
  },
  "004_stock": {
    async up(db) {
      await sql`create table stock_searches (
        engine text not null,
        query text not null,
        language text not null,
        orientation text not null,
        items jsonb not null,
        searched_at timestamptz not null,
        primary key (engine, query, language, orientation)
      )`.execute(db);
      await sql`create index stock_searches_at on stock_searches (searched_at)`.execute(db);
    },
  },
  "005_paid_steps": {
    async up(db) {
      await sql`alter table generation_steps add column is_paid boolean not null default true`.execute(db);
    },
  },
  "006_posters": {
    async up(db) {
      await sql`create table video_posters (
        video_id uuid primary key references generations on delete cascade,
        account_id uuid not null references accounts on delete cascade,
        tries int not null default 0,
        due_at timestamptz not null default now()
      )`.execute(db);
      await sql`create index video_posters_due on video_posters (due_at)`.execute(db);
      await sql`insert into video_posters (video_id, account_id)
        select id, account_id from generations where engine = 'none' and kind = 'video'`.execute(db);
    },
  },
  "007_thumbnails": {
    async up(db) {
      await sql`insert into video_posters (video_id, account_id)
        select id, account_id from generations
        where kind = 'video' and status = 'completed' and files->'thumbnail' is null
        on conflict (video_id) do nothing`.execute(db);
    },
  },
  "008_transcripts": {
    async up(db) {
      await sql`create table video_transcripts (
        id uuid not null unique,
        video_id uuid not null references generations on delete cascade,
        version int not null,
        account_id uuid not null references accounts on delete cascade,
        status text not null,
        cues jsonb not null,
        created_at timestamptz not null default clock_timestamp(),
        primary key (video_id, version)
      )`.execute(db);
      await sql`create index video_transcripts_running on video_transcripts (account_id) where status = 'running'`.execute(
        db,
      );
    },
  },
  "009_layers": {
    async up(db) {
      await sql`alter table video_versions add column original int,
        add column layers jsonb check (jsonb_typeof(layers) = 'array')`.execute(db);
    },
  },
  "010_sources": {
    async up(db) {
      // `source_id` is no foreign key, because the rows of a deleted account are removed in any order.
      await sql`create table video_sources (
        video_id uuid primary key references generations on delete cascade,
        account_id uuid not null references accounts on delete cascade,
        source_id uuid not null
      )`.execute(db);
      await sql`create index video_sources_source on video_sources (source_id)`.execute(db);
    },
  },
  "011_originals": {
    // A generation with captions makes two versions: without and with them.
    async up(db) {
      await sql`create index if not exists video_versions_generation on video_versions (generation_id)`.execute(db);
      await sql`alter table video_versions drop constraint if exists video_versions_generation_id_key`.execute(db);
    },
  },
  "012_heard_parts": {
    async up(db) {
      await sql`create table heard_parts (
        owner_id uuid not null references generations on delete cascade,
        account_id uuid not null references accounts on delete cascade,
        name text not null,
        part text not null,
        cues jsonb not null,
        language text,
        created_at timestamptz not null default clock_timestamp(),
        primary key (owner_id, name, part)
      )`.execute(db);
      await sql`create index heard_parts_created on heard_parts (created_at)`.execute(db);
    },
  },
  "013_transcript_progress": {
    async up(db) {
      await sql`alter table video_transcripts add column if not exists progress int not null default 0,
        add column if not exists fail_code text, add column if not exists fail_message text`.execute(db);
    },
  },
};
