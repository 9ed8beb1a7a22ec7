import { type Generated, type Selectable, sql } from "kysely";
import type { Migration } from "kysely/migration";
import type { Tables } from "vireo/database";
import type { Json } from "vireo/tables";

/** Properties of a stored file, and what the follower adds. Empty until the file is stored. */
export interface UploadFacts {
  kind?: string;
  duration?: number;
  width?: number;
  height?: number;
  videoId?: string;
  /** Storage key. */
  thumbnail?: string;
  /** Bytes that the client sent, if the stored file is a conversion. */
  sentBytes?: number;
}

declare module "vireo/database" {
  interface Tables {
    uploads: {
      id: string;
      account_id: string;
      status: "pending" | "stored";
      /** Storage key, chosen before the file arrives. */
      key: string;
      /** SHA-256 of the one-time token, in hex. Null once used. */
      token_hash: string | null;
      /** Token that the file was sent with. For a day, it still returns the upload, in case the response was lost. */
      used_token_hash: Generated<string | null>;
      stored_at: Generated<Date | null>;
      tags: Generated<string[]>;
      file_name: string | null;
      content_type: string;
      size: number;
      /** kind, duration, width, height */
      facts: Json<UploadFacts>;
      expires_at: Date | null;
      created_at: Generated<Date>;
    };
    /** Received parts of a pending upload. */
    upload_parts: {
      upload_id: string;
      account_id: string;
      /** Offset of its first byte in the file. */
      start: number;
      size: number;
      key: string;
    };
  }
}

export type UploadRow = Selectable<Tables["uploads"]>;

export const migrations: Record<string, Migration> = {
  "001_uploads": {
    async up(db) {
      await sql`create table uploads (
        id uuid primary key,
        account_id uuid not null references accounts on delete cascade,
        status text not null check (status in ('pending', 'stored')),
        key text not null unique,
        token_hash text unique,
        file_name text,
        content_type text not null,
        size bigint not null,
        facts jsonb not null default '{}',
        expires_at timestamptz,
        created_at timestamptz not null default clock_timestamp()
      )`.execute(db);
      await sql`create index uploads_account on uploads (account_id, created_at desc, id desc)`.execute(db);
    },
  },
  // `add_stored_bytes` belongs to the kernel's storage quotas.
  "002_stored_bytes": {
    async up(db) {
      await sql`create function count_upload_bytes() returns trigger language plpgsql as $$ begin
        if tg_op <> 'DELETE' and new.status = 'stored' then perform add_stored_bytes(new.account_id, new.size); end if;
        if tg_op <> 'INSERT' and old.status = 'stored' then perform add_stored_bytes(old.account_id, -old.size); end if;
        return null;
      end $$`.execute(db);
      await sql`create trigger count_bytes after insert or delete or update of status, size on uploads
        for each row execute function count_upload_bytes()`.execute(db);
      await sql`update accounts set stored_bytes = stored_bytes + coalesce(
        (select sum(size) from uploads where account_id = accounts.id and status = 'stored'), 0)`.execute(db);
    },
  },
  "003_parts": {
    async up(db) {
      await sql`create table upload_parts (
        upload_id uuid not null references uploads on delete cascade,
        account_id uuid not null references accounts on delete cascade,
        start bigint not null,
        size bigint not null,
        key text not null,
        primary key (upload_id, start)
      )`.execute(db);
      await sql`create function count_part_bytes() returns trigger language plpgsql as $$ begin
        if tg_op = 'INSERT' then perform add_stored_bytes(new.account_id, new.size); end if;
        if tg_op = 'DELETE' then perform add_stored_bytes(old.account_id, -old.size); end if;
        return null;
      end $$`.execute(db);
      await sql`create trigger count_bytes after insert or delete on upload_parts
        for each row execute function count_part_bytes()`.execute(db);
      await sql`create index uploads_expired on uploads (expires_at) where status = 'pending'`.execute(db);
    },
  },
  "004_lost_responses": {
    async up(db) {
      await sql`alter table uploads add column used_token_hash text, add column stored_at timestamptz`.execute(db);
      await sql`create unique index uploads_used_token on uploads (used_token_hash)
        where used_token_hash is not null`.execute(db);
    },
  },
  "005_tags": {
    async up(db) {
      await sql`alter table uploads add column tags text[] not null default '{}'`.execute(db);
    },
  },
};
