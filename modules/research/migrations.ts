import type { ColumnType, Generated } from "kysely";
import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import type { ScrapedVideo } from "vireo/slots/scrape";
import { failingMigration, productionMigration } from "./production/store";

declare module "vireo/database" {
  interface Tables {
    scrapes: {
      id: string;
      account_id: string;
      source: string;
      query: string;
      mode: string;
      status: "running" | "completed" | "failed";
      videos: ColumnType<ScrapedVideo[], unknown, unknown>;
      created_at: Generated<Date>;
    };
  }
}

export const migrations: Record<string, Migration> = {
  "001_scrapes": {
    async up(db: Kysely<unknown>) {
      await sql
        .raw(
          `create table scrapes (
            id uuid primary key,
            account_id uuid not null references accounts on delete cascade,
            source text not null,
            query text not null,
            mode text not null,
            status text not null check (status in ('running', 'completed', 'failed')),
            videos jsonb not null default '[]',
            created_at timestamptz not null default clock_timestamp()
          );
          create index scrapes_age on scrapes (created_at);
          create index scrapes_running on scrapes (created_at) where status = 'running'`,
        )
        .execute(db);
    },
  },
  "002_plan_productions": productionMigration,
  "003_failing_since": failingMigration,
};
