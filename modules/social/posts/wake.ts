import type { Transaction } from "vireo/database";
import type { JobSender } from "vireo/jobs";

/**
 * What is further ahead gets no job: the queue looks through all of its waiting jobs at every fetch,
 * while the sweep finds due targets by an index that later ones do not slow down.
 */
const HORIZON_MS = 60 * 60_000;

export const WAKE = "due";

/**
 * Adds, in the caller's transaction, the job that wakes the publisher when something falls due: one for
 * each second, however many posts it holds. When a post goes out is said by its targets' `due_at`
 * alone, so a job for a post that was moved or cancelled finds nothing to do.
 */
export async function wakeAt(jobs: JobSender, trx: Transaction, due: Date): Promise<void> {
  const ahead = due.getTime() - Date.now();
  if (ahead > HORIZON_MS) return;
  const second = Math.ceil(due.getTime() / 1000);
  const later = ahead > 0 ? { startAfter: new Date(second * 1000) } : {};
  await jobs.send(trx, `social.${WAKE}`, String(second), {}, later);
}
