import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { collectMigrations } from "#core/database/migrations";
import { connect, type Pool } from "#db/connect";
import { social } from "#modules/social/index";
import { freshDatabase, type TestDatabase } from "#test/database";
import type { Order } from "#test/modules/social-replicas-child";
import { until } from "#test/until";

const POSTS = 400;
const ACCOUNTS = 40;

/** Calls by kind, with the process that made each. */
const calls: Record<string, { from: string; id: string }[]> = { published: [], read: [], renewed: [] };
/** Resolves when both processes have published: the quicker one must not do it all before the other one begins. */
const both = Promise.withResolvers<void>();
const server = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  idleTimeout: 60,
  async fetch(request) {
    const { from, ids } = (await request.json()) as { from: string; ids: string[] };
    const kind = new URL(request.url).pathname.slice(1);
    calls[kind]!.push(...ids.map((id) => ({ from, id })));
    if (kind !== "published") return new Response();
    if (new Set(calls.published!.map((call) => call.from)).size === 2) both.resolve();
    await both.promise;
    return new Response();
  },
});

let database: TestDatabase;
let pool: Pool;
let folder: string;
let processes: Bun.Subprocess<"ignore", "pipe", "inherit">[] = [];
beforeAll(async () => {
  database = await freshDatabase(collectMigrations([social]));
  pool = connect(database.url, { max: 2 });
  folder = await mkdtemp(join(tmpdir(), "vireo-two-"));
  const child = new URL("./social-replicas-child.ts", import.meta.url).pathname;
  processes = ["first", "second"].map((from) => {
    const order: Order = { databaseUrl: database.url, dataDir: join(folder, from), server: server.url.origin, from };
    return Bun.spawn([process.execPath, child, JSON.stringify(order)], {
      stdin: "ignore",
      stdout: "pipe",
      stderr: "inherit",
    });
  });
  for (const { stdout } of processes) await stdout.getReader().read();
});
afterAll(async () => {
  for (const one of processes) one.kill("SIGKILL");
  await Promise.all(processes.map(({ exited }) => exited));
  await pool.close();
  await database.drop();
  await server.stop(true);
  await rm(folder, { recursive: true, force: true });
});

/** Connected accounts whose tokens are due, posts that are due, and published ones whose figures are due: all at once. */
const store = () =>
  sql`
  with owner as (select id from accounts order by created_at limit 1),
  connected as (
    insert into social_connections (id, account_id, provider, external_id, platform, profile, tokens, expires_at, refresh_at, status)
    select gen_random_uuid(), owner.id, 'remote', 'a' || n, 'tiktok', '{"username": "a"}', json_build_object('access', 't' || n),
      now() + interval '2 hours', now(), 'active' from owner, generate_series(1, ${ACCOUNTS}::int) n),
  channels as (
    insert into social_accounts (id, account_id, provider, external_id, platform, username, status)
    select gen_random_uuid(), owner.id, 'remote', 'a' || n, 'tiktok', 'a' || n, 'active'
    from owner, generate_series(1, ${ACCOUNTS}::int) n returning id),
  numbered as (select id, row_number() over () - 1 as turn from channels),
  made as (
    insert into social_posts (id, account_id, status, content, video_url, scheduled_for, timezone, to_inbox, tiktok, fingerprint)
    select gen_random_uuid(), owner.id, case when n % 2 = 0 then 'scheduled' else 'published' end, 'Post',
      'https://example.com/v.mp4', now(), 'UTC', false, '{}', '' from owner, generate_series(1, ${2 * POSTS}::int) n
    returning id, status),
  placed as (select *, row_number() over () as place from made)
  insert into social_targets (id, post_id, social_account_id, provider, platform, position, status, wanted_at, due_at,
    published_at, platform_post_id, metrics_at)
  select gen_random_uuid(), p.id, c.id, 'remote', 'tiktok', 0, case p.status when 'scheduled' then 'pending' else 'published' end,
    now(), case p.status when 'scheduled' then now() end, case p.status when 'published' then now() - interval '1 hour' end,
    case p.status when 'published' then 'p' || p.place end, case p.status when 'published' then now() end
  from placed p join numbered c on c.turn = p.place % ${ACCOUNTS}::int`.execute(pool.db);

test("two processes on one database publish each post once, read the figures of each once, and renew each token once", async () => {
  await store();
  await until(
    () => calls.published!.length >= POSTS && calls.read!.length >= POSTS && calls.renewed!.length >= ACCOUNTS,
  );
  // What is stored comes after what is called.
  await until(async () => {
    const { rows } = await sql<{ isDone: boolean }>`
      select not exists (select from social_targets where status <> 'published')
        and (select count(*) from social_metrics) >= ${POSTS} as "isDone"`.execute(pool.db);
    return rows[0]!.isDone;
  });
  for (const [kind, count] of [
    ["published", POSTS],
    ["read", POSTS],
    ["renewed", ACCOUNTS],
  ] as const) {
    const ids = calls[kind]!.map(({ id }) => id);
    expect([kind, ids.length, new Set(ids).size]).toEqual([kind, count, count]);
  }
  const { rows } = await sql`
    select count(*)::int as posts, (select count(*)::int from events where type = 'post.published') as events,
      (select count(*)::int from social_metrics) as figures
    from social_posts where status = 'published'`.execute(pool.db);
  expect(rows).toEqual([{ posts: 2 * POSTS, events: POSTS, figures: POSTS }]);
});
