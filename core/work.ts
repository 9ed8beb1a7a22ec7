import type { OpenDatabase } from "#core/database/open";
import { queueOf } from "#core/generations/generations";
import { toQueueName } from "#core/jobs/jobs";
import type { Kernel } from "#core/kernel";
import { watchLoop } from "#core/observability/metrics";
import { stopUnpacking, unpackAll } from "#core/process/natives";
import type { StartedModule } from "#core/start-modules";
import { createSweep } from "#core/storage/sweep";

const DAY_MS = 86_400_000;

/** Declares every queue and schedule. None of them runs before `beginWork`. */
export async function declareWork(kernel: Kernel, started: readonly StartedModule[], database: OpenDatabase) {
  await Promise.all([...declareGenerationQueues(kernel), ...declareModuleWork(kernel, started)]);
  scheduleUpkeep(kernel, database);
}

/** One queue per engine, so a slow engine does not hold up the others. */
function declareGenerationQueues({ generations, engines, jobs, runner }: Kernel): Promise<void>[] {
  const slots = new Set([...generations.kinds.values()].map((kind) => kind.slot));
  return [...slots].flatMap((slot) =>
    engines.of(slot).map((engine) =>
      jobs.define(queueOf(slot, engine.name), {
        concurrency: engine.concurrency ?? 4,
        retryLimit: 0,
        run: (data, signal) => runner.create(String(data.id), signal),
      }),
    ),
  );
}

function declareModuleWork({ jobs }: Kernel, started: readonly StartedModule[]): Promise<void>[] {
  return started.flatMap(({ module, started: part }) => {
    for (const [name, schedule] of Object.entries(part.schedules ?? {}))
      jobs.schedule(`${module.name}.${name}`, schedule);
    return Object.entries(part.jobs ?? {}).map(([name, job]) => jobs.define(toQueueName(module.name, name), job));
  });
}

function scheduleUpkeep(
  { jobs, runner, events, idempotency, db, storage, config, log }: Kernel,
  database: OpenDatabase,
): void {
  jobs.schedule("generations.read", { cron: "*/2 * * * * *", run: runner.readDue });
  jobs.schedule("generations.recover", { cron: "*/5 * * * * *", run: runner.recover });
  jobs.schedule("events.order", { cron: "*/3 * * * * *", run: events.order });
  jobs.schedule("events.prune", { cron: "0 23 * * * *", run: events.prune });
  jobs.schedule("idempotency.sweep", { cron: "0 17 * * * *", run: async () => void (await idempotency.sweep()) });
  if (database.waiting.length > 0) {
    log.info("migrations wait for replicas of older versions to stop", { waiting: database.waiting });
    jobs.schedule("migrations.contract", { cron: "40 * * * * *", run: database.contract });
  }
  const sweep = createSweep({ db, storage, graceMs: config.keepUnusedDays * DAY_MS, log });
  jobs.schedule("media.sweep", { cron: "0 47 3 * * *", run: async (signal) => void (await sweep(signal)) });
}

/** Starts background work. Returns at once: the first request need not wait for it. */
export function beginWork(kernel: Kernel, { embedded }: OpenDatabase, cleanup: AsyncDisposableStack): void {
  const { jobs, runner, idempotency, log, stopping } = kernel;
  const startedAt = new Date();
  cleanup.defer(watchLoop());

  const unpacking = unpackAll(embedded ? [] : ["postgres"]).catch((error) => {
    if (!stopping.signal.aborted) log.error(error.message);
  });
  cleanup.defer(() => unpacking);
  stopping.signal.addEventListener("abort", stopUnpacking);

  const begin = async () => {
    // Nobody else uses an embedded database, so whatever is still locked was left by a crash.
    if (embedded) await Promise.all([runner.releaseAll(), idempotency.releaseAll(startedAt)]);
    await jobs.begin();
    await runner.recover();
  };
  const beginning = begin().catch((error) => log.error("background work could not start", { error }));
  cleanup.defer(() => beginning);
}
