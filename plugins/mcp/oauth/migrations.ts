import { type Generated, sql } from "kysely";
import type { Migration } from "kysely/migration";

declare module "vireo/database" {
  interface Tables {
    /** Consents that a client has not yet exchanged for a token. */
    oauth_codes: {
      /** SHA-256 of the code, hex. */
      hash: string;
      account_id: string;
      person_id: string;
      client_id: string;
      redirect_uri: string;
      scopes: string[];
      /** PKCE: SHA-256 of the client's verifier, base64url. */
      challenge: string;
      expires_at: Date;
      created_at: Generated<Date>;
    };
  }
}

export const migrations: Record<string, Migration> = {
  "001_codes": {
    async up(db) {
      await sql`create table oauth_codes (
        hash text primary key,
        account_id uuid not null references accounts (id) on delete cascade,
        person_id uuid not null,
        client_id text not null,
        redirect_uri text not null,
        scopes text[] not null,
        challenge text not null,
        expires_at timestamptz not null,
        created_at timestamptz not null default clock_timestamp()
      )`.execute(db);
    },
  },
};
