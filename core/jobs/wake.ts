import type postgres from "postgres";
import type { Log } from "#core/observability/log";

const CHANNEL = "vireo_jobs";
/** Other replicas are notified this often at most. */
const EVERY_MS = 50;
/** A worker that was woken has fetched its job by then, or another replica has. */
const FETCH_MS = 1_000;

/** The workers of a queue in this process. */
export interface QueueWorkers {
  count: number;
  /** Runs of its jobs. */
  running: number;
  /** Makes a free worker look for jobs. */
  notify(): void;
}

/**
 * Wakes workers when a job was added. Up to version 18, PostgreSQL wakes every listener of a database on each NOTIFY, and
 * lets one commit with a NOTIFY through at a time, so it is the first limit of many replicas. Therefore no transaction
 * with work in it notifies: after its commit a free worker of this process takes the job, and only if there is none,
 * others are notified, many jobs at a time. A lost notification costs seconds, until the next poll.
 */
export async function createWake(sql: postgres.Sql, log: Log, find: (queue: string) => QueueWorkers | undefined) {
  const own = crypto.randomUUID();
  const waiting = new Set<string>();
  /** Free workers that were woken and have not begun a job yet, by queue. */
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
    /** Call it after the commit. */
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
