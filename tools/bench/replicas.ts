/**
 * What each replica asks of the database, idle and at work: statements a second, by what they are for, and connections.
 *
 *     bun tools/bench/replicas.ts                     # REPLICAS=1,3 SECONDS=30
 */

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { toDatabaseUrl } from "#db/address";
import { connect } from "#db/connect";
import { startEmbedded } from "#db/embedded";
import { SECRET_KEY } from "#sdk/testing/app";
import { startProcess } from "#test/replicas/replicas";

const SECONDS = Number(process.env.SECONDS ?? 30);
const COUNTS = (process.env.REPLICAS ?? "1,3").split(",").map(Number);
const JOBS = 40;
const KEY = "bench-admin-key-0123456789";

/** Statements by what they are for; the first that fits counts. */
const families: readonly (readonly [string, RegExp])[] = [
  ["schedules: whose tick", /vireo_jobs\.ticks/],
  ["queue: fetch jobs", /for update skip locked|SKIP LOCKED.*vireo_jobs|vireo_jobs.*skip locked/is],
  ["queue: upkeep", /vireo_jobs/],
  ["schedules: lock", /advisory/],
  ["events: publish", /events_seq|"?events"?/],
  ["rate limits", /rate_limits/],
  ["webhooks", /webhook/],
  ["social", /social_/],
  ["library", /viral_/],
  ["generations", /generations/],
  ["keys, sessions, credits", /api_keys|people|accounts|credit|idempotency/],
  ["transactions, sessions", /^(begin|commit|rollback|set|select \$?1|listen|unlisten|start)/i],
];
const familyOf = (query: string) =>
  families.find(([, pattern]) => pattern.test(query))?.[0] ?? `other: ${query.slice(0, 60)}`;

const directory = await mkdtemp(join(tmpdir(), "vireo-replicas-"));
const settings = { shared_preload_libraries: "pg_stat_statements", max_connections: "300" };
const embedded = await startEmbedded({ directory, settings, roleAttributes: "superuser" });
const { sql, close } = connect(embedded.connection, { max: 2, name: "bench" });
await sql`create extension if not exists pg_stat_statements`;

type Counts = Map<string, number>;
async function during(work: () => Promise<unknown>): Promise<{ counts: Counts; seconds: number }> {
  await sql`select pg_stat_statements_reset()`;
  const began = performance.now();
  await work();
  const seconds = (performance.now() - began) / 1000;
  const rows = await sql<{ query: string; calls: number }[]>`
    select query, calls from pg_stat_statements s join pg_database d on d.oid = s.dbid where datname like 'replicas%'`;
  const counts: Counts = new Map();
  for (const { query, calls } of rows) counts.set(familyOf(query), (counts.get(familyOf(query)) ?? 0) + calls);
  return { counts, seconds };
}

const table: Record<string, Record<string, string>> = {};
const note = (column: string, { counts }: { counts: Counts }, per: number) => {
  let all = 0;
  for (const [family, calls] of counts) {
    table[family] = { ...table[family], [column]: (calls / per).toFixed(2) };
    all += calls;
  }
  table.all = { ...table.all, [column]: (all / per).toFixed(2) };
};

async function measure(count: number): Promise<void> {
  const database = `replicas_${count}`;
  await sql.unsafe(`create database ${database}`);
  const env = {
    DATABASE_URL: toDatabaseUrl({ ...embedded.connection, database }),
    VIREO_ADMIN_KEY: KEY,
    VIREO_SECRET_KEY: SECRET_KEY,
    LOG_LEVEL: "error",
    RATE_LIMIT_PER_MINUTE: "1000000",
    ALLOW_HOSTS: "127.0.0.1",
  };
  const replicas = [await startProcess(env)];
  while (replicas.length < count) replicas.push(await startProcess(env));
  await Bun.sleep(10_000);
  const idle = await during(() => Bun.sleep(SECONDS * 1000));
  note(`idle/s/replica ×${count}`, idle, idle.seconds * count);
  const [{ connections } = { connections: 0 }] = await sql<{ connections: number }[]>`
    select count(*)::int as connections from pg_stat_activity where datname = ${database}`;
  const reads = await during(async () => {
    for (let at = 0; at < 1000; at++) await replicas[at % count]!.call("GET", "/credits");
  });
  note(`per read ×${count}`, { counts: minus(reads, idle) }, 1000);
  const jobs = await during(async () => {
    for (let at = 0; at < JOBS; at++)
      await replicas[at % count]!.call("POST", "/images/generate", { prompt: `Picture ${at}` });
    for (let done = 0; done < JOBS; await Bun.sleep(2000))
      done = (await replicas[0]!.call("GET", "/images?status=completed&pageSize=100")).body.pagination.total;
  });
  note(`per image ×${count}`, { counts: minus(jobs, idle) }, JOBS);
  const [{ busy } = { busy: 0 }] = await sql<{ busy: number }[]>`
    select count(*)::int as busy from pg_stat_activity where datname = ${database}`;
  console.log({ count, connections: connections / count, afterWork: busy / count });
  for (const replica of replicas) await replica.stop();
}

/** What a stretch of work took beyond what goes on anyway. */
function minus(work: { counts: Counts; seconds: number }, idle: { counts: Counts; seconds: number }): Counts {
  const share = work.seconds / idle.seconds;
  return new Map([...work.counts].map(([name, calls]) => [name, calls - (idle.counts.get(name) ?? 0) * share]));
}
try {
  for (const count of COUNTS) await measure(count);
  console.table(table);
} finally {
  await close();
  await embedded.stop();
  await rm(directory, { recursive: true, force: true });
}
