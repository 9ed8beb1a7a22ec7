/** Metrics that are read from the database and the disk when somebody asks, the same on all replicas. */
import { statfs } from "node:fs/promises";
import { sql } from "kysely";
import { Gauge } from "prom-client";
import { readLastBackups } from "#core/backups/last";
import type { Config } from "#core/config/config";
import { registry } from "#core/observability/metrics";
import type { Work } from "#core/work/work";
import type { Database } from "#db/tables";

const depth = new Gauge({
  registers: [registry],
  name: "vireo_queue_jobs",
  help: "Waiting and active jobs of all replicas: rows that are due, and rows that a process works on.",
  labelNames: ["queue", "state"] as const,
});
const lateness = new Gauge({
  registers: [registry],
  name: "vireo_queue_lateness_seconds",
  help: "Time the oldest due job has been waiting.",
  labelNames: ["queue"] as const,
});
const live = new Gauge({
  registers: [registry],
  name: "vireo_generations_live",
  help: "Pending and processing generations of all replicas.",
  labelNames: ["kind", "status"] as const,
});

const free = new Gauge({
  registers: [registry],
  name: "vireo_disk_free_bytes",
  help: "Free space of the disk that holds the data directory.",
});
const size = new Gauge({
  registers: [registry],
  name: "vireo_disk_size_bytes",
  help: "Size of the disk that holds the data directory.",
});
const backupTime = new Gauge({
  registers: [registry],
  name: "vireo_backup_last_success_timestamp_seconds",
  help: "Start of the last backup that succeeded; 0 if none has. Absent without BACKUP_TO.",
});
const backupSize = new Gauge({
  registers: [registry],
  name: "vireo_backup_last_size_bytes",
  help: "Size of the last backup that succeeded.",
});
const backupFailed = new Gauge({
  registers: [registry],
  name: "vireo_backup_failed",
  help: "1 if the last backup failed.",
});

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
  work: Pick<Work, "measure" | "names">,
  { dataDir, backup }: Config,
): Promise<{ text: string; contentType: string }> {
  for (const gauge of [backupTime, backupSize, backupFailed]) gauge.remove();
  const [rows, jobs, generations] = await Promise.all([
    work.measure(db),
    sql<{ name: string; state: string; jobs: number; late: number }>`
      select name, state::text, count(*)::int as jobs,
        coalesce(extract(epoch from now() - min(start_after) filter (where state < 'active' and start_after <= now())), 0)::float8 as late
      from vireo_jobs.job where state <= 'active' and name <> all(${work.names}) group by name, state`.execute(db),
    sql<{ kind: string; status: string; count: number }>`
      select kind, status, count(*)::int as count from generations
      where status in ('pending', 'processing') group by kind, status`.execute(db),
    measureDisk(dataDir),
    backup.to ? measureBackups(db) : undefined,
  ]);
  for (const gauge of [depth, lateness, live]) gauge.reset();
  for (const { name, held, count, lateSeconds } of rows) {
    depth.set({ queue: name, state: held ? "active" : "created" }, count);
    if (!held) lateness.set({ queue: name }, lateSeconds);
  }
  for (const { name, state, jobs: count, late } of jobs.rows) {
    depth.set({ queue: name, state }, count);
    if (state !== "active") lateness.set({ queue: name }, late);
  }
  for (const { kind, status, count } of generations.rows) live.set({ kind, status }, count);
  return { text: await registry.metrics(), contentType: registry.contentType };
}
