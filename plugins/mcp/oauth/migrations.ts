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
      /** Session in which the person consented. The code ends with it. */
      session_id: string | null;
      client_name: string | null;
      /** True if the client uses refresh tokens. */
      refreshes: Generated<boolean>;
    };
    /** Access of a client on behalf of a person, with the API key that is its access token. */
    oauth_grants: {
      id: string;
      account_id: string;
      person_id: string;
      key_id: string;
      client_id: string;
      /** SHA-256 of the code that was exchanged, hex. */
      code_hash: string;
      /** SHA-256 of the current refresh token, and of the one before, hex. */
      refresh_hash: string | null;
      previous_hash: string | null;
      /** Time of the last refresh. */
      refreshed_at: Date;
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
  "002_grants": {
    async up(db) {
      await sql`alter table oauth_codes
        add column session_id uuid references people_sessions (id) on delete cascade,
        add column client_name text,
        add column refreshes boolean not null default false`.execute(db);
      await sql`create table oauth_grants (
        id uuid primary key,
        account_id uuid not null references accounts (id) on delete cascade,
        person_id uuid not null,
        key_id uuid not null references api_keys (id) on delete cascade,
        client_id text not null,
        code_hash text not null unique,
        refresh_hash text,
        previous_hash text,
        refreshed_at timestamptz not null,
        expires_at timestamptz not null,
        created_at timestamptz not null default clock_timestamp()
      )`.execute(db);
      await sql`create index oauth_grants_person on oauth_grants (person_id, refreshed_at desc)`.execute(db);
      await sql`create index oauth_grants_key on oauth_grants (key_id)`.execute(db);
      await sql`create index oauth_grants_account on oauth_grants (account_id)`.execute(db);
    },
  },
};
