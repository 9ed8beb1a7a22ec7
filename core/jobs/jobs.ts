import { sql as rawSql } from "kysely";
import { fromKysely, type JobWithMetadata, PgBoss, type QueueResult } from "pg-boss";
import type postgres from "postgres";
import { FairQueue } from "#core/fair-queue";
import type { Log } from "#core/observability/log";
import { countWork } from "#core/observability/metrics";
import { withDeadline } from "#core/timing";
import type { Wake, Workers } from "#core/work/wake";
import { afterCommit } from "#db/dialect";
import { findDatabaseFailure } from "#db/failure";
import { openSession } from "#db/session";
import type { Transaction } from "#db/tables";

export interface JobHandler {
  /** Maximum number of jobs that this process runs in parallel. Default 1. */
  concurrency?: number;
  /** Maximum number of jobs of one account that all replicas run in parallel. Default: no separate limit. */
  perAccount?: number;
  /**
   * Maximum number of retries after a job has thrown, timed out, or lost its process. Default 10. With 0, a job is
   * neither retried nor timed out.
   */
  retryLimit?: number;
  /** Seconds before the first retry. Each further retry waits up to twice as long, at most an hour. Default 5. */
  retryDelay?: number;
  /** Maximum seconds per run. Afterwards the signal aborts and the run counts as failed. Default 3600. */
  timeout?: number;
  /**
   * Runs at least once per job: read the row again under a lock, and return if nothing is left to do. Throw to retry
   * the job. `signal` aborts when the server stops or the job times out; throw in that case, too.
   */
  run(data: Record<string, unknown>, signal: AbortSignal): Promise<void>;
}

/** Queues are named `<module>.<job>`. Modules may omit their own prefix. */
export interface JobSender {
  /**
   * Adds a job in the caller's transaction, unless a job with the same key is already queued. Accounts take turns among
   * the jobs that name theirs.
   */
  send(
    trx: Transaction,
    queue: string,
    key: string,
    data: object,
    options?: { startAfter?: Date; accountId?: string },
  ): Promise<void>;
  /** Adds several jobs in one statement, except those whose key is already queued. */
  sendAll(
    trx: Transaction,
    queue: string,
    jobs: readonly { key: string; data: object; accountId?: string }[],
  ): Promise<void>;
}

export interface Jobs extends JobSender {
  /** Declares a queue and its handler. Workers start with `begin`. */
  define(queue: string, handler: JobHandler): Promise<void>;
  /** Starts the workers of these queues. */
  begin(runs: (queue: string) => boolean): Promise<void>;
  /** Throws if the queue's database does not respond; for /ready. */
  check(): Promise<void>;
  /** Stops taking jobs and waits up to the limit for running ones. */
  stop(limitMs: number): Promise<void>;
}

/** Returns the queue name of a module's job. Accepts the full name, too. */
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
/** pg-boss itself would notify all replicas in the transaction of each job (core/work/wake.ts). */
const QUIET = { notify: false } as const;
/** Time until a job without a notification is found. */
export const POLL_MS = 5_000;
/** Workers only look for jobs when they are notified. */
const NEVER_SECONDS = 86_400;
/** Time after which ended jobs are deleted, if no job was lost before. */
const MAINTAIN_MS = 3_600_000;
/** A job that is never retried must not time out either. pg-boss allows at most a day. */
const ONCE = { retryLimit: 0, expireInSeconds: 86_399 } as const;

const toQueueOptions = ({ retryLimit = 10, retryDelay = 5, timeout = 3600 }: JobHandler) =>
  retryLimit === 0
    ? { ...QUIET, ...ONCE }
    : {
        ...QUIET,
        retryLimit,
        retryDelay,
        retryBackoff: true,
        retryDelayMax: MAX_RETRY_DELAY_SECONDS,
        expireInSeconds: timeout,
        heartbeatSeconds: HEARTBEAT_SECONDS,
      };

/**
 * Queries that pg-boss runs at a time. Without a limit, the first polls of all queues open every connection of the pool,
 * and bursts of jobs leave none to requests.
 */
const QUERIES = 3;

/** Runs a query. pg-boss scripts that open a transaction need a reserved connection, because the pool refuses them. */
async function execute(sql: postgres.Sql, text: string, values: readonly unknown[] = []): Promise<{ rows: unknown[] }> {
  if (!/^\s*begin\b/i.test(text)) return { rows: [...(await sql.unsafe(text, values as never[]))] };
  const session = await openSession(sql, "select 1");
  try {
    return { rows: [...(await session.run(text, values))] };
  } finally {
    session.release();
  }
}

/** Creates pg-boss on the existing pool. It only polls; we send our own notifications. */
function createBoss(sql: postgres.Sql, log: Log): PgBoss {
  const turns = new FairQueue({ concurrency: QUERIES });
  const boss = new PgBoss({
    db: {
      executeSql: (text, values) => turns.run("jobs", () => execute(sql, text, values)),
    },
    schema: "vireo_jobs",
    schedule: false,
    supervise: false,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
  });
  boss.on("error", (error) => {
    if (findDatabaseFailure(error)) log.warn("job queue waits for the database", { reason: error.message });
    else log.error("job queue", { error });
  });
  return boss;
}

/**
 * Places the jobs of an account behind its own jobs that wait, and beside those of the others: the more wait, the lower
 * the priority of the next. A backlog of one account delays nobody else.
 */
async function createTurns(trx: Transaction, queue: string, accountIds: readonly (string | undefined)[]) {
  const accounts = [...new Set(accountIds.filter((id) => id !== undefined))];
  const { rows } = await (accounts.length === 0
    ? { rows: [] }
    : rawSql<{ id: string; waiting: number }>`
        select group_id as id, count(*)::int as waiting from vireo_jobs.job
        where name = ${queue} and group_id = any(${accounts}) and state in ('created', 'retry', 'active')
        group by group_id`.execute(trx));
  const waiting = new Map(rows.map(({ id, waiting }) => [id, waiting]));
  return (accountId: string | undefined) => {
    if (accountId === undefined) return {};
    const before = waiting.get(accountId) ?? 0;
    waiting.set(accountId, before + 1);
    return { group: { id: accountId }, priority: -before };
  };
}

/** Creates the queue, or updates one from an earlier start. */
async function putQueue(boss: PgBoss, known: QueueResult | undefined, name: string, handler: JobHandler) {
  const options = toQueueOptions(handler);
  if (!known) return boss.createQueue(name, { ...QUEUE, ...options });
  const isCurrent = Object.entries(options).every(([key, value]) => known[key as keyof QueueResult] === value);
  if (!isCurrent) await boss.updateQueue(name, options);
}

/** Runs the jobs of queues in this process. */
function createWorkers(boss: PgBoss, wake: Wake, log: Log, stopping: AbortSignal) {
  const workers = new Map<string, Workers>();

  async function runJob(queue: string, handler: JobHandler, job: JobWithMetadata): Promise<void> {
    const signal = AbortSignal.any([stopping, job.signal]);
    const startedAt = performance.now();
    try {
      await handler.run(job.data as Record<string, unknown>, signal);
      countWork(queue, "job", startedAt, false);
    } catch (error) {
      countWork(queue, "job", startedAt, !stopping.aborted);
      const retries = job.retryLimit - job.retryCount;
      if (stopping.aborted && retries > 0) log.info("job interrupted; it will be retried", { queue });
      else log.error(retries > 0 ? "job failed; it will be retried" : "job failed", { queue, error });
      throw error;
    }
  }

  /**
   * Starts workers as needed. One polls for jobs, and each worker that gets a job starts another, so an idle queue
   * costs one query per poll.
   */
  async function startWorkers(queue: string, handler: JobHandler): Promise<void> {
    const ids: string[] = [];
    const busy = new Set<string>();
    const options = {
      batchSize: 1,
      pollingIntervalSeconds: NEVER_SECONDS,
      includeMetadata: true,
      groupConcurrency: handler.perAccount,
    } as const;
    let started = 0;

    async function addWorker(): Promise<void> {
      started++;
      const id = await boss.work(queue, options, async (jobs: JobWithMetadata[]) => {
        busy.add(id);
        own.running++;
        // This worker polls again as soon as it is free.
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

    const own = { count: handler.concurrency ?? 1, running: 0, notify: lookForJobs };
    workers.set(queue, own);
    wake.register(queue, own);
    if (!stopping.aborted) await addWorker();
  }

  return { find: (queue: string) => workers.get(queue), queues: () => [...workers.keys()], start: startWorkers };
}

/**
 * Notifies the workers of all queues in which a job is due, with one statement for all of them. Lets pg-boss recover jobs
 * only when one has timed out or lost its process, because that writes to every queue. Returns a function that stops it.
 */
function startPolling(
  { sql, boss, log }: { sql: postgres.Sql; boss: PgBoss; log: Log },
  { find, queues }: Pick<ReturnType<typeof createWorkers>, "find" | "queues">,
): () => Promise<void> {
  let maintainedAt = Number.NEGATIVE_INFINITY;
  let checkedAt = performance.now();
  let polling: Promise<void> = Promise.resolve();

  async function notifyDue(): Promise<void> {
    const rows = await sql<{ name: string }[]>`
      select name from unnest(${queues()}::text[]) as own (name) where exists (
        select from vireo_jobs.job where job.name = own.name and state < 'active' and not blocked
          and start_after <= vireo_jobs.job_now())`;
    for (const { name } of rows) find(name)?.notify();
  }

  async function recoverLost(): Promise<void> {
    const now = performance.now();
    if (now - checkedAt < SUPERVISE_SECONDS * 1000) return;
    checkedAt = now;
    const [row] = await sql<{ lost: boolean }[]>`
      select exists (select from vireo_jobs.job where state = 'active' and (
        started_on + expire_seconds * interval '1s' < vireo_jobs.job_now()
        or heartbeat_on + heartbeat_seconds * interval '1s' < vireo_jobs.job_now())) as lost`;
    if (!row?.lost && now - maintainedAt < MAINTAIN_MS) return;
    await boss.supervise();
    maintainedAt = now;
  }

  const poll = async () => {
    try {
      await recoverLost();
      await notifyDue();
    } catch (error) {
      if (findDatabaseFailure(error)) log.warn("job queue waits for the database", { reason: String(error) });
      else log.error("job queue", { error });
    }
  };
  const timer = setInterval(() => {
    polling = polling.then(poll);
  }, POLL_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await polling;
  };
}

export async function startJobs({ sql, log, wake }: { sql: postgres.Sql; log: Log; wake: Wake }): Promise<Jobs> {
  const boss = createBoss(sql, log);
  const stopping = new AbortController();
  await boss.start();
  const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  const handlers = new Map<string, JobHandler>();
  let defined: Promise<unknown> = Promise.resolve();
  const { find, queues, start: startWorkers } = createWorkers(boss, wake, log, stopping.signal);
  let stopPolling = async () => {};

  function checkQueue(queue: string): void {
    if (!handlers.has(queue)) throw new Error(`Unknown job "${queue}". Declared: ${[...handlers.keys()].join(", ")}.`);
  }

  return {
    async define(queue, handler) {
      handlers.set(queue, handler);
      // One at a time: pg-boss locks all queues to create one, so that others would only open connections to wait.
      defined = defined.then(() => putQueue(boss, known.get(queue), queue, handler));
      await defined;
    },
    async begin(runs) {
      const own = [...handlers].filter(([queue]) => runs(queue));
      await Promise.all(own.map(([queue, handler]) => startWorkers(queue, handler)));
      if (!stopping.signal.aborted) stopPolling = startPolling({ sql, boss, log }, { find, queues });
    },
    async send(trx, queue, key, data, { accountId, startAfter } = {}) {
      checkQueue(queue);
      const takeTurn = await createTurns(trx, queue, [accountId]);
      const options = { db: fromKysely(trx), singletonKey: key, startAfter, ...takeTurn(accountId) };
      const id = await boss.send(queue, data, options);
      // No id means that a job with this key is already queued.
      if (id && !startAfter) await afterCommit(trx, () => wake.announce(queue));
    },
    async sendAll(trx, queue, jobs) {
      checkQueue(queue);
      const takeTurn = await createTurns(
        trx,
        queue,
        jobs.map(({ accountId }) => accountId),
      );
      await boss.insert(
        queue,
        jobs.map(({ key, data, accountId }) => ({ singletonKey: key, data, ...takeTurn(accountId) })),
        { db: fromKysely(trx) },
      );
      await afterCommit(trx, () => wake.announce(queue));
    },
    async check() {
      await sql`select 1 from vireo_jobs.version`;
    },
    async stop(limitMs) {
      stopping.abort(new Error("The server is stopping."));
      await stopPolling();
      // Not pg-boss's own wait, which checks only every half second whether the workers have stopped.
      const ended = Promise.allSettled([...handlers.keys()].map((queue) => boss.offWork(queue, { wait: true })));
      await withDeadline(
        limitMs,
        () => new Error("Jobs are still running."),
        () => ended,
      ).catch(() => {});
      await boss.stop({ graceful: false, close: false });
    },
  };
}
