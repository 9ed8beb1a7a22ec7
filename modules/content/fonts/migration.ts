import { type Generated, type Selectable, sql } from "kysely";
import type { Migration } from "kysely/migration";
import type { Tables } from "vireo/database";
import type { Json } from "vireo/tables";
import type { FontFacts } from "./normalize";

declare module "vireo/database" {
  interface Tables {
    /** Fonts uploaded by accounts, as rewritten after the check. */
    fonts: {
      id: string;
      account_id: string;
      /** Unique within the account, ignoring case. */
      name: string;
      /** Storage key. */
      key: string;
      size: number;
      facts: Json<FontFacts>;
      created_at: Generated<Date>;
    };
  }
}

export type FontRow = Selectable<Tables["fonts"]>;

/** `add_stored_bytes` belongs to the kernel's storage quotas. */
export const fontsMigration: Migration = {
  async up(db) {
    await sql`create table fonts (
      id uuid primary key,
      account_id uuid not null references accounts on delete cascade,
      name text not null,
      key text not null unique,
      size bigint not null,
      facts jsonb not null,
      created_at timestamptz not null default clock_timestamp()
    )`.execute(db);
    await sql`create unique index fonts_name on fonts (account_id, lower(name))`.execute(db);
    await sql`create function count_font_bytes() returns trigger language plpgsql as $$ begin
      if tg_op = 'INSERT' then perform add_stored_bytes(new.account_id, new.size); end if;
      if tg_op = 'DELETE' then perform add_stored_bytes(old.account_id, -old.size); end if;
      return null;
    end $$`.execute(db);
    await sql`create trigger count_bytes after insert or delete on fonts
      for each row execute function count_font_bytes()`.execute(db);
  },
};
