import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import type { Database } from "vireo/database";
import { countRows } from "vireo/list";
import { APPROVAL } from "./approval/migration";
import { groupsMigration } from "./group-members";
import { PACKED_DAYS } from "./results/migration";
import { snippetsMigration } from "./snippets";

/** Partial indexes contain only waiting rows, so that stored history costs nothing. */
const TABLES = `
  create table social_accounts (
    id uuid primary key,
    account_id uuid not null references accounts on delete cascade,
    provider text not null,
    external_id text not null,
    platform text not null,
    username text not null,
    display_name text,
    profile_url text,
    avatar_url text,
    status text not null check (status in ('active', 'expired', 'disconnected')),
    connected_at timestamptz not null default clock_timestamp(),
    last_synced_at timestamptz not null default clock_timestamp(),
    unique (account_id, provider, external_id)
  );
  create table social_syncs (
    account_id uuid not null references accounts on delete cascade,
    provider text not null,
    tried_at timestamptz not null,
    synced_at timestamptz,
    primary key (account_id, provider)
  );
  create index social_syncs_due on social_syncs (tried_at);
  create table social_posts (
    id uuid primary key,
    account_id uuid not null references accounts on delete cascade,
    status text not null check (status in
      ('draft', 'scheduled', 'publishing', 'published', 'partial', 'failed', 'cancelled')),
    content text not null,
    title text,
    video_id uuid,
    video_key text,
    video_url text,
    scheduled_for timestamptz,
    timezone text not null,
    to_inbox boolean not null,
    tiktok jsonb not null,
    fingerprint bytea not null,
    created_at timestamptz not null default clock_timestamp(),
    updated_at timestamptz not null default clock_timestamp(),
    published_at timestamptz,
    check ((video_key is null) <> (video_url is null))
  );
  create index social_posts_list on social_posts (account_id, created_at desc, id desc);
  create index social_posts_same on social_posts (account_id, fingerprint);
  create table social_targets (
    id uuid primary key,
    post_id uuid not null references social_posts on delete cascade,
    social_account_id uuid not null references social_accounts on delete cascade,
    provider text not null,
    platform text not null,
    position int not null,
    status text not null check (status in
      ('pending', 'publishing', 'in_inbox', 'published', 'failed', 'unconfirmed', 'cancelled')),
    wanted_at timestamptz,
    due_at timestamptz,
    delay_reason text,
    attempts int not null default 0,
    claimed_at timestamptz,
    called_at timestamptz,
    lease_until timestamptz,
    task text,
    next_read_at timestamptz,
    reads int not null default 0,
    platform_post_id text,
    platform_post_url text,
    published_at timestamptz,
    error_category text,
    error_message text,
    unique (post_id, social_account_id)
  ) with (fillfactor = 80);
  create index social_targets_due on social_targets (due_at) where status = 'pending' and due_at is not null;
  create index social_targets_lease on social_targets (lease_until) where lease_until is not null;
  create index social_targets_read on social_targets (next_read_at) where next_read_at is not null;
  create index social_targets_account on social_targets (social_account_id, claimed_at) where claimed_at is not null;
  create index social_targets_delayed on social_targets (social_account_id) where delay_reason is not null;
  create index social_targets_provider on social_targets (provider, claimed_at) where claimed_at is not null`;

/** Directly connected accounts, uploads in progress, and settings by platform. */
const CONNECTIONS = `
  create table social_connections (
    id uuid primary key,
    account_id uuid not null references accounts on delete cascade,
    provider text not null,
    external_id text not null,
    platform text not null,
    profile jsonb not null,
    tokens text,
    expires_at timestamptz not null,
    refresh_at timestamptz,
    status text not null check (status in ('active', 'expired')),
    attempts int not null default 0,
    lease_until timestamptz,
    connected_at timestamptz not null default clock_timestamp(),
    unique (account_id, provider, external_id)
  );
  create index social_connections_refresh on social_connections (refresh_at) where refresh_at is not null;
  create table social_connect_requests (
    state text primary key,
    account_id uuid not null references accounts on delete cascade,
    provider text not null,
    verifier text,
    redirect_url text not null,
    expires_at timestamptz not null
  );
  create index social_connect_requests_expired on social_connect_requests (expires_at);
  create table social_uploads (
    target_id uuid primary key references social_targets on delete cascade,
    account_id uuid not null references accounts on delete cascade,
    progress text,
    updated_at timestamptz not null default clock_timestamp()
  );
  create index social_uploads_old on social_uploads (updated_at);
  alter table social_posts add column overrides jsonb not null default '{}';
  alter table social_targets add column notice text`;

/** Metrics of published posts, as snapshots. The index contains only targets that will be read again. */
const METRICS = `
  create table social_metrics (
    target_id uuid not null references social_targets on delete cascade,
    account_id uuid not null references accounts on delete cascade,
    measured_at timestamptz not null,
    views bigint, likes bigint, comments bigint, shares bigint, saves bigint, watch_seconds bigint,
    is_simulated boolean not null,
    primary key (target_id, measured_at)
  );
  create index social_metrics_account on social_metrics (account_id);
  create table social_metric_paces (provider text primary key, tokens double precision not null, at timestamptz not null);
  alter table social_targets add column metrics_at timestamptz;
  create index social_targets_metrics on social_targets (metrics_at) where metrics_at is not null;
  update social_targets set metrics_at = clock_timestamp()
    where status = 'published' and published_at > now() - interval '30 days'`;

/** Newest metrics of each published target, with the values they are grouped by. */
const RESULTS = `
  create table social_results (
    target_id uuid primary key references social_targets on delete cascade,
    account_id uuid not null references accounts on delete cascade,
    social_account_id uuid not null references social_accounts on delete cascade,
    post_id uuid not null,
    platform text not null,
    published_at timestamptz not null,
    hook text,
    seconds double precision,
    measured_at timestamptz not null,
    views bigint, likes bigint, comments bigint, shares bigint, saves bigint, watch_seconds bigint,
    is_simulated boolean not null
  ) with (fillfactor = 80);
  create index social_results_time on social_results (account_id, published_at);
  create index social_results_account on social_results (social_account_id, published_at);
  insert into social_results
  select distinct on (t.id) t.id, m.account_id, t.social_account_id, t.post_id, t.platform, t.published_at, null::text,
    null::float8, m.measured_at, m.views, m.likes, m.comments, m.shares, m.saves, m.watch_seconds, m.is_simulated
  from social_targets t join social_metrics m on m.target_id = t.id
  where t.published_at is not null order by t.id, m.measured_at desc`;

/** Posts with pictures. To a server of an earlier version they are posts without a video, which it cannot publish. */
const MEDIA = `
  alter table social_posts
    add column media jsonb,
    drop constraint social_posts_check,
    add constraint social_posts_shown check (num_nonnulls(video_key, video_url, media) = 1);
  create or replace function social_posts_keep_approved() returns trigger language plpgsql as $$
  begin
    if new.revision = old.revision
      and row(new.content, new.title, new.video_key, new.video_url, new.media, new.to_inbox, new.tiktok, new.overrides)
        is distinct from row(old.content, old.title, old.video_key, old.video_url, old.media, old.to_inbox, old.tiktok,
          old.overrides)
    then raise exception 'The content of an approved post changes only with its revision.';
    end if;
    return new;
  end $$`;

/** Ids and storage keys of what a post shows, to find the posts that use a video, an image or an upload. */
const USED_MEDIA = `
  create function social_post_uses(video_id uuid, video_key text, media jsonb) returns text[]
    language sql immutable parallel safe
    return array_remove(array[video_id::text, video_key], null) || case when media is null then '{}' else array(
      select used from jsonb_array_elements(media->'items') item,
        unnest(array[item->>'key', item->>'videoId', item->>'imageId']) used
      where used is not null) end;
  create index social_posts_uses on social_posts using gin (social_post_uses(video_id, video_key, media));
  create index social_posts_status_time
    on social_posts (account_id, status, coalesce(published_at, scheduled_for, created_at))`;

export const migrations: Record<string, Migration> = {
  "001_social": {
    async up(db: Kysely<unknown>) {
      await sql.raw(TABLES).execute(db);
    },
  },
  "002_idempotency": {
    async up(db: Kysely<unknown>) {
      await sql`alter table social_posts add column idempotency_key text`.execute(db);
      await sql`create unique index social_posts_idempotent on social_posts (account_id, idempotency_key)
        where idempotency_key is not null`.execute(db);
    },
  },
  "003_lists": {
    async up(db: Database) {
      await sql
        .raw(`alter table social_posts add column channels text[] not null default '{}';
        create function social_posts_set_channels() returns trigger language plpgsql as $$
        begin
          update social_posts p set channels = now_in.channels from (
            select post_id, array_remove(array_agg(distinct channel), null) as channels
            from (select distinct post_id from changed) c
            left join social_targets t using (post_id)
            left join lateral (values (t.platform), (t.social_account_id::text)) as v (channel) on true
            group by post_id
          ) now_in where p.id = now_in.post_id and p.channels <> now_in.channels;
          return null;
        end $$;
        create trigger social_targets_inserted after insert on social_targets
          referencing new table as changed for each statement execute function social_posts_set_channels();
        create trigger social_targets_deleted after delete on social_targets
          referencing old table as changed for each statement execute function social_posts_set_channels();
        update social_posts p set channels = t.channels from (
          select post_id, array_agg(distinct platform) || array_agg(social_account_id::text) as channels
          from social_targets group by post_id
        ) t where p.id = t.post_id;
        create index social_posts_channels on social_posts using gin (channels);
        create index social_posts_status on social_posts (account_id, status, created_at desc, id desc);
        create index social_posts_at on social_posts (account_id, coalesce(scheduled_for, created_at))`)
        .execute(db);
      await countRows(db, "social_posts", { owner: "account_id", tags: "channels", status: "status" });
    },
  },
  "004_published_at": {
    async up(db: Database) {
      await sql`create index social_posts_time
        on social_posts (account_id, coalesce(published_at, scheduled_for, created_at))`.execute(db);
    },
  },
  "005_connections": {
    async up(db: Kysely<unknown>) {
      await sql.raw(CONNECTIONS).execute(db);
    },
  },
  "006_slots": {
    async up(db: Kysely<unknown>) {
      await sql`alter table social_accounts add column slots jsonb`.execute(db);
    },
  },
  "007_metrics": {
    async up(db: Kysely<unknown>) {
      await sql.raw(METRICS).execute(db);
    },
  },
  "008_results": {
    async up(db: Kysely<unknown>) {
      await sql.raw(RESULTS).execute(db);
    },
  },
  "009_connecting_browser": {
    async up(db: Kysely<unknown>) {
      await sql`alter table social_connect_requests add column browser text`.execute(db);
    },
  },
  "010_connected_by": {
    async up(db: Kysely<unknown>) {
      await sql`alter table social_connect_requests add column actor jsonb`.execute(db);
    },
  },
  "011_approval": {
    async up(db: Kysely<unknown>) {
      await sql.raw(APPROVAL).execute(db);
    },
  },
  "012_groups": {
    async up(db: Kysely<unknown>) {
      await sql.raw(groupsMigration).execute(db);
    },
  },
  "013_media": {
    async up(db: Kysely<unknown>) {
      await sql.raw(MEDIA).execute(db);
    },
  },
  "014_snippets": {
    async up(db: Kysely<unknown>) {
      await sql.raw(snippetsMigration).execute(db);
    },
  },
  "015_reports": {
    async up(db: Kysely<unknown>) {
      await sql`alter table social_reviews add column report jsonb`.execute(db);
      await sql`create index social_targets_published on social_targets (published_at)
        where published_at is not null`.execute(db);
    },
  },
  "016_used_media": {
    async up(db: Kysely<unknown>) {
      await sql.raw(USED_MEDIA).execute(db);
    },
  },
  "017_packed_results": {
    async up(db: Kysely<unknown>) {
      await sql.raw(PACKED_DAYS).execute(db);
    },
  },
  // A report reads the targets of its own channels, and these columns only.
  "018_published_by_channel": {
    async up(db: Kysely<unknown>) {
      await sql`create index social_targets_channel on social_targets (social_account_id, published_at, post_id)
        where published_at is not null`.execute(db);
    },
  },
  "019_contract_published": {
    async up(db: Kysely<unknown>) {
      await sql`drop index social_targets_published`.execute(db);
    },
  },
  "020_holders": {
    async up(db: Kysely<unknown>) {
      await sql`alter table social_targets add column holder int, add column holder_attempt int`.execute(db);
    },
  },
  // The first contains all that lists filter by, the second all that the calendar counts, so that only posts that are shown
  // are read.
  "021_list_indexes": {
    async up(db: Kysely<unknown>) {
      await sql`create index social_posts_by_creation on social_posts (account_id, created_at desc, id desc)
        include (status, channels, published_at, scheduled_for)`.execute(db);
      await sql`create index social_posts_by_time
        on social_posts (account_id, coalesce(published_at, scheduled_for, created_at))
        include (id, created_at, status, published_at, scheduled_for)`.execute(db);
    },
  },
  "022_contract_list_indexes": {
    async up(db: Kysely<unknown>) {
      await sql`drop index social_posts_time, social_posts_at`.execute(db);
    },
  },
  // Contains all that a list of a status and a time counts and sorts.
  "023_status_times": {
    async up(db: Kysely<unknown>) {
      await sql`create index social_posts_by_status_time
        on social_posts (account_id, status, coalesce(published_at, scheduled_for, created_at))
        include (id, created_at, published_at, scheduled_for)`.execute(db);
    },
  },
  "024_contract_status_times": {
    async up(db: Kysely<unknown>) {
      await sql`drop index social_posts_status_time`.execute(db);
    },
  },
  // Pages deep in a list are read from the month they begin in. Posts that change together are counted together.
  "025_counts_by_month": {
    up: (db: Database) =>
      countRows(db, "social_posts", {
        owner: "account_id",
        tags: "channels",
        status: "status",
        month: "created_at",
      }),
  },
  // Contains all that the calendar and lists of a time filter by. Posts of some channels and a time would otherwise be found
  // by two indexes, and read.
  "026_channel_times": {
    async up(db: Kysely<unknown>) {
      await sql`create index social_posts_by_channel_time
        on social_posts (account_id, coalesce(published_at, scheduled_for, created_at))
        include (id, created_at, status, published_at, scheduled_for, channels)`.execute(db);
    },
  },
  // social_posts_by_creation begins with the columns of the second.
  "027_contract_channel_times": {
    async up(db: Kysely<unknown>) {
      await sql`drop index social_posts_by_time, social_posts_list`.execute(db);
    },
  },
};
