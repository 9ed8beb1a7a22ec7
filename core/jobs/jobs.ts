import { fromKysely, type JobWithMetadata, PgBoss, type QueueResult } from "pg-boss";
import type postgres from "postgres";
import { type Clock, systemClock } from "#core/clock";
import { getModule } from "#core/jobs/names";
import { createSchedules, type Schedule } from "#core/jobs/schedules";
import { createWake, type QueueWorkers } from "#core/jobs/wake";
import type { Log } from "#core/observability/log";
import { countWork } from "#core/observability/metrics";
import { withDeadline } from "#core/timing";
import { withLock } from "#db/advisory";
import { afterCommit } from "#db/dialect";
import { findDatabaseFailure } from "#db/failure";
import { openSession } from "#db/session";
import type { Transaction } from "#db/tables";

export interface JobHandler {
  /** Jobs this process runs at a time. Default 1. */
  concurrency?: number;
  /**
   * How often a job is run again after it threw, timed out, or lost its process. Default 10. With 0 the queue neither
   * retries nor times out: for work that is recovered by leases of its own.
   */
  retryLimit?: number;
  /** Seconds before the first retry; each further retry waits up to twice as long, at most an hour. Default 5. */
  retryDelay?: number;
  /** Seconds a run may take. Then its signal aborts and it counts as failed. Default 3600. */
  timeout?: number;
  /**
   * Runs at least once per job: read the row again under a lock, and return if there is nothing left to do. Throw to
   * have the job retried. `signal` aborts when the server stops or the job has timed out; throw then, too.
   */
  run(data: Record<string, unknown>, signal: AbortSignal): Promise<void>;
}

/** Queues are named `<module>.<job>`. Modules may name their own jobs without the module. */
export interface JobSender {
  /** Adds a job in the caller's transaction. While a job with the same key waits in the queue, none is added. */
  send(trx: Transaction, queue: string, key: string, data: object, options?: { startAfter?: Date }): Promise<void>;
  /** Adds several jobs in one statement, except those whose key already waits. */
  sendAll(trx: Transaction, queue: string, jobs: readonly { key: string; data: object }[]): Promise<void>;
}

export interface Jobs extends JobSender {
  /** Declares a queue and its handler. Workers start with `begin`. */
  define(queue: string, handler: JobHandler): Promise<void>;
  /** Starts the workers of these queues, and the schedules. */
  begin(options: { runs(queue: string): boolean; hasSchedules: boolean }): Promise<void>;
  schedule(name: string, schedule: Schedule): void;
  /** Throws if the queue's database does not respond; for /ready. */
  check(): Promise<void>;
  /** Stops taking jobs and waits up to the limit for those that run. */
  stop(limitMs: number): Promise<void>;
}

/** The queue of a module's job. Accepts the full name, too. */
export const toQueueName = (module: string, job: string): string =>
  job.startsWith(`${module}.`) ? job : `${module}.${job}`;

/** Lets a module use the short names of its own jobs, such as "send" for `mail.send`. */
export function scopeJobs(jobs: JobSender, module: string): JobSender {
  const toQueue = (name: string) => (name.includes(".") ? name : toQueueName(module, name));
  return {
    send: (trx, name, ...rest) => jobs.send(trx, toQueue(name), ...rest),
    sendAll: (trx, name, rows) => jobs.sendAll(trx, toQueue(name), rows),
  };
}

/** A process that was killed misses its heartbeat, and its jobs are retried within HEARTBEAT + SUPERVISE seconds. */
const HEARTBEAT_SECONDS = 20;
const SUPERVISE_SECONDS = 20;
const MAX_RETRY_DELAY_SECONDS = 3600;

/** "short": at most one job per key waits; any number may run. */
const QUEUE = { policy: "short", deleteAfterSeconds: 3600 } as const;
/** pg-boss would notify all replicas in the transaction of each job (core/jobs/wake.ts). */
const QUIET = { notify: false } as const;
/** Seconds until a worker finds a job of which no notification came. */
const POLL_SECONDS = 5;
const LEASED = { retryLimit: 0, expireInSeconds: 86_399 } as const;

const toQueueOptions = ({ retryLimit = 10, retryDelay = 5, timeout = 3600 }: JobHandler) =>
  retryLimit === 0
    ? { ...QUIET, ...LEASED }
    : {
        ...QUIET,
        retryLimit,
        retryDelay,
        retryBackoff: true,
        retryDelayMax: MAX_RETRY_DELAY_SECONDS,
        expireInSeconds: timeout,
        heartbeatSeconds: HEARTBEAT_SECONDS,
      };

/** Scripts with a transaction of their own need a connection of their own; the pool refuses them. */
async function execute(sql: postgres.Sql, text: string, values: readonly unknown[] = []): Promise<{ rows: unknown[] }> {
  if (!/^\s*begin\b/i.test(text)) return { rows: [...(await sql.unsafe(text, values as never[]))] };
  const session = await openSession(sql, "select 1");
  try {
    return { rows: [...(await session.run(text, values))] };
  } finally {
    session.release();
  }
}

/** pg-boss on the existing pool. It polls; notifications are our own. */
function createBoss(sql: postgres.Sql, log: Log): PgBoss {
  const boss = new PgBoss({
    db: {
      executeSql: (text, values) => execute(sql, text, values),
    },
    schema: "vireo_jobs",
    schedule: false,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
  });
  boss.on("error", (error) => {
    if (findDatabaseFailure(error)) log.warn("job queue waits for the database", { reason: error.message });
    else log.error("job queue", { error });
  });
  return boss;
}

/** Creates the queue, or brings one from an earlier start up to date. */
async function putQueue(boss: PgBoss, known: QueueResult | undefined, name: string, handler: JobHandler) {
  const options = toQueueOptions(handler);
  if (!known) return boss.createQueue(name, { ...QUEUE, ...options });
  const isCurrent = Object.entries(options).every(([key, value]) => known[key as keyof QueueResult] === value);
  if (!isCurrent) await boss.updateQueue(name, options);
}

/** Runs the jobs of queues in this process. */
function createWorkers(boss: PgBoss, log: Log, stopping: AbortSignal) {
  const workers = new Map<string, QueueWorkers>();

  async function runJob(queue: string, handler: JobHandler, job: JobWithMetadata): Promise<void> {
    const signal = AbortSignal.any([stopping, job.signal]);
    const startedAt = performance.now();
    try {
      await handler.run(job.data as Record<string, unknown>, signal);
      countWork(getModule(queue), "job", startedAt, false);
    } catch (error) {
      countWork(getModule(queue), "job", startedAt, !stopping.aborted);
      const retries = job.retryLimit - job.retryCount;
      if (stopping.aborted && retries > 0) log.info("job interrupted; it will be retried", { queue });
      else log.error(retries > 0 ? "job failed; it will be retried" : "job failed", { queue, error });
      throw error;
    }
  }

  /**
   * Starts workers as they are needed. One looks for jobs, and each that gets one has another look for more, so a queue
   * with nothing to do costs one query per poll.
   */
  async function startWorkers(queue: string, handler: JobHandler): Promise<void> {
    const ids: string[] = [];
    const busy = new Set<string>();
    const options = { batchSize: 1, pollingIntervalSeconds: POLL_SECONDS, includeMetadata: true } as const;
    let started = 0;

    async function addWorker(): Promise<void> {
      started++;
      const id = await boss.work(queue, options, async (jobs: JobWithMetadata[]) => {
        busy.add(id);
        own.running++;
        // This worker looks again as soon as it is free.
        boss.notifyWorker(id);
        lookForJobs();
        try {
          for (const job of jobs) await runJob(queue, handler, job);
        } finally {
          own.running--;
          busy.delete(id);
        }
      });
      ids.push(id);
    }

    function lookForJobs(): void {
      const idle = ids.find((id) => !busy.has(id));
      if (idle !== undefined) {
        boss.notifyWorker(idle);
        return;
      }
      if (started === own.count || stopping.aborted) return;
      addWorker().catch((error) => {
        started--;
        if (!stopping.aborted) log.error("worker not started", { queue, error });
      });
    }

    const own: QueueWorkers = { count: handler.concurrency ?? 1, running: 0, notify: lookForJobs };
    workers.set(queue, own);
    if (!stopping.aborted) await addWorker();
  }

  return { find: (queue: string) => workers.get(queue), start: startWorkers };
}

export async function startJobs(sql: postgres.Sql, log: Log, clock: Clock = systemClock): Promise<Jobs> {
  const boss = createBoss(sql, log);
  const stopping = new AbortController();
  const schedules = createSchedules({ sql, log, clock });
  // In turn: of replicas that start together on a new database, all but one would fail to create the schema.
  await withLock(sql, "jobs.start", async () => {
    await boss.start();
    await schedules.prepare();
  });
  const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  const handlers = new Map<string, JobHandler>();
  const { find, start: startWorkers } = createWorkers(boss, log, stopping.signal);
  const { wake, stop: stopWake } = await createWake(sql, log, find);

  function checkQueue(queue: string): void {
    if (!handlers.has(queue)) throw new Error(`Unknown job "${queue}". Declared: ${[...handlers.keys()].join(", ")}.`);
  }

  return {
    async define(queue, handler) {
      handlers.set(queue, handler);
      await putQueue(boss, known.get(queue), queue, handler);
    },
    async begin({ runs, hasSchedules }) {
      if (hasSchedules) await schedules.begin();
      const own = [...handlers].filter(([queue]) => runs(queue));
      await Promise.all(own.map(([queue, handler]) => startWorkers(queue, handler)));
    },
    async send(trx, queue, key, data, options = {}) {
      checkQueue(queue);
      const id = await boss.send(queue, data, { db: fromKysely(trx), singletonKey: key, ...options });
      // Without an id, a job with this key waits already.
      if (id && !options.startAfter) await afterCommit(trx, () => wake(queue));
    },
    async sendAll(trx, queue, jobs) {
      checkQueue(queue);
      await boss.insert(
        queue,
        jobs.map(({ key, data }) => ({ singletonKey: key, data })),
        { db: fromKysely(trx) },
      );
      await afterCommit(trx, () => wake(queue));
    },
    schedule: schedules.add,
    async check() {
      await sql`select 1 from vireo_jobs.version`;
    },
    async stop(limitMs) {
      stopping.abort(new Error("The server is stopping."));
      await schedules.stop(limitMs);
      await stopWake();
      // Not pg-boss's own wait: it looks only every half second whether the workers have ended.
      const ended = Promise.allSettled([...handlers.keys()].map((queue) => boss.offWork(queue, { wait: true })));
      await withDeadline(
        limitMs,
        () => new Error("Jobs are still running."),
        () => ended,
      ).catch(() => {});
      await boss.stop({ graceful: false, close: false });
      await schedules.end();
    },
  };
}
