import type postgres from "postgres";
import type { Log } from "#core/observability/log";

const CHANNEL = "vireo_jobs";
/** Minimum interval between notifications of other replicas. */
const EVERY_MS = 50;
/** Time within which a woken worker, or another replica, has fetched its job. */
const FETCH_MS = 1_000;

/** The workers of a queue in this process. */
export interface QueueWorkers {
  count: number;
  /** Number of jobs that are running. */
  running: number;
  /** Makes a free worker look for jobs. */
  notify(): void;
}

/**
 * Wakes workers when a job is added. Up to version 18, PostgreSQL wakes every listener of a database on each NOTIFY and
 * serialises the commits of transactions with a NOTIFY, which would limit the number of replicas. So no transaction
 * with work in it notifies. After its commit, a free worker of this process takes the job; only if there is none, other
 * replicas are notified, many jobs at a time. A lost notification costs seconds, until the next poll.
 */
export async function createWake(sql: postgres.Sql, log: Log, find: (queue: string) => QueueWorkers | undefined) {
  const own = crypto.randomUUID();
  const waiting = new Set<string>();
  /** Number of woken workers that have not begun a job yet, by queue. */
  const woken = new Map<string, number>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let sentAt = Number.NEGATIVE_INFINITY;
  let sending: Promise<void> = Promise.resolve();

  function receive(payload: string): void {
    const { sender, queues } = JSON.parse(payload) as { sender: string; queues: string[] };
    if (sender !== own) for (const queue of queues) find(queue)?.notify();
  }

  async function notifyOthers(): Promise<void> {
    timer = undefined;
    if (waiting.size === 0) return;
    sentAt = performance.now();
    const payload = JSON.stringify({ sender: own, queues: [...waiting] });
    waiting.clear();
    await sql`select pg_notify(${CHANNEL}, ${payload})`.then(
      () => {},
      (error) => log.debug("other replicas not notified of jobs", { error }),
    );
  }
  const send = () => {
    sending = notifyOthers();
  };

  /** True if a free worker of this process will take the job. */
  function wakeOwn(queue: string): boolean {
    const workers = find(queue);
    if (!workers) return false;
    workers.notify();
    const expected = woken.get(queue) ?? 0;
    if (workers.count - workers.running - expected <= 0) return false;
    woken.set(queue, expected + 1);
    setTimeout(() => woken.set(queue, Math.max(0, (woken.get(queue) ?? 0) - 1)), FETCH_MS).unref();
    return true;
  }

  const { unlisten } = await sql.listen(CHANNEL, receive);
  return {
    /** Announces a job. Call it after the commit. */
    wake(queue: string): void {
      if (wakeOwn(queue)) return;
      waiting.add(queue);
      timer ??= setTimeout(send, Math.max(0, sentAt + EVERY_MS - performance.now()));
    },
    async stop(): Promise<void> {
      clearTimeout(timer);
      await sending;
      await notifyOthers();
      await unlisten();
    },
  };
}
