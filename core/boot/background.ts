import type postgres from "postgres";
import { type Clock, systemClock } from "#core/clock";
import { type Jobs, startJobs } from "#core/jobs/jobs";
import type { Log } from "#core/observability/log";
import { DueTimes } from "#core/work/due-times";
import { Holders } from "#core/work/holders";
import { Schedules } from "#core/work/schedules";
import { createTickTable } from "#core/work/tick-claims";
import { Wake } from "#core/work/wake";
import { Work } from "#core/work/work";
import { createLocks, type Locks, withLock } from "#db/advisory";
import type { Database } from "#db/tables";

export interface BackgroundOptions {
  clock?: Clock;
  /** True if no other process uses the database. */
  isAlone?: boolean;
  /** Number of writes of this process so far. */
  countWrites?(): number;
}

/** What runs beside requests: work that waits in tables, jobs in queues, and schedules. */
export interface Background {
  work: Work;
  holders: Holders;
  jobs: Jobs;
  schedules: Schedules;
  /** Starts the work and the jobs of these names, and the schedules. */
  begin(options: { runs(name: string): boolean; hasSchedules: boolean }): Promise<void>;
  /** Takes nothing new, and waits up to the limit for what is running. */
  stop(limitMs: number): Promise<void>;
}

export async function startBackground(
  { db, sql }: { db: Database; sql: postgres.Sql },
  log: Log,
  { clock = systemClock, isAlone = false, countWrites = () => 0 }: BackgroundOptions = {},
): Promise<Background> {
  const wake = await Wake.start(sql, log);
  const locks = isAlone ? createOwnLocks() : createLocks(sql);
  const dueTimes = new DueTimes({ db, log, clock, countWrites });
  const holders = new Holders({ log, locks, onReturn: () => work.renewLeases(), onGone: () => work.look() });
  const work: Work = new Work({ log, clock, wake, dueTimes, locks, holders });
  const schedules = new Schedules({ sql, log, clock, isAlone, dueTimes, locks });
  let jobs: Jobs | undefined;
  // One at a time: if replicas started together on a new database, all but one would fail to create the schema.
  await withLock(sql, "jobs.start", async () => {
    jobs = await startJobs({ sql, log, wake });
    await createTickTable(sql);
  });
  return {
    work,
    holders,
    jobs: jobs!,
    schedules,
    async begin({ runs, hasSchedules }) {
      if (!isAlone) holders.begin();
      if (hasSchedules) await schedules.begin();
      work.begin(runs);
      await jobs!.begin(runs);
    },
    async stop(limitMs) {
      await Promise.all([schedules.stop(limitMs), work.stop(limitMs), jobs!.stop(limitMs)]);
      await holders.stop();
      await wake.stop();
      await locks.end();
    },
  };
}

/** Locks of the only process on a database. */
function createOwnLocks(): Locks {
  const held = new Set<string>();
  return {
    async tryWithLock(name, work) {
      if (held.has(name)) return false;
      held.add(name);
      await work().finally(() => held.delete(name));
      return true;
    },
    stay: async () => {},
    listLiving: async () => [],
    end: async () => {},
  };
}
