/**
 * Autoscaling of render workers, simulated: a server leaves its music to workers, jobs arrive in a wave, and a loop that
 * reads the queue's depth from /metrics starts and stops workers.
 *
 *     bun tools/bench/workers.ts                      # JOBS=24 MAX=3 PER_WORKER=4
 */
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { collectMigrations } from "#core/database/migrations";
import { modules } from "#modules/index";
import { plugins } from "#plugins/index";
import { SECRET_KEY } from "#sdk/testing/app";
import { freshDatabase } from "#test/database";
import { stopCluster } from "#test/db/cluster";
import { startBucket } from "#test/replicas/bucket";
import { startProcess, startWorker } from "#test/replicas/replicas";

const JOBS = Number(process.env.JOBS ?? 24);
const MAX = Number(process.env.MAX ?? 3);
/** Waiting jobs per worker that the loop aims at. */
const PER_WORKER = Number(process.env.PER_WORKER ?? 4);
const EVERY_MS = 2_000;

const bucket = await startBucket();
const database = await freshDatabase(collectMigrations([...modules, ...plugins]));
const env = {
  ...bucket.env,
  DATABASE_URL: database.url,
  DATA_DIR: join(tmpdir(), `vireo-workers-${crypto.randomUUID()}`),
  VIREO_ADMIN_KEY: "bench-admin-key-0123456789",
  VIREO_SECRET_KEY: SECRET_KEY,
  RATE_LIMIT_PER_MINUTE: "100000",
  PUBLIC_URL: "https://vireo.example",
  LOCAL_RENDERS: "1",
  LOG_LEVEL: "error",
};
const server = await startProcess({ ...env, LEAVE_TO_WORKERS: "music" });
const workers: ReturnType<typeof startWorker>[] = [];

async function readDepth(): Promise<number> {
  const headers = { authorization: `Bearer ${env.VIREO_ADMIN_KEY}` };
  const text = await (await fetch(`${server.origin}/metrics`, { headers })).text();
  const lines = text.matchAll(/^vireo_queue_jobs\{queue="generate\.music\.[^"]+",state="created"\} (\d+)$/gm);
  return [...lines].reduce((sum, [, count]) => sum + Number(count), 0);
}

const count = async (status: string): Promise<number> =>
  (await server.call("GET", `/music?status=${status}&pageSize=1`)).body.pagination.total;

try {
  const { body: before } = await server.call("GET", "/credits");
  for (let at = 0; at < JOBS; at++) {
    await server.call("POST", "/music/generate", { prompt: `calm ambient ${at}, 20 seconds` });
  }
  const startedAt = performance.now();
  for (let done = 0; done < JOBS; await Bun.sleep(EVERY_MS)) {
    const depth = await readDepth();
    done = await count("completed");
    const live = done + (await count("failed")) < JOBS;
    const wanted = Math.min(MAX, Math.max(live ? 1 : 0, Math.ceil(depth / PER_WORKER)));
    while (workers.length < wanted) workers.push(startWorker(env, "music"));
    for (const worker of workers.splice(wanted)) worker.kill("SIGTERM");
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    console.log(`${seconds} s: ${depth} waiting, ${done} completed, ${workers.length} workers`);
  }
  const { body: after } = await server.call("GET", "/credits");
  const events = await database.db.selectFrom("events").select("id").where("type", "=", "music.completed").execute();
  console.log(`${events.length} events of ${JOBS} jobs, ${before.balance - after.balance} credits for ${JOBS * 3}`);
} finally {
  for (const worker of workers) worker.kill("SIGTERM");
  await Promise.all(workers.map(({ exited }) => exited));
  await server.stop();
  await database.drop();
  await bucket.stop();
  await rm(env.DATA_DIR, { recursive: true, force: true });
  await stopCluster();
}
process.exit(0);
