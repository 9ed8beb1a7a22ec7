import { type Generated, type JSONColumnType, sql } from "kysely";
import type { Migration } from "kysely/migration";
import type { TemplateField } from "vireo/facts";
import type { TemplateKind } from "vireo/templates";

declare module "vireo/database" {
  interface Tables {
    /** Templates of accounts. */
    templates: {
      id: string;
      account_id: string;
      name: string;
      description: string | null;
      kind: TemplateKind;
      /** Number of the newest version. */
      version: number;
      created_at: Generated<Date>;
      updated_at: Generated<Date>;
    };
    /** Fields and body of a template. Versions never change. */
    template_versions: {
      template_id: string;
      version: number;
      account_id: string;
      fields: JSONColumnType<TemplateField[]>;
      body: JSONColumnType<Record<string, unknown>>;
      bytes: number;
      created_at: Generated<Date>;
    };
  }
}

export const migrations: Record<string, Migration> = {
  "001_templates": {
    async up(db) {
      await sql`create table templates (
        id uuid primary key,
        account_id uuid not null references accounts on delete cascade,
        name text not null,
        description text,
        kind text not null,
        version int not null default 1,
        created_at timestamptz not null default clock_timestamp(),
        updated_at timestamptz not null default clock_timestamp()
      )`.execute(db);
      await sql`create index templates_list on templates (account_id, created_at desc, id desc)`.execute(db);
      await sql`create table template_versions (
        template_id uuid not null references templates on delete cascade,
        version int not null,
        account_id uuid not null references accounts on delete cascade,
        fields jsonb not null,
        body jsonb not null,
        bytes int not null,
        created_at timestamptz not null default clock_timestamp(),
        primary key (template_id, version)
      )`.execute(db);
      // `add_stored_bytes` belongs to the kernel's storage quotas.
      await sql`create function count_template_bytes() returns trigger language plpgsql as $$ begin
        if tg_op = 'INSERT' then perform add_stored_bytes(new.account_id, new.bytes); end if;
        if tg_op = 'DELETE' then perform add_stored_bytes(old.account_id, -old.bytes); end if;
        return null;
      end $$`.execute(db);
      await sql`create trigger count_bytes after insert or delete on template_versions
        for each row execute function count_template_bytes()`.execute(db);
    },
  },
};
