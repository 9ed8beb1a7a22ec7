import { type Generated, sql } from "kysely";
import type { Migration } from "kysely/migration";

declare module "vireo/database" {
  interface Tables {
    /** Unsent mails. */
    mail_messages: {
      id: string;
      /** Kind of mail, such as "invitation". */
      kind: string;
      recipient: string;
      /** MailContent as JSON, sealed because it may contain a one-time link. Null if its key is lost. */
      content: string | null;
      created_at: Generated<Date>;
    };
  }
}

export const migrations: Record<string, Migration> = {
  "001_mail": {
    async up(db) {
      await sql`create table mail_messages (
        id uuid primary key,
        kind text not null,
        recipient text not null,
        content text,
        created_at timestamptz not null default clock_timestamp()
      )`.execute(db);
    },
  },
};
