import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import type { ModuleMigrations } from "#db/migrate";
import { attachFirstPartition } from "#db/partitions";
import { countRows, createRowCounts, createRowCountsIndex } from "#db/row-counts";
import type { Database } from "#db/tables";

const create = (...statements: string[]): Migration => ({
  async up(db: Kysely<unknown>) {
    await sql.raw(statements.join(";\n")).execute(db);
  },
});

/** Migrations of the kernel. */
export const migrations: Record<string, Migration> = {
  "001_accounts": create(
    `create table accounts (
      id uuid primary key,
      name text not null,
      balance bigint not null default 0 check (balance >= 0),
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`,
    `create table api_keys (
      id uuid primary key,
      account_id uuid not null references accounts on delete cascade,
      name text not null,
      hash text not null unique,
      hint text not null,
      scopes text[] not null,
      api_version text,
      expires_at timestamptz,
      revoked_at timestamptz,
      last_used_at timestamptz,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`,
    `create index api_keys_account on api_keys (account_id, created_at desc)`,
    `create table credit_transactions (
      id uuid primary key,
      account_id uuid not null references accounts on delete cascade,
      amount bigint not null,
      type text not null check (type in ('grant', 'charge', 'refund')),
      reason text not null,
      reference uuid,
      note text,
      balance_after bigint not null,
      created_at timestamptz not null default clock_timestamp()
    )`,
    `create unique index credit_transactions_once on credit_transactions (reference, type) where reference is not null`,
    `create index credit_transactions_account on credit_transactions (account_id, created_at desc, id desc)`,
  ),
  "002_generations": create(
    `create table generations (
      id uuid primary key,
      account_id uuid not null references accounts on delete cascade,
      kind text not null,
      status text not null check (status in ('pending', 'processing', 'completed', 'failed')),
      engine text not null,
      model text not null,
      prompt text not null,
      request jsonb not null,
      files jsonb not null default '{}',
      facts jsonb not null default '{}',
      credits bigint not null,
      progress smallint not null default 0,
      task text,
      parent_id uuid,
      idempotency_key text,
      attempts int not null default 0,
      create_called_at timestamptz,
      lease_until timestamptz,
      next_read_at timestamptz,
      deadline_at timestamptz,
      fail_code text,
      fail_message text,
      created_at timestamptz not null default now(),
      completed_at timestamptz
    )`,
    `create index generations_list on generations (account_id, kind, created_at desc, id desc)`,
    `create index generations_task on generations (account_id, task) where task is not null`,
    `create index generations_live on generations (status, lease_until) where status in ('pending', 'processing')`,
    `create index generations_parent on generations (parent_id) where parent_id is not null`,
    `create unique index generations_idempotent on generations (account_id, idempotency_key) where idempotency_key is not null`,
  ),
  "003_events": create(
    `create table events (
      id bigint generated always as identity primary key,
      account_id uuid not null references accounts on delete cascade,
      type text not null,
      data jsonb not null,
      created_at timestamptz not null default clock_timestamp()
    )`,
    `create index events_account on events (account_id, id)`,
  ),
  "004_idempotency": create(
    `create table idempotency (
      account_id uuid not null references accounts on delete cascade,
      key text not null,
      fingerprint text not null,
      status int,
      headers jsonb,
      body text,
      locked_until timestamptz not null,
      created_at timestamptz not null default now(),
      primary key (account_id, key)
    )`,
    `create index idempotency_age on idempotency (created_at)`,
  ),
  "005_events_order": create(
    `alter table events add column seq bigint unique`,
    `create sequence events_seq owned by events.seq`,
    `create index events_unordered on events (id) where seq is null`,
    `create index events_ordered on events (account_id, seq)`,
    `create index events_age on events (created_at)`,
    `drop index events_account`,
  ),
  "006_fallbacks": create(`alter table generations add column fallbacks text[] not null default '{}'`),
  // Counters live for one minute, so they need no write-ahead log.
  "007_rate_limits": create(
    `create table if not exists rate_limits (key varchar(255) primary key, points integer not null default 0, expire bigint)`,
    `alter table rate_limits set unlogged`,
  ),
  "008_replicas": create(
    `create table vireo_replicas (
      id uuid primary key,
      version text not null,
      knows jsonb not null,
      started_at timestamptz not null default now(),
      seen_at timestamptz not null default now()
    )`,
  ),
  "009_secret_keys": create(
    `create table secret_keys (
      id text primary key,
      created_at timestamptz not null default clock_timestamp()
    )`,
  ),
  // No schema change. Once it is applied, no running server reads secrets in clear text (core/secrets).
  "010_contract_sealed_secrets": create("select"),
  "011_row_counts": {
    async up(db: Database) {
      await createRowCounts(db);
      await countRows(db, "generations", { owner: "account_id", list: "kind", status: "status" });
      await countRows(db, "credit_transactions", { owner: "account_id" });
      await sql`create index generations_status on generations (account_id, kind, status, created_at desc, id desc)`.execute(
        db,
      );
    },
  },
  "012_key_creators": create(
    `alter table api_keys add column created_by_key uuid, add column created_by_person uuid`,
    `create index api_keys_person on api_keys (created_by_person) where created_by_person is not null`,
  ),
  "013_fair_queues": create(
    `create table turns (
      queue text not null,
      account_id uuid not null references accounts on delete cascade,
      taken_at timestamptz not null,
      primary key (queue, account_id)
    )`,
    `create index generations_waiting on generations (engine, account_id, created_at)
      where status in ('pending', 'processing') and task is null`,
    `create index generations_live_by_account on generations (account_id) where status in ('pending', 'processing')`,
    `alter table accounts add column concurrent_jobs int`,
  ),
  // Triggers count every insert and delete, including those of replicas of an older version.
  "014_storage_quotas": create(
    `alter table accounts add column storage_bytes bigint, add column stored_bytes bigint not null default 0`,
    `create function add_stored_bytes(account uuid, delta bigint) returns void language sql as
      $$ update accounts set stored_bytes = greatest(0, stored_bytes + delta) where id = account and delta <> 0 $$`,
    `create function sum_file_bytes(files jsonb) returns bigint language sql immutable as
      $$ select coalesce(sum((file.value ->> 'size')::bigint), 0)::bigint from jsonb_each(files) file $$`,
    `create function count_generation_bytes() returns trigger language plpgsql as $$ begin
      if tg_op <> 'DELETE' then perform add_stored_bytes(new.account_id, sum_file_bytes(new.files)); end if;
      if tg_op <> 'INSERT' then perform add_stored_bytes(old.account_id, -sum_file_bytes(old.files)); end if;
      return null;
    end $$`,
    `create trigger count_bytes_of_new after insert or delete on generations
      for each row execute function count_generation_bytes()`,
    `create trigger count_bytes_of_changed after update of files on generations
      for each row when (old.files is distinct from new.files) execute function count_generation_bytes()`,
    `update accounts set stored_bytes = coalesce(
      (select sum(sum_file_bytes(files)) from generations where account_id = accounts.id and files <> '{}'), 0)`,
  ),
  "015_adopted": create(
    `create index generations_adopted on generations (account_id, kind, created_at desc, id desc) where engine = 'none'`,
  ),
  "016_key_quotas": create(`alter table accounts add column max_keys int`),
  "017_slots": create(`alter table generations add column slot text`),
  "018_backup_runs": create(
    `create table backup_runs (
      id bigint generated always as identity primary key,
      started_at timestamptz not null,
      finished_at timestamptz not null,
      name text,
      bytes bigint,
      error text
    )`,
  ),
  // No reference to accounts, so that entries outlive a deleted account.
  "019_audit_log": create(
    `create table audit_log (
      id uuid primary key,
      account_id uuid not null,
      actor_type text not null,
      actor_id text,
      actor_name text,
      action text not null,
      subject_type text not null,
      subject_id text not null,
      subject_name text,
      details jsonb not null,
      request_id text,
      created_at timestamptz not null default clock_timestamp()
    )`,
    `create index audit_log_list on audit_log (created_at desc, id desc)`,
    `create index audit_log_account on audit_log (account_id, created_at desc, id desc)`,
    `create index audit_log_actor on audit_log (actor_id, created_at desc, id desc)`,
    `create index audit_log_action on audit_log (action, created_at desc, id desc)`,
    `create index audit_log_subject on audit_log (subject_id, created_at desc, id desc)`,
  ),
  // Old events are dropped with their day's partition. No identity column, because partitioned tables support them only
  // since PostgreSQL 17.
  "020_events_by_day": {
    async up(db: Database) {
      await sql
        .raw(
          `alter table events rename to events_first;
          create sequence events_ids;
          select setval('events_ids', last_value, is_called) from events_id_seq;
          alter table events_first drop constraint events_pkey, drop constraint events_seq_key,
            alter column id drop identity;
          alter sequence events_ids rename to events_id_seq;
          alter index events_unordered rename to events_first_unordered;
          alter index events_ordered rename to events_first_ordered;
          alter table events_first add primary key (id, created_at);
          create table events (
            id bigint not null default nextval('events_id_seq'),
            account_id uuid not null references accounts on delete cascade,
            type text not null,
            data jsonb not null,
            created_at timestamptz not null default clock_timestamp(),
            seq bigint,
            primary key (id, created_at)
          ) partition by range (created_at);
          create index events_unordered on events (id) where seq is null;
          create index events_ordered on events (account_id, seq);
          alter sequence events_id_seq owned by events.id;
          alter sequence events_seq owned by events.seq`,
        )
        .execute(db);
      await attachFirstPartition(db, "events");
    },
  },
  "021_labels": create(
    `alter table generations add column title text, add column tags text[] not null default '{}', add column folder text`,
    `create index generations_folders on generations (account_id, kind, folder, created_at desc, id desc)
      where folder is not null`,
    `create index generations_tags on generations (account_id, kind) where tags <> '{}'`,
    `create index generations_titles on generations (account_id, kind, lower(left(coalesce(title, prompt), 80)), id)`,
  ),
  "022_account_life": create(
    `alter table accounts add column suspended_at timestamptz, add column delete_at timestamptz,
      add column purge_began_at timestamptz`,
    `create index accounts_to_delete on accounts (delete_at) where delete_at is not null`,
    `create table media_to_remove (name text primary key)`,
  ),
  "023_stored_settings": create(
    `create table stored_settings (
      module text not null,
      name text not null,
      value text,
      hint text,
      set_by_type text not null,
      set_by_id text,
      set_by_name text,
      set_at timestamptz not null default clock_timestamp(),
      primary key (module, name)
    )`,
  ),
  "024_account_color": create(`alter table accounts add column color text check (color ~ '^#[0-9a-f]{6}$')`),
  "025_account_picture": create("alter table accounts add column picture text check (length(picture) <= 20000)"),
  // A text search reads only rows that contain every three bytes of what it looks for. The account is part of each key,
  // so that texts of other accounts cost nothing. The functions are expensive: they belong in an index, not in a
  // filter.
  "026_search": create(
    `create function text_grams(account uuid, value text) returns int[]
      language sql immutable parallel safe cost 1000000
      return array(
        select ((get_byte(bytes, at) << 16) | (get_byte(bytes, at + 1) << 8) | get_byte(bytes, at + 2)) # uuid_hash(account)
        from (select convert_to(lower(value), 'UTF8') as bytes offset 0) as t,
          generate_series(0, octet_length(bytes) - 3) as at)`,
    `create function generation_grams(account uuid, prompt text, title text, tags text[]) returns int[]
      language sql immutable parallel safe cost 1000000
      return text_grams(account, concat_ws(chr(10), prompt, title, array_to_string(tags, ' ')))`,
    `create index generations_search on generations using gin (generation_grams(account_id, prompt, title, tags))`,
    `create index generations_tag on generations using gin (tags) where tags <> '{}'`,
    `create index generations_tagged on generations (account_id, kind) include (tags) where tags <> '{}'`,
    `create index generations_clips on generations (account_id, kind, created_at desc, id desc) include (status)
      where slot = 'edit' and engine <> 'none'`,
  ),
  "027_first_calls": create("alter table generations add column first_call jsonb"),
  "028_holders": create("alter table generations add column holder int, add column holder_attempt int"),
  "029_upkeep_indexes": {
    async up(db) {
      await createRowCountsIndex(db);
      await sql`create index accounts_list on accounts (created_at desc, id desc)`.execute(db);
    },
  },
  // Generations that change together are counted together.
  "030_counts_of_statements": {
    up: (db: Database) => countRows(db, "generations", { owner: "account_id", list: "kind", status: "status" }),
  },
  // The last page of generated media would otherwise sort all of them.
  "031_generated": create(
    `create index generations_generated on generations (account_id, kind, created_at desc, id desc)
      where engine <> 'none' and (slot is distinct from 'edit' or first_call is not null)`,
  ),
};

/** The parts of a module that change the schema. */
export interface WithMigrations {
  name: string;
  migrations?: Record<string, Migration>;
}

/** The migrations of the kernel and of every module. */
export const collectMigrations = (modules: readonly WithMigrations[]): ModuleMigrations[] => [
  { module: "core", migrations },
  ...modules.map((module) => ({ module: module.name, migrations: module.migrations ?? {} })),
];
