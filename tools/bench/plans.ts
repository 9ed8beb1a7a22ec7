/**
 * Which queries read more as the number of accounts grows: real requests and schedules on two sizes, with the pages that
 * each query read (`auto_explain`). Pages do not depend on how busy the machine is.
 *
 * Then it plans the same requests as if there were a million accounts: the files of tables and indexes are extended with
 * holes, because PostgreSQL derives the number of rows from their sizes.
 *
 *     bun tools/bench/plans.ts                        # ACCOUNTS=1000,4000, each with 100 posts
 */
import { existsSync } from "node:fs";
import { mkdtemp, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { boot } from "#core/boot/boot";
import { findReferencedKeys } from "#core/storage/sweep";
import { toDatabaseUrl } from "#db/address";
import { startEmbedded } from "#db/embedded";
import { mergeRowCounts } from "#db/row-counts";
import type { Database } from "#db/tables";
import { modules } from "#modules/index";
import { plugins } from "#plugins/index";
import { SECRET_KEY } from "#sdk/testing/app";

const SIZES = (process.env.ACCOUNTS ?? "1000,4000").split(",").map(Number);
const POSTS = 100;
const PLANNED = 1_000_000;
const SEGMENT = 1024 ** 3;
const ADMIN = "bench-admin-key-0123456789";
const DAY = 86_400_000;

const directory = await mkdtemp(join(tmpdir(), "vireo-plans-"));
const settings = {
  shared_preload_libraries: "auto_explain",
  autovacuum: "off",
  "auto_explain.log_analyze": "on",
  "auto_explain.log_timing": "off",
  "auto_explain.log_buffers": "on",
  "auto_explain.log_format": "json",
};
const embedded = await startEmbedded({ directory, settings, roleAttributes: "superuser" });
const vireo = await boot({
  // Without search, whose index would be built meanwhile.
  modules: [...modules, ...plugins.filter(({ name }) => name !== "embedder")],
  env: {
    PATH: process.env.PATH,
    DATA_DIR: join(directory, "files"),
    DATABASE_URL: toDatabaseUrl(embedded.connection),
    PORT: "0",
    VIREO_ADMIN_KEY: ADMIN,
    VIREO_SECRET_KEY: SECRET_KEY,
    LOG_LEVEL: "silent",
    RATE_LIMIT_PER_MINUTE: "1000000000",
  },
});
const { db } = vireo;
const { origin } = await vireo.listen();
const { id: owner } = await db.selectFrom("accounts").select("id").orderBy("created_at").executeTakeFirstOrThrow();

/** Triggers that run for each row, or that fill in what is given here. */
const SLOW_TRIGGERS = {
  generations: ["count_bytes_of_new", "viral_media_inserted"],
  social_targets: ["social_targets_added", "social_targets_inserted"],
};

/** Each account: a channel, 100 posts in three years, a video for every second post, and six readings of each result. */
async function fill(from: number, to: number): Promise<void> {
  const run = (statement: ReturnType<typeof sql>) =>
    db.transaction().execute(async (trx) => {
      await sql`set local statement_timeout = 0`.execute(trx);
      await statement.execute(trx);
    });
  for (const [table, names] of Object.entries(SLOW_TRIGGERS))
    for (const name of names) await sql.raw(`alter table ${table} disable trigger ${name}`).execute(db);
  const added = sql`(select id as account, row_number() over () as n from accounts where name like 'bench %') a`;
  if (from === 0) await run(sql`update accounts set name = 'bench 0' where id = ${owner}`);
  await run(sql`update accounts set name = 'filled' where name like 'bench %' and id <> ${owner}`);
  if (from > 0) await run(sql`update accounts set name = 'filled' where id = ${owner}`);
  await run(
    sql`insert into accounts (id, name) select uuidv7(), 'bench ' || n from generate_series(${sql.lit(from + 1)}, ${sql.lit(to - 1)}) n`,
  );
  await run(sql`insert into social_accounts (id, account_id, provider, external_id, platform, username, status)
    select gen_random_uuid(), account, 'sandbox', account::text, 'youtube', 'brand', 'active' from ${added}`);
  await run(sql`insert into generations (id, account_id, kind, engine, model, status, prompt, request, files, facts, credits,
      created_at, completed_at)
    select uuidv7(at - clock_timestamp()), account, 'video', 'local', 'local-motion-1', 'completed',
      'Cold brew that hits different ' || k, '{}', jsonb_build_object('main', jsonb_build_object(
        'key', md5(account::text || k) || '.mp4', 'contentType', 'video/mp4', 'size', 1000000)), '{"duration": 12}', 12, at, at
    from ${added}, generate_series(1, ${sql.lit(POSTS / 2)}) k, lateral (select now() - random() * interval '3 years' as at) t`);
  await run(sql`insert into video_versions (video_id, version, account_id, operation, file, generation_id, created_at)
    select id, 1, account_id, 'original', files->'main', id, created_at from generations g join ${added} on account = account_id`);
  await run(sql`insert into credit_transactions (id, account_id, amount, type, reason, balance_after, created_at)
    select uuidv7(created_at - clock_timestamp()), account_id, -12, 'charge', 'Video generation, 6 s', 1000, created_at
    from generations g join ${added} on account = account_id`);
  await run(sql`insert into social_posts (id, account_id, status, content, video_id, video_key, scheduled_for, timezone, to_inbox,
      tiktok, fingerprint, created_at, published_at, channels)
    select uuidv7(at - clock_timestamp()), account, case when k <= 3 then 'scheduled' else 'published' end,
      'Three things nobody tells you ' || k, v.id, md5(account::text || k) || '.mp4',
      case when k <= 3 then now() + k * interval '7 days' else at end, 'UTC', false, '{}', decode(md5(account::text || k), 'hex'), at,
      case when k > 3 then at end, array['youtube', s.id::text]
    from ${added} join social_accounts s on s.account_id = account, generate_series(1, ${sql.lit(POSTS)}) k,
      lateral (select now() - random() * interval '3 years' as at) t,
      lateral (select id from generations where account_id = account and kind = 'video' limit 1) v`);
  await run(sql`insert into social_targets (id, post_id, social_account_id, provider, platform, position, status, wanted_at,
      due_at, claimed_at, platform_post_id, published_at, metrics_at)
    select uuidv7(p.created_at - clock_timestamp()), p.id, s.id, 'sandbox', 'youtube', 0,
      case when p.status = 'scheduled' then 'pending' else 'published' end, p.scheduled_for,
      case when p.status = 'scheduled' then p.scheduled_for end, p.published_at, p.id::text, p.published_at,
      case when p.published_at > now() - interval '30 days' then now() + random() * interval '9 days' + interval '1 hour' end
    from social_posts p join ${added} on account = p.account_id join social_accounts s on s.account_id = account`);
  await run(sql`insert into social_results (target_id, account_id, social_account_id, post_id, platform, published_at, hook,
      seconds, measured_at, views, likes, is_simulated)
    select t.id, account, social_account_id, post_id, t.platform, t.published_at, 'question', 12, t.published_at, 1000, 50, true
    from social_targets t join social_accounts s on s.id = social_account_id join ${added} on account = s.account_id
    where t.published_at is not null`);
  await run(sql`insert into social_metrics (target_id, account_id, measured_at, views, likes, is_simulated)
    select target_id, account_id, measured_at + k * interval '1 day', views, likes, true
    from social_results join ${added} on account = account_id, generate_series(1, 6) k`);
  for (const [table, names] of Object.entries(SLOW_TRIGGERS))
    for (const name of names) await sql.raw(`alter table ${table} enable trigger ${name}`).execute(db);
  await sql.raw("vacuum analyze").execute(db);
}

const now = Date.now();
const period = `from=${now - 30 * DAY}&to=${now}`;
const paths = [
  ...[
    "/videos",
    "/videos?status=completed",
    "/videos?q=brew",
    "/images",
    "/library",
    "/credits",
    "/credits/transactions",
  ],
  ...[
    "/social/posts",
    "/social/posts?status=scheduled",
    "/social/posts?status=published&page=3",
    `/social/posts?${period}`,
  ],
  ...["/social/posts?platform=youtube", "/social/accounts", `/social/calendar?${period}`],
  ...[
    `/social/analytics?${period}&groupBy=day`,
    `/social/report.html?month=${new Date(now - 40 * DAY).toISOString().slice(0, 7)}`,
  ],
  ...["/usage", "/accounts", "/audit-log", "/keys", "/uploads"],
];
const call = async (path: string, init: RequestInit = {}) => {
  const response = await fetch(path.startsWith("/metrics") ? `${origin}${path}` : `${origin}/api/v1${path}`, {
    ...init,
    headers: { authorization: `Bearer ${ADMIN}`, "content-type": "application/json" },
  });
  const text = await response.text();
  if (!response.ok) console.log(response.status, path, text.slice(0, 200));
  return text;
};

interface Node {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  "Shared Hit Blocks"?: number;
  "Shared Read Blocks"?: number;
  "Actual Rows"?: number;
  "Rows Removed by Filter"?: number;
  Plans?: Node[];
}
interface Read {
  query: string;
  pages: number;
  calls: number;
  scans: string;
}

const listScans = (node: Node): string[] => [
  ...(/Scan/.test(node["Node Type"])
    ? [`${node["Node Type"]} ${node["Index Name"] ?? node["Relation Name"] ?? ""}`.trim()]
    : []),
  ...(node.Plans ?? []).flatMap(listScans),
];

/** The pages of each query that ran meanwhile: those of its costliest run. */
async function watch(work: () => Promise<unknown>): Promise<Map<string, Read>> {
  const log = join(directory, "server.log");
  const begin = (await Bun.file(log).text()).length;
  await sql`alter system set auto_explain.log_min_duration = 0`.execute(db);
  await sql`select pg_reload_conf()`.execute(db);
  await Bun.sleep(500);
  await work();
  await sql`alter system set auto_explain.log_min_duration = -1`.execute(db);
  await sql`select pg_reload_conf()`.execute(db);
  await Bun.sleep(500);
  const reads = new Map<string, Read>();
  const entries = (await Bun.file(log).text()).slice(begin).matchAll(/ms {2}plan:\n((?:\t.*\n)+)/g);
  for (const [, json = ""] of entries) {
    const { "Query Text": text, Plan: plan } = JSON.parse(json.replaceAll("\n\t", "\n")) as {
      "Query Text": string;
      Plan: Node;
    };
    const query = text.replace(/\s+/g, " ").replace(/'bench %'|\d{5,}/g, "…");
    const pages = (plan["Shared Hit Blocks"] ?? 0) + (plan["Shared Read Blocks"] ?? 0);
    const before = reads.get(query);
    const scans = [...new Set(listScans(plan))].join(", ");
    reads.set(query, {
      query,
      calls: (before?.calls ?? 0) + 1,
      pages: Math.max(pages, before?.pages ?? 0),
      scans: pages >= (before?.pages ?? 0) ? scans : before!.scans,
    });
  }
  return reads;
}

async function exercise(db: Database, isWhole: boolean): Promise<void> {
  for (const path of [...paths, "/metrics"]) await call(path);
  await call("/social/accounts", { method: "POST" });
  const { accounts } = JSON.parse(await call("/social/accounts")) as {
    accounts: { accountId: string; status: string; platform: string }[];
  };
  const { accountId } = accounts.find(({ status, platform }) => status === "active" && platform === "youtube")!;
  await call("/social/posts", {
    method: "POST",
    body: JSON.stringify({
      videoUrl: "https://example.com/v.mp4",
      accountIds: [accountId],
      mode: "schedule",
      scheduledFor: now + DAY,
      content: `New ${Math.random()}`,
      title: "New",
    }),
  });
  await call(`/social/accounts/${accountId}/best-times`);
  await call("/images/generate", { method: "POST", body: JSON.stringify({ prompt: "Cold brew" }) });
  // These read whole tables.
  if (isWhole) {
    await mergeRowCounts(db);
    await findReferencedKeys(db, new AbortController().signal);
  }
  // Every schedule that runs within a minute, and the loops.
  await Bun.sleep(62_000);
}

const results: Map<string, Read>[] = [];
let filled = 0;
for (const size of SIZES) {
  await fill(filled, size);
  filled = size;
  results.push(await watch(() => exercise(db, true)));
  const { rows } = await sql<{ name: string; rows: number; bytes: number; indexes: number }>`
    select relname as name, reltuples::int8::int as rows, pg_table_size(oid)::int8::float8 as bytes, pg_indexes_size(oid)::float8 as indexes
    from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and reltuples > 1000 order by 3 desc`.execute(
    db,
  );
  console.log(`\n${size} accounts, ${size * POSTS} posts`);
  console.table(
    rows.map((row) => ({
      ...row,
      "bytes a row": Math.round(row.bytes / row.rows),
      "with indexes": Math.round((row.bytes + row.indexes) / row.rows),
    })),
  );
}
const [small, large] = [results[0]!, results.at(-1)!];
const grown = [...large.values()]
  .map((read) => ({ ...read, before: small.get(read.query)?.pages ?? 0 }))
  .filter(({ pages, before }) => pages > 50 && pages > before * 1.5)
  .toSorted((a, b) => b.pages - a.pages);
console.log(`\n${large.size} queries. These read more pages with ${SIZES.at(-1)! / SIZES[0]!} times the accounts:`);
for (const { query, pages, before, calls, scans } of grown)
  console.log(`${before} → ${pages} pages, ${calls} calls\n   ${query.slice(0, 400)}\n   ${scans}`);

/** Lets PostgreSQL believe that tables and indexes are larger: accounts grow in number, not in size. */
async function extend(factor: number): Promise<void> {
  const { rows: columns } = await sql<{ table: string; column: string; share: number }>`
    select tablename as table, attname as column, n_distinct / reltuples as share
    from pg_stats join pg_class on oid = format('%I.%I', schemaname, tablename)::regclass
    where schemaname = 'public' and n_distinct > 200 and reltuples > 0`.execute(db);
  for (const { table, column, share } of columns)
    await sql.raw(`alter table ${table} alter ${column} set (n_distinct = -${Math.min(1, share)})`).execute(db);
  await sql.raw("analyze").execute(db);
  await sql.raw("checkpoint").execute(db);
  const { rows: files } = await sql<{ path: string; bytes: number }>`
    select pg_relation_filepath(c.oid) as path, pg_relation_size(c.oid)::float8 as bytes
    from pg_class c left join pg_index i on indexrelid = c.oid join pg_class t on t.oid = coalesce(indrelid, c.oid)
    where c.relkind in ('r', 'i') and t.relnamespace = 'public'::regnamespace and t.reltuples > ${filled / 2}`.execute(
    db,
  );
  for (const { path, bytes } of files) {
    const wanted = Math.ceil((bytes * factor) / 8192) * 8192;
    for (let segment = 0; segment * SEGMENT < wanted; segment++) {
      const file = `${join(directory, "cluster", path)}${segment ? `.${segment}` : ""}`;
      if (!existsSync(file)) await writeFile(file, "");
      await truncate(file, Math.min(SEGMENT, wanted - segment * SEGMENT));
    }
  }
}
const isLarge =
  /accounts|credit_transactions|generations|row_counts|social_(posts|targets|results|metrics)|video_versions/;
await extend(PLANNED / filled);
const planned = await watch(() => exercise(db, false));
console.log(
  `\n${planned.size} queries, planned for ${PLANNED} accounts. Those of large tables, and where the plan differs:`,
);
for (const { query, scans } of planned.values()) {
  const before = large.get(query)?.scans;
  if (isLarge.test(scans)) console.log(`${query.slice(0, 200)}\n   ${scans}`);
  if (before !== undefined && before !== scans) console.log(`   with ${filled} accounts: ${before}`);
}
await vireo.stop();
await embedded.stop();
await rm(directory, { recursive: true, force: true });
process.exit(0);
