import { Cron } from "croner";
import type postgres from "postgres";
import type { Clock } from "#core/clock";
import { DueTimes } from "#core/jobs/due-times";
import { getModule } from "#core/jobs/names";
import { createTickClaims } from "#core/jobs/tick-claims";
import type { Log } from "#core/observability/log";
import { countWork } from "#core/observability/metrics";
import { createLocks, type Locks } from "#db/advisory";
import { findDatabaseFailure } from "#db/failure";

export interface Schedule {
  /** A cron pattern, optionally with seconds. One replica runs each tick. */
  cron: string;
  run(signal: AbortSignal): Promise<void>;
  /**
   * SQL expression of the earliest time at which there is work, or null. Ticks before that do nothing, so an idle server
   * can run a schedule every second. Without it, `run` is called at each tick.
   */
  due?: string;
}

/** Maximum wait of a timer before it checks the clock again. */
const MAX_WAIT_MS = 3_600_000;

/** Calls `run` at each time of the pattern. While a run lasts, further times are skipped. Returns a function that stops it. */
export function repeat(cron: Cron, clock: Clock, run: (at: Date) => Promise<void>): () => void {
  let isStopped = false;
  let isRunning = false;
  let cancel: (() => void) | undefined;
  const wait = (after: Date): void => {
    const next = isStopped ? null : cron.nextRun(after);
    if (next) setTimer(next);
  };
  const setTimer = (next: Date): void => {
    const left = Math.max(0, next.getTime() - clock.now());
    cancel = clock.setTimer(Math.min(left, MAX_WAIT_MS), () => {
      if (isStopped) return;
      if (clock.now() < next.getTime()) return setTimer(next);
      // After a pause, such as a suspended machine, run only the latest time.
      const now = new Date(clock.now() + 1);
      const at = cron.previousRuns(1, now)[0] ?? next;
      wait(at);
      if (isRunning) return;
      isRunning = true;
      return run(at).finally(() => {
        isRunning = false;
      });
    });
  };
  wait(new Date(clock.now()));
  return () => {
    isStopped = true;
    cancel?.();
  };
}

export interface ScheduleParts {
  sql: postgres.Sql;
  log: Log;
  clock: Clock;
  /** True if no other process uses the database. Ticks then need no claim, and runs no lock. */
  isAlone: boolean;
  /** Number of writes of this process so far. */
  countWrites(): number;
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
    end: async () => {},
  };
}

/** Runs schedules among all replicas. Each time is run by one of them, and two runs of one schedule never overlap. */
export function createSchedules({ sql, log, clock, isAlone, countWrites }: ScheduleParts) {
  const claims = createTickClaims(sql);
  const dueTimes = new DueTimes({ sql, log, clock, countWrites });
  const locks = isAlone ? createOwnLocks() : createLocks(sql);
  const schedules = new Map<string, { cron: Cron; schedule: Schedule }>();
  const running = new Set<Promise<void>>();
  /** Next additional run of each schedule. */
  const extra = new Map<string, { at: number; cancel(): void }>();
  let hasBegun = false;
  const stopping = new AbortController();
  const stops: (() => void)[] = [];

  /** The lock ends with its connection, so it is released when a process dies. */
  async function runNow(name: string, schedule: Schedule): Promise<void> {
    await locks.tryWithLock(`schedule:${name}`, async () => {
      const startedAt = performance.now();
      try {
        await schedule.run(stopping.signal);
        countWork(getModule(name), "schedule", startedAt, false);
      } catch (error) {
        countWork(getModule(name), "schedule", startedAt, !stopping.signal.aborted);
        throw error;
      }
    });
  }

  async function runAt(at: Date, name: string, schedule: Schedule): Promise<void> {
    if (!(await dueTimes.isDue(name))) return;
    if (isAlone || (await claims.claim(name, at))) await runNow(name, schedule);
  }

  function track(work: Promise<void>, name: string): Promise<void> {
    const tracked = work
      .catch((error) => {
        if (findDatabaseFailure(error)) log.warn("schedule skipped", { schedule: name, reason: String(error) });
        else log.error("schedule failed", { schedule: name, error });
      })
      .finally(() => running.delete(tracked));
    running.add(tracked);
    return tracked;
  }

  return {
    prepare: claims.prepare,
    /** Throws if the pattern is invalid. */
    add(name: string, schedule: Schedule): void {
      schedules.set(name, { cron: new Cron(schedule.cron, { paused: true }), schedule });
      if (schedule.due) dueTimes.add(name, schedule.due);
    },
    async begin(): Promise<void> {
      if (!isAlone) await claims.declare([...schedules.keys()]);
      if (stopping.signal.aborted) return;
      hasBegun = true;
      for (const [name, { cron, schedule }] of schedules) {
        stops.push(repeat(cron, clock, (at) => track(runAt(at, name, schedule), name)));
      }
    },
    /** Runs a schedule once more, at most `ms` from now. Keeps only the earliest such run, and skips it while another runs. */
    runAfter(ms: number, name: string): void {
      const entry = schedules.get(name);
      const at = clock.now() + ms;
      const planned = extra.get(name);
      if (!entry || !hasBegun || stopping.signal.aborted || (planned && planned.at <= at)) return;
      planned?.cancel();
      const run = () => {
        extra.delete(name);
        return track(runNow(name, entry.schedule), name);
      };
      extra.set(name, { at, cancel: clock.setTimer(ms, run) });
    },
    async stop(limitMs: number): Promise<void> {
      for (const stop of stops) stop();
      for (const { cancel } of extra.values()) cancel();
      stopping.abort(new Error("The server is stopping."));
      await Promise.race([Promise.allSettled(running), Bun.sleep(limitMs)]);
    },
    end: locks.end,
  };
}
