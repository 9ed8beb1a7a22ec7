import { Cron } from "croner";
import { readLastBackups } from "#core/backups/last";
import { BACKUP_BUSY, BACKUP_LIMIT_MS, BACKUP_TOO_LONG, type BackupRun, recordBackup } from "#core/backups/runs";
import type { Clock } from "#core/clock";
import type { Config } from "#core/config/config";
import type { Events } from "#core/events";
import { readNow } from "#core/leases";
import type { Log } from "#core/observability/log";
import { getProgram } from "#core/process/program";
import type { Schedule } from "#core/work/schedules";
import type { Database } from "#db/tables";

interface Options {
  config: Config;
  db: Database;
  events: Events;
  log: Log;
  clock: Clock;
  /** Environment of the process that makes the backup. */
  env: Readonly<Record<string, string | undefined>>;
}

/** Limit for a process that hangs. The process has its own limit, and reports when it is exceeded. */
const LIMIT_MS = BACKUP_LIMIT_MS + 5 * 60_000;
/** Wait after a failed attempt. */
const RETRY_MS = 3_600_000;
const STDERR_TAIL = 1000;

/**
 * Makes a backup when one is due. Checks every minute instead of only at the configured times, so a backup that was
 * missed during downtime, or failed, is caught up.
 */
export const defineBackupSchedule = (options: Options): Schedule => ({
  cron: "15 * * * * *",
  async run(signal) {
    if (await isDue(options)) await makeBackup(options, signal);
  },
});

/** True if no backup has been made since the last scheduled time. A failed attempt is retried after an hour. */
async function isDue({ config, db, clock }: Options): Promise<boolean> {
  const now = clock.now();
  const { completed, failed } = await readLastBackups(db);
  if (failed && failed.finishedAt.getTime() > now - RETRY_MS && failed.finishedAt.getTime() <= now) return false;
  if (!completed) return true;
  const cron = new Cron(config.backup.schedule, { paused: true });
  const [last] = cron.previousRuns(1, new Date(now));
  return last !== undefined && completed.startedAt < last;
}

/**
 * Runs `vireo backup run`, which reports its outcome itself. A separate process keeps compression and encryption off
 * the event loop, and a backup that runs out of memory does not take down the server.
 */
async function makeBackup({ db, events, log, env }: Options, signal: AbortSignal): Promise<void> {
  const limit = AbortSignal.timeout(LIMIT_MS);
  const startedAt = await readNow(db);
  const before = await readLastBackups(db);
  if (signal.aborted) return;
  const child = Bun.spawn([...getProgram(), "backup", "run", "--json"], {
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
    env,
  });
  const stop = () => child.kill("SIGTERM");
  for (const one of [signal, limit]) one.addEventListener("abort", stop, { once: true });
  const [stdout, stderr, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]).finally(() => {
    for (const one of [signal, limit]) one.removeEventListener("abort", stop);
  });
  if (code === 0) return log.info("backup completed", JSON.parse(stdout));
  const error = limit.aborted
    ? BACKUP_TOO_LONG
    : (readError(stderr) ?? `The process ended with ${child.signalCode ?? `status ${code}`}.`);
  if (signal.aborted) return log.warn("backup interrupted by shutdown; it runs again after the next start");
  if (error === BACKUP_BUSY) return log.info("backup skipped: another one is running");
  log.error("backup failed", { reason: error });
  // A killed process could not report its failure.
  const after = await readLastBackups(db);
  const isReported = after.failed && after.failed.startedAt.getTime() !== before.failed?.startedAt.getTime();
  const run: BackupRun = { startedAt, finishedAt: await readNow(db), error };
  if (!isReported) await recordBackup(db, events, run);
}

/** Returns the message that a command prints as JSON, or else the end of its output. */
function readError(stderr: string): string | undefined {
  const last = stderr.trim().split("\n").at(-1) ?? "";
  try {
    return (JSON.parse(last) as { error: string }).error;
  } catch {
    return last.slice(-STDERR_TAIL) || undefined;
  }
}
