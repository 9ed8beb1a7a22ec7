import { type Generated, type Selectable, sql } from "kysely";
import type { Migration } from "kysely/migration";
import type { RoleName } from "vireo/access";
import type { Tables } from "vireo/database";

export type Role = RoleName;
/** Roles that servers before version 0.3 know. */
type LegacyRole = Exclude<Role, "manager">;
export type Purpose = "setup" | "invitation" | "reset";

/** Tables of better-auth: the columns that it requires, under our names (see auth.ts). */
declare module "vireo/database" {
  interface Tables {
    people: {
      id: string;
      /** The workspace that was opened last. Servers of older versions know no other. */
      account_id: string;
      /** The role there, for servers of older versions only (`toLegacyRole`). */
      role: LegacyRole;
      name: string;
      /** Email address in lower case. */
      email: string;
      email_verified: Generated<boolean>;
      image: string | null;
      created_at: Generated<Date>;
      updated_at: Generated<Date>;
    };
    /** Workspaces of people. Everybody has at least one. */
    people_memberships: {
      person_id: string;
      account_id: string;
      role: Role;
      created_at: Generated<Date>;
      updated_at: Generated<Date>;
    };
    people_credentials: {
      id: string;
      person_id: string;
      provider: string;
      /** The person's id at the provider `oidc:<issuer>`, or our own id for passwords (`credential`). */
      subject: string;
      /** Argon2id hash in the PHC format. */
      password: string | null;
      created_at: Generated<Date>;
      updated_at: Generated<Date>;
    };
    people_sessions: {
      id: string;
      person_id: string;
      /** SHA-256 of the token in the cookie, hex. */
      token: string;
      ip_address: string | null;
      user_agent: string | null;
      expires_at: Date;
      created_at: Generated<Date>;
      updated_at: Generated<Date>;
    };
    /** One-time links that have not been used. */
    people_links: {
      id: string;
      purpose: Purpose;
      /** SHA-256 of the token in the link, hex. */
      token_hash: string;
      account_id: string | null;
      person_id: string | null;
      email: string | null;
      role: Role | null;
      expires_at: Date;
      created_at: Generated<Date>;
    };
    /** Secret that signs session cookies, sealed. */
    people_secret: { value: string };
    /** Authenticator apps. A row counts once it is confirmed with a code. */
    people_two_factor: {
      person_id: string;
      /** Secret shared with the app, sealed. Null if its key was lost. */
      secret: string | null;
      confirmed_at: Date | null;
      /** Time step of the last accepted code. No code works twice. */
      last_step: Generated<string>;
      /** Wrong codes at sign-ins since the last right one, or since the last notice about them. */
      wrong_codes: Generated<number>;
      noticed_at: Date | null;
      created_at: Generated<Date>;
    };
    people_recovery_codes: {
      person_id: string;
      /** SHA-256, hex. */
      code_hash: string;
    };
    /** Sign-ins that wait for a code of the authenticator app. */
    people_challenges: {
      /** SHA-256 of the token in the cookie, hex. */
      token_hash: string;
      person_id: string;
      attempts: Generated<number>;
      expires_at: Date;
    };
    /** Sign-ins in progress at the OpenID Connect provider. */
    people_oidc_flows: {
      /** SHA-256 of the token in the cookie, hex. */
      token_hash: string;
      /** Path of the page to open afterwards. */
      next: string;
      expires_at: Date;
    };
    /** Browsers from which a person has signed in. They only prevent others from locking the person out. */
    people_devices: {
      person_id: string;
      /** SHA-256 of the token in the device's cookie, hex. */
      token_hash: string;
      used_at: Generated<Date>;
    };
  }
}

/** Purpose for sealing the secret of sessions. */
export const SIGNING = "signing";
/** Purpose for sealing the secrets of authenticator apps. */
export const AUTHENTICATOR = "authenticator";

export type PersonRow = Selectable<Tables["people"]>;
/** A person in one of their workspaces. */
export type MemberRow = Omit<PersonRow, "role"> & { role: Role };
export type SessionRow = Selectable<Tables["people_sessions"]>;
export type LinkRow = Selectable<Tables["people_links"]>;

export const migrations: Record<string, Migration> = {
  "001_people": {
    async up(db) {
      await sql
        .raw(
          `create table people (
            id uuid primary key,
            account_id uuid not null references accounts on delete cascade,
            role text not null check (role in ('admin', 'member')),
            name text not null,
            email text not null unique check (email = lower(email)),
            email_verified boolean not null default false,
            image text,
            created_at timestamptz not null default clock_timestamp(),
            updated_at timestamptz not null default clock_timestamp()
          );
          create index people_list on people (created_at desc, id desc);
          create index people_account on people (account_id, created_at desc, id desc);
          create table people_credentials (
            id uuid primary key,
            person_id uuid not null references people on delete cascade,
            provider text not null,
            subject text not null,
            password text,
            created_at timestamptz not null default clock_timestamp(),
            updated_at timestamptz not null default clock_timestamp(),
            unique (person_id, provider)
          );
          create table people_sessions (
            id uuid primary key,
            person_id uuid not null references people on delete cascade,
            token text not null unique,
            ip_address text,
            user_agent text,
            expires_at timestamptz not null,
            created_at timestamptz not null default clock_timestamp(),
            updated_at timestamptz not null default clock_timestamp()
          );
          create index people_sessions_person on people_sessions (person_id, created_at desc, id desc);
          create table people_links (
            id uuid primary key,
            purpose text not null check (purpose in ('setup', 'invitation', 'reset')),
            token_hash text not null unique,
            account_id uuid references accounts on delete cascade,
            person_id uuid references people on delete cascade,
            email text,
            role text check (role in ('admin', 'member')),
            expires_at timestamptz not null,
            created_at timestamptz not null default clock_timestamp()
          );
          create index people_links_list on people_links (purpose, created_at desc, id desc);
          create unique index people_links_invited on people_links (email) where purpose = 'invitation';
          create table people_secret (value text not null);
          insert into people_secret
            values (replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''))`,
        )
        .execute(db);
    },
  },
  // A key that is being created while its person is removed is either revoked with them or not created.
  "002_key_creators": {
    async up(db) {
      await sql`alter table api_keys add constraint api_keys_person
        foreign key (created_by_person) references people on delete set null`.execute(db);
    },
  },
  "003_devices": {
    async up(db) {
      await sql`create table people_devices (
        person_id uuid not null references people on delete cascade,
        token_hash text not null,
        used_at timestamptz not null default clock_timestamp(),
        primary key (person_id, token_hash)
      )`.execute(db);
      await sql`create index people_devices_age on people_devices (used_at)`.execute(db);
    },
  },
  // Members become publishers. Servers of an older version keep storing members until they are upgraded.
  "004_roles": {
    async up(db) {
      const allowed = "('viewer', 'editor', 'publisher', 'admin')";
      await sql
        .raw(
          `create function name_people_role() returns trigger language plpgsql as $$ begin
            if new.role = 'member' then new.role = 'publisher'; end if;
            return new;
          end $$;
          ${["people", "people_links"]
            .map(
              (table) => `
                alter table ${table} drop constraint ${table}_role_check;
                update ${table} set role = 'publisher' where role = 'member';
                alter table ${table} add constraint ${table}_role_check check (role in ${allowed});
                create trigger name_role before insert or update of role on ${table}
                  for each row execute function name_people_role();`,
            )
            .join("")}`,
        )
        .execute(db);
    },
  },
  "005_two_factor": {
    async up(db) {
      await sql
        .raw(
          `create table people_two_factor (
            person_id uuid primary key references people on delete cascade,
            secret text,
            confirmed_at timestamptz,
            last_step bigint not null default 0,
            created_at timestamptz not null default clock_timestamp()
          );
          create table people_recovery_codes (
            person_id uuid not null references people on delete cascade,
            code_hash text not null,
            primary key (person_id, code_hash)
          );
          create table people_challenges (
            token_hash text primary key,
            person_id uuid not null references people on delete cascade,
            attempts integer not null default 0,
            expires_at timestamptz not null
          );
          create index people_challenges_person on people_challenges (person_id)`,
        )
        .execute(db);
    },
  },
  // An identity at a provider belongs to one person.
  "006_single_sign_on": {
    async up(db) {
      await sql
        .raw(
          `create unique index people_credentials_subject on people_credentials (provider, subject);
          create table people_oidc_flows (
            token_hash text primary key,
            next text not null,
            expires_at timestamptz not null
          );
          create index people_oidc_flows_age on people_oidc_flows (expires_at)`,
        )
        .execute(db);
    },
  },
  "007_wrong_codes": {
    async up(db) {
      await sql`alter table people_two_factor
        add column wrong_codes integer not null default 0, add column noticed_at timestamptz`.execute(db);
    },
  },
  // A person can belong to several workspaces. Administrators belong to the owner account. The triggers carry over what
  // servers of older versions write, which know one workspace for each person.
  "008_memberships": {
    async up(db) {
      const allowed = "('viewer', 'editor', 'publisher', 'manager', 'admin')";
      await sql
        .raw(
          `create table people_memberships (
            person_id uuid not null references people on delete cascade,
            account_id uuid not null references accounts on delete cascade,
            role text not null check (role in ${allowed}),
            created_at timestamptz not null default clock_timestamp(),
            updated_at timestamptz not null default clock_timestamp(),
            primary key (person_id, account_id)
          );
          create index people_memberships_account on people_memberships (account_id, person_id);
          create index people_memberships_admins on people_memberships (person_id) where role = 'admin';
          alter table people_links drop constraint people_links_role_check;
          alter table people_links add constraint people_links_role_check check (role in ${allowed});

          create function keep_membership(person uuid, account uuid, given text) returns void language sql as $$
            with owner as (select id from accounts order by created_at, id limit 1)
            insert into people_memberships (person_id, account_id, role)
              select person, account, case when given = 'admin' and account <> id then 'manager' else given end from owner
              union
              select person, id, 'admin' from owner where given = 'admin'
              on conflict (person_id, account_id) do update set role = excluded.role, updated_at = clock_timestamp();
          $$;
          create function keep_person_membership() returns trigger language plpgsql as $$ begin
            perform keep_membership(new.id, new.account_id, new.role);
            if tg_op = 'UPDATE' and old.role = 'admin' then
              delete from people_memberships
                where person_id = new.id and role = 'admin' and account_id <> new.account_id;
            end if;
            return null;
          end $$;
          select keep_membership(id, account_id, role) from people;
          update people_memberships as m set created_at = p.created_at from people as p where p.id = m.person_id;
          create trigger keep_membership_added after insert on people
            for each row execute function keep_person_membership();
          create trigger keep_membership_changed after update of role on people
            for each row when (old.account_id = new.account_id and old.role <> new.role)
            execute function keep_person_membership()`,
        )
        .execute(db);
    },
  },
  // An address can be invited to several accounts at a time.
  "009_contract_invitations": {
    async up(db) {
      await sql`drop index people_links_invited`.execute(db);
      await sql`create unique index people_links_invited on people_links (email, account_id)
        where purpose = 'invitation'`.execute(db);
    },
  },
};
