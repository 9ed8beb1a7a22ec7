import { statfs } from "node:fs/promises";
import { sql } from "kysely";
import { Counter, Gauge, Histogram, Registry } from "prom-client";
import { readLastBackups } from "#core/backups/last";
import type { Config } from "#core/config/config";
import type { Database } from "#db/tables";

/** Histogram buckets in seconds, for requests and for renders that take minutes. */
const FAST = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const SLOW = [0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600, 1800];
const LAG_MS = 500;

const registry = new Registry();
const shared = { registers: [registry] };

/**
 * Prometheus metrics of this process. Several servers in one process (in tests) share the counters.
 */
export const metrics = {
  requests: new Counter({
    ...shared,
    name: "vireo_http_requests_total",
    help: "Requests by method, route and status.",
    labelNames: ["method", "route", "status"] as const,
  }),
  requestSeconds: new Histogram({
    ...shared,
    name: "vireo_http_request_seconds",
    help: "Response time by route, without event streams.",
    labelNames: ["method", "route"] as const,
    buckets: FAST,
  }),
  generations: new Counter({
    ...shared,
    name: "vireo_generations_total",
    help: "Finished generations by kind, engine and outcome (completed or the fail code).",
    labelNames: ["kind", "engine", "outcome"] as const,
  }),
  generationSeconds: new Histogram({
    ...shared,
    name: "vireo_generation_seconds",
    help: "Time from request to completion of a generation.",
    labelNames: ["kind", "engine"] as const,
    buckets: SLOW,
  }),
  vendorCalls: new Counter({
    ...shared,
    name: "vireo_vendor_calls_total",
    help: "Calls to vendors by status; 0 if there was no response.",
    labelNames: ["vendor", "call", "status"] as const,
  }),
  renders: new Gauge({
    ...shared,
    name: "vireo_renders_running",
    help: "Running child processes.",
    labelNames: ["task"] as const,
  }),
  moduleSeconds: new Counter({
    ...shared,
    name: "vireo_module_seconds_total",
    help: "Time that requests, jobs and schedules of a module or plug-in took.",
    labelNames: ["module", "work"] as const,
  }),
  moduleFaults: new Counter({
    ...shared,
    name: "vireo_module_faults_total",
    help: "Requests that ended with 500, and jobs and schedules that threw, by module or plug-in.",
    labelNames: ["module", "work"] as const,
  }),
  credits: new Counter({
    ...shared,
    name: "vireo_credits_total",
    help: "Credits by type of transaction: grant, charge, refund.",
    labelNames: ["type"] as const,
  }),
};

/** Counts the time of a module's work and whether it failed. `startedAt` comes from `performance.now()`. */
export function countWork(
  module: string,
  work: "request" | "job" | "schedule",
  startedAt: number,
  isFault: boolean,
): void {
  metrics.moduleSeconds.inc({ module, work }, (performance.now() - startedAt) / 1000);
  metrics.moduleFaults.inc({ module, work }, isFault ? 1 : 0);
}

new Gauge({
  ...shared,
  name: "process_resident_memory_bytes",
  help: "Resident memory of the process.",
  collect() {
    this.set(process.memoryUsage.rss());
  },
});
new Gauge({
  ...shared,
  name: "process_start_time_seconds",
  help: "Start time of the process.",
  collect() {
    this.set(Math.round(Date.now() / 1000 - process.uptime()));
  },
});

/** Measures event loop lag by how late timers fire. Returns a function that stops it. */
export function watchLoop(): () => void {
  let expected = Date.now() + LAG_MS;
  const timer = setInterval(() => {
    const late = Math.max(0, Date.now() - expected) / 1000;
    expected = Date.now() + LAG_MS;
    worst = Math.max(worst, late);
  }, LAG_MS);
  timer.unref();
  return () => clearInterval(timer);
}
let worst = 0;
new Gauge({
  ...shared,
  name: "vireo_event_loop_lag_seconds",
  help: "Longest event loop lag since the last collection.",
  collect() {
    this.set(worst);
    worst = 0;
  },
});

const depth = new Gauge({
  ...shared,
  name: "vireo_queue_jobs",
  help: "Waiting and active jobs of all replicas.",
  labelNames: ["queue", "state"] as const,
});
const lateness = new Gauge({
  ...shared,
  name: "vireo_queue_lateness_seconds",
  help: "Time the oldest due job has been waiting.",
  labelNames: ["queue"] as const,
});
const live = new Gauge({
  ...shared,
  name: "vireo_generations_live",
  help: "Pending and processing generations of all replicas.",
  labelNames: ["kind", "status"] as const,
});

const free = new Gauge({
  ...shared,
  name: "vireo_disk_free_bytes",
  help: "Free space of the disk that holds the data directory.",
});
const size = new Gauge({
  ...shared,
  name: "vireo_disk_size_bytes",
  help: "Size of the disk that holds the data directory.",
});
const backupTime = new Gauge({
  ...shared,
  name: "vireo_backup_last_success_timestamp_seconds",
  help: "Start of the last backup that succeeded; 0 if none has. Absent without BACKUP_TO.",
});
const backupSize = new Gauge({
  ...shared,
  name: "vireo_backup_last_size_bytes",
  help: "Size of the last backup that succeeded.",
});
const backupFailed = new Gauge({ ...shared, name: "vireo_backup_failed", help: "1 if the last backup failed." });

async function measureDisk(dataDir: string): Promise<void> {
  const { bavail, blocks, bsize } = await statfs(dataDir);
  free.set(bavail * bsize);
  size.set(blocks * bsize);
}

async function measureBackups(db: Database): Promise<void> {
  const { completed, failed } = await readLastBackups(db);
  backupTime.set(completed ? completed.startedAt.getTime() / 1000 : 0);
  backupSize.set(completed?.bytes ?? 0);
  backupFailed.set(failed ? 1 : 0);
}

/** Renders all metrics in the exposition format, including those that all replicas share. */
export async function renderMetrics(
  db: Database,
  { dataDir, backup }: Config,
): Promise<{ text: string; contentType: string }> {
  for (const gauge of [backupTime, backupSize, backupFailed]) gauge.remove();
  const [jobs, generations] = await Promise.all([
    sql<{ name: string; state: string; jobs: number; late: number }>`
      select name, state::text, count(*)::int as jobs,
        coalesce(extract(epoch from now() - min(start_after) filter (where state < 'active' and start_after <= now())), 0)::float8 as late
      from vireo_jobs.job where state <= 'active' group by name, state`.execute(db),
    sql<{ kind: string; status: string; count: number }>`
      select kind, status, count(*)::int as count from generations
      where status in ('pending', 'processing') group by kind, status`.execute(db),
    measureDisk(dataDir),
    backup.to ? measureBackups(db) : undefined,
  ]);
  for (const gauge of [depth, lateness, live]) gauge.reset();
  for (const { name, state, jobs: count, late } of jobs.rows) {
    depth.set({ queue: name, state }, count);
    if (state !== "active") lateness.set({ queue: name }, late);
  }
  for (const { kind, status, count } of generations.rows) live.set({ kind, status }, count);
  return { text: await registry.metrics(), contentType: registry.contentType };
}
