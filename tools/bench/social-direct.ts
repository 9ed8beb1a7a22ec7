/**
 * Publishing straight to YouTube, Instagram and TikTok, and reading results. Each of two replicas is a process of its own,
 * the platforms are another one: how late 10,000 posts are that fall due within one minute, beside the same through the
 * sandbox, and what it does to `GET /social/posts` when 1,000 connected accounts renew their tokens and read the figures of
 * 100,000 posts.
 *
 *     bun tools/bench/social-direct.ts     # POSTS=10000 READ_POSTS=100000 ACCOUNTS=1000 SECONDS=60 REPLICAS=2 SANDBOX=1
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { KeyRing, parseKeys } from "#core/secrets/key-ring";
import { toDatabaseUrl } from "#db/address";
import { connect } from "#db/connect";
import { startEmbedded } from "#db/embedded";
import type { Database } from "#db/tables";
import { toUuid } from "#sdk/ids";
import { SECRET_KEY } from "#sdk/testing/app";
import { startProcess } from "#test/replicas/replicas";
import { listChildren, readStat } from "./processes";
import { PLATFORMS, type PlatformName, type Report, toAccess } from "./social/platforms";

const POSTS = Number(process.env.POSTS ?? 10_000);
const READ_POSTS = Number(process.env.READ_POSTS ?? 100_000);
const ACCOUNTS = Number(process.env.ACCOUNTS ?? 1_000);
const SECONDS = Number(process.env.SECONDS ?? 60);
const SANDBOX = process.env.SANDBOX !== "0";
/** Posts that are stored in one statement. */
const BATCH = 10_000;
const REPLICAS = Number(process.env.REPLICAS ?? 2);
const KEY = "bench-admin-key-0123456789";

/** Accounts by platform: enough for no post to wait for a limit of its account, and the number of the issue for reads. */
const perPlatform = Math.ceil(Math.max(ACCOUNTS, POSTS / 4) / PLATFORMS.length);
const platforms = Bun.spawn(
  [process.execPath, new URL("./social/platforms.ts", import.meta.url).pathname, String(perPlatform)],
  {
    stdout: "pipe",
    stderr: "inherit",
  },
);
const { value } = await platforms.stdout.getReader().read();
const { env, reader, control } = JSON.parse(new TextDecoder().decode(value));
const report = async () => (await (await fetch(control)).json()) as Report;

const ring = new KeyRing(parseKeys(SECRET_KEY));

type Replica = Awaited<ReturnType<typeof startProcess>>;
interface Bench {
  replicas: Replica[];
  db: Database;
  /** Process id of PostgreSQL. */
  postgres: number;
  owner: string;
  stop(): Promise<void>;
}

async function start(more: Record<string, string>): Promise<Bench> {
  const directory = await mkdtemp(join(tmpdir(), "vireo-direct-"));
  const embedded = await startEmbedded({
    directory,
    settings: { max_connections: "200" },
    roleAttributes: "superuser",
  });
  const { db, close } = connect(embedded.connection, { max: 4, name: "bench" });
  const settings = {
    ...env,
    ...more,
    YOUTUBE_UPLOADS_PER_DAY: "1000000",
    DATABASE_URL: toDatabaseUrl(embedded.connection),
    VIREO_ADMIN_KEY: KEY,
    VIREO_SECRET_KEY: SECRET_KEY,
    LOG_LEVEL: process.env.BENCH_LOG ?? "error",
    RATE_LIMIT_PER_MINUTE: "1000000",
    ALLOW_HOSTS: "127.0.0.1",
    ...(process.env.REPLICA_OPTIONS ? { BUN_OPTIONS: process.env.REPLICA_OPTIONS } : {}),
  };
  const replicas: Replica[] = [];
  for (let at = 0; at < REPLICAS; at++) replicas.push(await startProcess(settings));
  const { body } = await replicas[0]!.call("GET", "/accounts");
  await replicas[0]!.call("GET", "/social/accounts");
  return {
    replicas,
    db,
    postgres: embedded.pid,
    owner: toUuid("acc", body.accounts[0].accountId) ?? "",
    async stop() {
      await Promise.all(replicas.map((replica) => replica.stop()));
      await close();
      await embedded.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** Connected accounts of each platform. Their tokens are due for renewal at once, or in an hour. */
async function connectAccounts({ db, owner }: Bench, count: number, isDue: boolean): Promise<void> {
  for (const platform of PLATFORMS) {
    const rows = Array.from({ length: count }, (_, at) => {
      const external = `${platform}${at}`;
      const tokens = { access: toAccess(external), refresh: `rt-${external}` };
      return {
        external,
        tokens: ring.seal(JSON.stringify(tokens), { module: "social", purpose: "tokens", accountId: owner }),
      };
    });
    await sql`
      with given as (select * from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as r(external text, tokens text)),
      connected as (
        insert into social_connections (id, account_id, provider, external_id, platform, profile, tokens, expires_at, refresh_at, status)
        select gen_random_uuid(), ${owner}, ${platform}, external, ${platform}, jsonb_build_object('username', external), tokens,
          now() + interval '2 hours', now() + ${isDue ? 0 : 3600} * interval '1 second', 'active' from given)
      insert into social_accounts (id, account_id, provider, external_id, platform, username, status)
      select gen_random_uuid(), ${owner}, ${platform}, external, ${platform}, external, 'active' from given`.execute(
      db,
    );
  }
}

/** Posts with one target each, by turns to all accounts: due evenly over this time, or published two hours ago. */
async function storePosts(bench: Bench, count: number, due: Date | undefined, isSandbox = false): Promise<void> {
  for (let from = 0; from < count; from += BATCH)
    await storeBatch(bench, [from, Math.min(count, from + BATCH)], count, due, isSandbox);
}

async function storeBatch(
  { db, owner }: Bench,
  [first, end]: readonly [number, number],
  count: number,
  due: Date | undefined,
  isSandbox: boolean,
): Promise<void> {
  const status = due ? "scheduled" : "published";
  const target = due ? "pending" : "published";
  const from = due ?? new Date(Date.now() - 2 * 3_600_000);
  const tiktok = { privacyLevel: "PUBLIC_TO_EVERYONE" };
  await db.transaction().execute(async (trx) => {
    // Without triggers, which would take minutes for so many rows.
    await sql`set local session_replication_role = replica`.execute(trx);
    await sql`
    with made as (
      insert into social_posts (id, account_id, status, content, video_url, scheduled_for, timezone, to_inbox, tiktok, fingerprint)
      select gen_random_uuid(), ${owner}, ${status}, 'Why is this post number ' || n || '?', ${`${reader}/video.mp4`},
        ${from}::timestamptz + n * ${SECONDS / count}::float8 * interval '1 second', 'UTC', false, ${JSON.stringify(tiktok)}::text::jsonb,
        sha256(n::text::bytea)
      from generate_series(${first}::int, ${end - 1}::int) n returning id, scheduled_for),
    placed as (select *, row_number() over (order by scheduled_for) + ${first}::int as place from made),
    channels as (select *, row_number() over (order by md5(external_id)) - 1 as turn from social_accounts
      where (provider = 'sandbox') = ${isSandbox})
    insert into social_targets (id, post_id, social_account_id, provider, platform, position, status, wanted_at, due_at,
      published_at, platform_post_id)
    select gen_random_uuid(), m.id, a.id, a.provider, a.platform, 0, ${target}, m.scheduled_for,
      case when ${target} = 'pending' then m.scheduled_for end,
      case when ${target} = 'published' then m.scheduled_for end,
      case when ${target} = 'published' then 'p' || m.place end
    from placed m join channels a on a.turn = m.place % (select count(*) from channels)`.execute(trx);
  });
}

const percentile = (times: readonly number[], part: number) =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0;

/** Asks for a page of posts, one request after the other. */
async function measureList({ call }: Replica, seconds: number) {
  const times: number[] = [];
  for (const end = performance.now() + seconds * 1000; performance.now() < end; ) {
    const began = performance.now();
    const { status } = await call("GET", "/social/posts?pageSize=20");
    if (status !== 200) throw new Error(`GET /social/posts answered ${status}.`);
    times.push(performance.now() - began);
    await Bun.sleep(5);
  }
  return { p50: percentile(times, 0.5), p99: percentile(times, 0.99), count: times.length };
}

/** CPU time of a process, and of the children of PostgreSQL, in seconds. */
async function readCpu(pid: number, withChildren = false): Promise<number> {
  const all = [await readStat(pid), ...(withChildren ? await listChildren(pid) : [])];
  return all.reduce((sum, { cpuMs }) => sum + cpuMs / 1000, 0);
}

async function readCpus({ replicas, postgres }: Bench) {
  const each = await Promise.all(replicas.map(({ pid }) => readCpu(pid)));
  return {
    replicas: each.reduce((sum, seconds) => sum + seconds, 0),
    PostgreSQL: await readCpu(postgres, true),
    platforms: await readCpu(platforms.pid),
  };
}

async function publishing(isSandbox: boolean): Promise<void> {
  const bench = await start({});
  const { db } = bench;
  if (!isSandbox) await connectAccounts(bench, perPlatform, false);
  const from = new Date(Date.now() + 5_000);
  await storePosts(bench, POSTS, from, isSandbox);
  const count = async () =>
    (
      await sql<{
        open: number;
      }>`select count(*)::int as open from social_targets where status in ('pending', 'publishing')`.execute(db)
    ).rows[0]?.open ?? 0;
  await Bun.sleep(from.getTime() - Date.now());
  const before = await readCpus(bench);
  await Bun.sleep(SECONDS * 1000);
  for (const end = Date.now() + 60_000; Date.now() < end && (await count()) > 0; ) await Bun.sleep(500);
  const { rows } = await sql<Record<"status" | "platform", string> & Record<"count" | "p50" | "p99" | "max", number>>`
    select platform, status, count(*)::int as count,
      percentile_cont(0.5) within group (order by late)::float8 as p50,
      percentile_cont(0.99) within group (order by late)::float8 as p99, max(late)::float8 as max
    from (select platform, status, 1000 * extract(epoch from called_at - wanted_at) as late from social_targets) t
    group by grouping sets ((platform, status), (status)) order by 1, 2`.execute(db);
  console.log(isSandbox ? "Through the sandbox:" : "Straight to the platforms:");
  for (const { platform, status, count, p50, p99, max } of rows)
    console.log(
      `${platform ?? "all"}: ${count} ${status}; call late p50 ${p50?.toFixed(0)} ms, p99 ${p99?.toFixed(0)} ms, max ${max?.toFixed(0)} ms`,
    );
  const after = await readCpus(bench);
  const perPost = Object.entries(after).map(
    ([name, seconds]) => `${name} ${(((seconds - before[name as keyof typeof before]) * 1000) / POSTS).toFixed(1)} ms`,
  );
  console.log(`CPU time per post: ${perPost.join(", ")}`);
  if (!isSandbox) {
    const { made, twice } = await report();
    console.log(`made at the platforms: ${made}, twice: ${twice}`);
  }
  await bench.stop();
}

/** The most calls in any stretch of so many milliseconds. */
function countMost(times: readonly number[], ms: number): number {
  let from = 0;
  let most = 0;
  for (const [at, time] of times.entries()) {
    while (times[from]! <= time - ms) from++;
    most = Math.max(most, at - from + 1);
  }
  return most;
}

const LIMITS: Record<PlatformName, [count: number, ms: number, byAccount: boolean]> = {
  youtube: [1000, 86_400_000, false],
  instagram: [150, 3_600_000, true],
  tiktok: [300, 60_000, false],
};

async function reading(): Promise<void> {
  const names = ["YOUTUBE_API_URL", "YOUTUBE_TOKEN_URL", "INSTAGRAM_API_URL", "INSTAGRAM_TOKEN_URL", "TIKTOK_API_URL"];
  const bench = await start(Object.fromEntries(names.map((name) => [name, reader])));
  const { db } = bench;
  await connectAccounts(bench, Math.ceil(ACCOUNTS / PLATFORMS.length), false);
  await storePosts(bench, READ_POSTS, undefined);
  await sql`analyze`.execute(db);
  const [first] = bench.replicas;
  await measureList(first!, 3);
  const idle = await measureList(first!, SECONDS / 3);
  await sql`update social_connections set refresh_at = now()`.execute(db);
  await sql`update social_targets set metrics_at = now()`.execute(db);
  const before = await readCpus(bench);
  const busy = await measureList(first!, SECONDS);
  const after = await readCpus(bench);
  const { reads, readPosts, readTwice, renewed, renewedTwice } = await report();
  const ratio = (busy.p99 / idle.p99).toFixed(2);
  console.log(
    `GET /social/posts: idle p50 ${idle.p50.toFixed(1)} ms, p99 ${idle.p99.toFixed(1)} ms; while reading p50 ${busy.p50.toFixed(1)} ms, p99 ${busy.p99.toFixed(1)} ms; ratio of p99 ${ratio} (goal: at most 1.5)`,
  );
  console.log(
    `in ${SECONDS} s: ${readPosts} posts read, ${readTwice} twice; ${renewed} tokens renewed, ${renewedTwice} twice`,
  );
  const used = Object.entries(after).map(
    ([name, seconds]) => `${name} ${(seconds - before[name as keyof typeof before]).toFixed(1)} s`,
  );
  console.log(`CPU time: ${used.join(", ")}`);
  for (const platform of PLATFORMS) {
    const [count, ms, byAccount] = LIMITS[platform];
    const groups = byAccount ? [...Map.groupBy(reads[platform], ([, account]) => account).values()] : [reads[platform]];
    const most = Math.max(
      0,
      ...groups.map((calls) =>
        countMost(
          calls.map(([time]) => time).toSorted((a, b) => a - b),
          ms,
        ),
      ),
    );
    console.log(
      `${platform}: ${reads[platform].length} calls, at most ${most} of ${count} in its time${byAccount ? ", of one account" : ""}`,
    );
  }
  await bench.stop();
}

try {
  if (POSTS > 0 && SANDBOX) await publishing(true);
  if (POSTS > 0) await publishing(false);
  if (READ_POSTS > 0) await reading();
} finally {
  platforms.kill();
}
process.exit(0);
