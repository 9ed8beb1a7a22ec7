import type { Run } from "#core/engine";
import type { Generation } from "#core/generations/generations";
import type { Log } from "#core/observability/log";
import { withFolder } from "#core/process/temp-folder";
import { untilAborted } from "#core/timing";
import type { Database } from "#db/tables";

/** A lease is renewed three times before it can run out. */
const LEASE_MS = 30_000;
const RENEW_MS = 10_000;
const PROGRESS_MS = 500;

export const lease = (): Date => new Date(Date.now() + LEASE_MS);

/** Every write of a run names its attempt, so a run whose lease was taken over changes nothing. */
export const mine = (db: Database, row: Generation) =>
  db
    .updateTable("generations")
    .where("id", "=", row.id)
    .where("status", "=", "processing")
    .where("attempts", "=", row.attempts);

interface LeaseOptions {
  db: Database;
  /** Where runs have their temporary folders. */
  tempDir: string;
  log: Log;
}

/** What a run is made of, apart from its folder and its signal. */
type Helpers = (row: Generation, base: Pick<Run, "id" | "folder" | "signal" | "progress">) => Run;

/** Runs work with a folder, a lease that is kept alive, and a time limit; folder and timers go whatever happens. */
export function createLeases({ db, tempDir, log }: LeaseOptions, complete: Helpers) {
  async function hold<T>(
    row: Generation,
    cut: AbortSignal,
    folder: string,
    work: (run: Run) => Promise<T>,
  ): Promise<T> {
    const lost = new AbortController();
    const left = Math.max(1, (row.deadline_at?.getTime() ?? 0) - Date.now());
    const signal = AbortSignal.any([cut, lost.signal, AbortSignal.timeout(left)]);

    let progress = row.progress;
    let stored = progress;
    const renew = async () => {
      const { numUpdatedRows } = await mine(db, row).set({ lease_until: lease(), progress }).executeTakeFirst();
      if (numUpdatedRows === 0n) lost.abort(new Error("The run was taken over or removed."));
    };
    const show = async () => {
      if (progress === stored) return;
      stored = progress;
      await mine(db, row).set({ progress }).execute();
    };
    const quietly = (work: () => Promise<void>) => () =>
      void work().catch((error) => log.warn("run not written", { id: row.id, error }));
    const timers = [setInterval(quietly(renew), RENEW_MS), setInterval(quietly(show), PROGRESS_MS)];
    const run = complete(row, {
      id: row.id,
      folder,
      signal,
      progress: (percent) => {
        progress = Math.max(progress, Math.min(99, Math.floor(percent)));
      },
    });
    try {
      return await untilAborted(work(run), signal);
    } finally {
      for (const timer of timers) clearInterval(timer);
    }
  }

  return <T>(row: Generation, cut: AbortSignal, work: (run: Run) => Promise<T>): Promise<T> =>
    withFolder(tempDir, "run-", (folder) => hold(row, cut, folder, work));
}
