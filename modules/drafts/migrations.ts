import { type Generated, type JSONColumnType, sql } from "kysely";
import type { Migration } from "kysely/migration";

declare module "vireo/database" {
  interface Tables {
    /** Unfinished work of people and keys. */
    drafts: {
      account_id: string;
      /** Id of the person or key. */
      owner: string;
      name: string;
      revision: Generated<number>;
      content: JSONColumnType<object>;
      updated_at: Generated<Date>;
    };
  }
}

export const migrations: Record<string, Migration> = {
  "001_drafts": {
    async up(db) {
      await sql`create table drafts (
        account_id uuid not null references accounts on delete cascade,
        owner text not null,
        name text not null,
        revision int not null default 1,
        content jsonb not null,
        updated_at timestamptz not null default clock_timestamp(),
        primary key (account_id, owner, name)
      )`.execute(db);
      await sql`create index drafts_recent on drafts (account_id, owner, updated_at desc)`.execute(db);
      await sql`create index drafts_age on drafts (updated_at)`.execute(db);
    },
  },
};
