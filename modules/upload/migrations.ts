import { type Generated, sql } from "kysely";
import type { Migration } from "kysely/migration";
import type { Json } from "vireo/tables";

declare module "vireo/database" {
  interface Tables {
    uploads: {
      id: string;
      account_id: string;
      status: "pending" | "stored";
      /** Storage key, chosen before the file arrives. */
      key: string;
      /** SHA-256 of the one-time token, in hex; null once used. */
      token_hash: string | null;
      file_name: string | null;
      content_type: string;
      size: number;
      /** kind, duration, width, height */
      facts: Json<Record<string, unknown>>;
      expires_at: Date | null;
      created_at: Generated<Date>;
    };
  }
}

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
};
