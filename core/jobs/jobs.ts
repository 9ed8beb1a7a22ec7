import { fromKysely, PgBoss } from "pg-boss";
import type postgres from "postgres";
import { type Clock, systemClock } from "#core/clock";
import { createSchedules } from "#core/jobs/schedules";
import type { Schedule } from "#core/module";
import type { Log } from "#core/observability/log";
import { inTurn } from "#db/advisory";
import { openSession } from "#db/session";
import type { Transaction } from "#db/tables";

export interface JobHandler {
  /** Jobs at a time in this process. Default 1. */
  concurrency?: number;
  /** May run more than once for a job: re-read the row under a lock, and do nothing if it has moved on. */
  run(data: Record<string, unknown>, signal: AbortSignal): Promise<void>;
}

export interface Jobs {
  /** Declares a queue and its workers, which begin with `begin`. */
  define(queue: string, handler: JobHandler): Promise<void>;
  /** From here on work is taken, and schedules run. */
  begin(): Promise<void>;
  /** Adds a job in the caller's transaction. While one with the same key waits in the queue, no second one is added. */
  send(trx: Transaction, queue: string, key: string, data: object, options?: { startAfter?: Date }): Promise<void>;
  /** Adds several at once; those whose key waits already are left out. */
  sendAll(trx: Transaction, queue: string, jobs: readonly { key: string; data: object }[]): Promise<void>;
  schedule(name: string, schedule: Schedule): void;
  /** Whether the queue's database answers; for /ready. */
  check(): Promise<void>;
  /** Stops taking work and waits until what runs has ended, up to the limit. */
  stop(limitMs: number): Promise<void>;
}

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

/**
 * "short": of jobs with one key at most one waits; any number may run. Who does the work notices a job that
 * was lost, by leases of its own, so the queue itself neither retries nor gives up early.
 */
const QUEUE = {
  policy: "short",
  notify: true,
  retryLimit: 0,
  expireInSeconds: 86_399,
  deleteAfterSeconds: 3600,
} as const;

/** pg-boss on the pool we have, woken by LISTEN/NOTIFY, with polling behind it. */
export async function startJobs(sql: postgres.Sql, log: Log, clock: Clock = systemClock): Promise<Jobs> {
  const boss = new PgBoss({
    db: {
      executeSql: (text, values) => execute(sql, text, values),
      listen: async (channel, onNotification, onReconnect) => {
        const { unlisten } = await sql.listen(channel, onNotification, onReconnect);
        return { close: unlisten };
      },
    },
    schema: "vireo_jobs",
    useListenNotify: true,
    schedule: false,
    superviseIntervalSeconds: 60,
  });
  boss.on("error", (error) => log.error("job queue", { error }));
  // One after the other: of replicas that start together on a new database, all but one would fail to make the schema.
  const schedules = createSchedules({ sql, log, clock });
  await inTurn(sql, "jobs.start", async () => {
    await boss.start();
    await schedules.prepare();
  });

  /** Queues that an earlier start made: asking once is quicker than making each again. */
  const known = new Set((await boss.getQueues()).map(({ name }) => name));
  const stopping = new AbortController();
  const handlers = new Map<string, JobHandler>();

  async function work(queue: string, handler: JobHandler): Promise<void> {
    for (let worker = 0; worker < (handler.concurrency ?? 1) && !stopping.signal.aborted; worker++) {
      const id = await boss.work(
        queue,
        { batchSize: 1, pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 5 },
        async (jobs: { data: unknown }[]) => {
          // Where there was one job there may be more: look again at once, rather than at the next interval.
          boss.notifyWorker(id);
          for (const job of jobs) {
            await handler.run(job.data as Record<string, unknown>, stopping.signal).catch((error) => {
              log.error("job failed", { queue, error });
              throw error;
            });
          }
        },
      );
    }
  }

  return {
    async define(queue, handler) {
      handlers.set(queue, handler);
      if (!known.has(queue)) await boss.createQueue(queue, QUEUE);
    },
    async begin() {
      await schedules.begin();
      await Promise.all([...handlers].map(([queue, handler]) => work(queue, handler)));
    },
    async send(trx, queue, key, data, options = {}) {
      await boss.send(queue, data, { db: fromKysely(trx), singletonKey: key, ...options });
    },
    async sendAll(trx, queue, jobs) {
      await boss.insert(
        queue,
        jobs.map(({ key, data }) => ({ singletonKey: key, data })),
        { db: fromKysely(trx) },
      );
    },
    schedule: schedules.add,
    async check() {
      await sql`select 1 from vireo_jobs.version`;
    },
    async stop(limitMs) {
      stopping.abort(new Error("The server is stopping."));
      await schedules.stop(limitMs);
      await boss.stop({ graceful: true, close: false, timeout: limitMs });
      await schedules.end();
    },
  };
}
