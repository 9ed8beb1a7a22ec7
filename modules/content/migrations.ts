import { type Generated, type JSONColumnType, sql } from "kysely";
import type { Migration } from "kysely/migration";
import { fontsMigration } from "./fonts/migration";

/** Fields written by a client: texts, lists of URLs, and names of an engine's resources. */
export type Values = Record<string, string | string[] | { engine: string; id: string }>;

/** A brand kit as sent by the client. */
type StoredKit = {
  name?: string;
  colors?: string[];
  logoUrl?: string;
  fonts?: { heading?: string; text?: string };
  captions?: Record<string, string | number | boolean>;
  voice?: { engine: string; id: string };
};

declare module "vireo/database" {
  interface Tables {
    /** Rows of personas, messages, products, styles, characters and projects. */
    content: {
      id: string;
      account_id: string;
      type: string;
      data: JSONColumnType<Values, Values, Values>;
      created_at: Generated<Date>;
      updated_at: Generated<Date>;
    };
    /** Visual style and voice of an account's brand. */
    brand_kits: {
      account_id: string;
      data: JSONColumnType<StoredKit, StoredKit, StoredKit>;
      updated_at: Generated<Date>;
    };
  }
}

export const migrations: Record<string, Migration> = {
  "001_content": {
    async up(db) {
      await sql`create table content (
        id uuid primary key,
        account_id uuid not null references accounts on delete cascade,
        type text not null,
        data jsonb not null,
        created_at timestamptz not null default clock_timestamp(),
        updated_at timestamptz not null default clock_timestamp()
      )`.execute(db);
      await sql`create index content_list on content (account_id, type, created_at desc, id desc)`.execute(db);
    },
  },
  "002_brand_kit": {
    async up(db) {
      await sql`create table brand_kits (
        account_id uuid primary key references accounts on delete cascade,
        data jsonb not null,
        updated_at timestamptz not null default clock_timestamp()
      )`.execute(db);
    },
  },
  "003_fonts": fontsMigration,
};
