import { type Generated, type JSONColumnType, sql } from "kysely";
import type { Migration } from "kysely/migration";

declare module "vireo/database" {
  interface Tables {
    /** Notification switches of people. Without a row, a kind is on. */
    notification_settings: { person_id: string; kind: string; enabled: boolean };
    /** Pending notifications of a person, and the time of the last mail. */
    notification_digests: {
      person_id: string;
      kind: string;
      /** Number of events since the last mail. */
      count: number;
      /** Lines about the first of these events. */
      lines: JSONColumnType<string[]>;
      due_at: Generated<Date>;
      sent_at: Date | null;
    };
  }
}

export const migrations: Record<string, Migration> = {
  "001_notifications": {
    async up(db) {
      await sql`create table notification_settings (
        person_id uuid not null references people on delete cascade,
        kind text not null,
        enabled boolean not null,
        primary key (person_id, kind)
      )`.execute(db);
      await sql`create table notification_digests (
        person_id uuid not null references people on delete cascade,
        kind text not null,
        count int not null,
        lines jsonb not null,
        due_at timestamptz not null,
        sent_at timestamptz,
        primary key (person_id, kind)
      )`.execute(db);
      await sql`create index notification_digests_due on notification_digests (due_at) where count > 0`.execute(db);
    },
  },
};
