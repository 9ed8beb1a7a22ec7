import type { Transaction } from "vireo/database";
import type { Social } from "../context";

/**
 * Later posts get no job, because the queue scans all waiting jobs at every fetch. The schedule finds due targets
 * through an index that later ones do not slow down.
 */
const HORIZON_MS = 60 * 60_000;

export const DUE_JOB = "due";

/**
 * Queues the job that notifies the dispatcher when posts are due: one job per second, for any number of posts. Only
 * `due_at` of the targets decides what is published, so the job of a moved or cancelled post does nothing.
 */
export async function queueDueJob({ jobs, now }: Social, trx: Transaction, due: Date): Promise<void> {
  const ahead = due.getTime() - now();
  if (ahead > HORIZON_MS) return;
  const second = Math.ceil(due.getTime() / 1000);
  const options = ahead > 0 ? { startAfter: new Date(second * 1000) } : {};
  await jobs.send(trx, DUE_JOB, String(second), {}, options);
}
