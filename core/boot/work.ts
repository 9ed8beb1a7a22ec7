import { purgeAccounts } from "#core/access/purge";
import { pruneAuditLog } from "#core/audit";
import { defineBackupSchedule } from "#core/backups/schedule";
import type { Background } from "#core/boot/background";
import type { Kernel } from "#core/boot/kernel";
import type { OpenDatabase } from "#core/boot/open-database";
import { parseQueueSlot } from "#core/generations/generation";
import { defineHeldGenerations } from "#core/generations/takeover";
import { defineGenerationWork, releaseGenerations } from "#core/generations/work";
import { UNCONFINED } from "#core/health/doctor";
import { toQueueName } from "#core/jobs/jobs";
import type { StartedModule } from "#core/loader/start-modules";
import { watchLoop } from "#core/observability/metrics";
import { getLandlockVersion } from "#core/process/confinement";
import { stopUnpacking, unpackAll } from "#core/process/natives";
import { createSweep } from "#core/storage/sweep";
import { pause } from "#core/timing";
import { findDatabaseFailure } from "#db/failure";
import { mergeRowCounts } from "#db/row-counts";

const DAY_MS = 86_400_000;
const RETRY_MS = 1_000;

/** Declares all work, jobs and schedules. None of them runs before `beginWork`. */
export async function declareWork(
  kernel: Kernel,
  started: readonly StartedModule[],
  database: OpenDatabase,
  env: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  const { background, clock, config, db, events, generating, log } = kernel;
  for (const [name, kind] of Object.entries(defineGenerationWork(generating))) background.work.declare(name, kind);
  background.holders.add(defineHeldGenerations(generating));
  await Promise.all(declareModuleWork(background, started));
  scheduleUpkeep(kernel, database, started);
  if (config.backup.to)
    background.schedules.add("backup", defineBackupSchedule({ config, db, events, log, clock, env }));
}

function declareModuleWork({ work, jobs, schedules }: Background, started: readonly StartedModule[]): Promise<void>[] {
  return started.flatMap(({ module, started: part }) => {
    for (const [name, kind] of Object.entries(part.work ?? {})) work.declare(`${module.name}.${name}`, kind);
    for (const [name, schedule] of Object.entries(part.schedules ?? {}))
      schedules.add(`${module.name}.${name}`, schedule);
    return Object.entries(part.jobs ?? {}).map(([name, job]) => jobs.define(toQueueName(module.name, name), job));
  });
}

function scheduleUpkeep(
  { vault, background, events, idempotency, db, storage, audit, config, log }: Kernel,
  database: OpenDatabase,
  started: readonly StartedModule[],
): void {
  const { schedules } = background;
  schedules.add("events.order", {
    cron: "*/3 * * * * *",
    due: "(select timestamptz '-infinity' where exists (select from events where seq is null))",
    run: events.order,
  });
  schedules.add("events.prune", { cron: "0 23 * * * *", run: events.prune });
  schedules.add("idempotency.sweep", { cron: "0 17 * * * *", run: async () => void (await idempotency.sweep()) });
  schedules.add("audit_log.prune", { cron: "0 53 * * * *", run: (signal) => pruneAuditLog(db, signal) });
  const closers = started.flatMap(({ started: part }) => (part.closeAccount ? [part.closeAccount] : []));
  const purge = (signal: AbortSignal) => purgeAccounts({ db, storage, audit, log, closers }, signal);
  schedules.add("accounts.purge", { cron: "35 * * * * *", run: purge });
  schedules.add("row_counts.merge", { cron: "0 31 * * * *", run: () => mergeRowCounts(db) });
  if (database.waiting.length > 0) {
    const contract = async () => {
      await database.contract();
      await vault.prepare();
    };
    log.info("migrations wait for replicas of older versions to stop", { waiting: database.waiting });
    schedules.add("migrations.contract", { cron: "40 * * * * *", run: contract });
  }
  const sweep = createSweep({ db, storage, graceMs: config.keepUnusedDays * DAY_MS, log });
  schedules.add("media.sweep", { cron: "0 47 3 * * *", run: async (signal) => void (await sweep(signal)) });
}

/** Returns which queues this process works on: a worker only its kinds, a server all but those left to workers. */
function chooseQueues({ config, generations }: Kernel, workerSlots?: readonly string[]) {
  const known = [...new Set([...generations.kinds.values()].map(({ slot }): string => slot))];
  const { leaveToWorkers } = config;
  const unknown = [...(workerSlots ?? []), ...leaveToWorkers].find((slot) => !known.includes(slot));
  if (unknown !== undefined) throw new Error(`"${unknown}" is not a kind of jobs. Kinds: ${known.sort().join(", ")}.`);
  return (queue: string): boolean => {
    const slot = parseQueueSlot(queue);
    if (workerSlots) return slot !== undefined && workerSlots.includes(slot);
    return slot === undefined || !leaveToWorkers.includes(slot);
  };
}

/** Starts background work. Returns at once, because the first request need not wait for it. */
export function beginWork(
  kernel: Kernel,
  { embedded }: OpenDatabase,
  cleanup: AsyncDisposableStack,
  workerSlots?: readonly string[],
): void {
  const { background, generating, idempotency, log, stopping } = kernel;
  const runs = chooseQueues(kernel, workerSlots);
  const startedAt = new Date();
  cleanup.defer(watchLoop());
  if (getLandlockVersion() === 0) log.warn(UNCONFINED);

  const unpacking = unpackAll(embedded ? [] : ["postgres"]).catch((error) => {
    if (!stopping.signal.aborted) log.error(error.message);
  });
  cleanup.defer(() => unpacking);
  stopping.signal.addEventListener("abort", stopUnpacking);

  // No other process uses an embedded database, so all remaining leases are from a crash.
  const release = () => Promise.all([releaseGenerations(generating), idempotency.releaseAll(startedAt)]);
  const begin = () => background.begin({ runs, hasSchedules: workerSlots === undefined });
  const beginning = runSteps([...(embedded ? [release] : []), begin], kernel);
  cleanup.defer(() => beginning);
}

/**
 * Runs the steps, retrying each until it succeeds, because the database may become unavailable right after the start.
 */
async function runSteps(steps: readonly (() => Promise<unknown>)[], { log, stopping }: Kernel): Promise<void> {
  for (const step of steps) {
    while (!stopping.signal.aborted) {
      try {
        await step();
        break;
      } catch (error) {
        if (!findDatabaseFailure(error)) return log.error("background work could not start", { error });
        log.warn("background work waits for the database", { reason: String(error) });
        await pause(RETRY_MS, stopping.signal).catch(() => {});
      }
    }
  }
}
