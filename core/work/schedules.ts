import { Cron } from "croner";
import { sql as rawSql } from "kysely";
import type postgres from "postgres";
import type { Clock } from "#core/clock";
import type { Log } from "#core/observability/log";
import { countWork } from "#core/observability/metrics";
import type { DueTimes } from "#core/work/due-times";
import { claimTick, declareTicks } from "#core/work/tick-claims";
import type { Locks } from "#db/advisory";
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

interface Parts {
  sql: postgres.Sql;
  log: Log;
  clock: Clock;
  /** True if no other process uses the database. Ticks then need no claim. */
  isAlone: boolean;
  dueTimes: DueTimes;
  locks: Locks;
}

/** Runs schedules among all replicas. Each time is run by one of them, and two runs of one schedule never overlap. */
export class Schedules {
  readonly #parts: Parts;
  readonly #schedules = new Map<string, { cron: Cron; schedule: Schedule }>();
  readonly #running = new Set<Promise<void>>();
  readonly #stopping = new AbortController();
  readonly #stops: (() => void)[] = [];

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Throws if the pattern is invalid. */
  add(name: string, schedule: Schedule): void {
    this.#schedules.set(name, { cron: new Cron(schedule.cron, { paused: true }), schedule });
    if (schedule.due) this.#parts.dueTimes.add(name, rawSql.raw(schedule.due));
  }

  async begin(): Promise<void> {
    const { sql, isAlone, clock } = this.#parts;
    if (!isAlone) await declareTicks(sql, [...this.#schedules.keys()]);
    if (this.#stopping.signal.aborted) return;
    for (const [name, { cron, schedule }] of this.#schedules) {
      this.#stops.push(repeat(cron, clock, (at) => this.#track(this.#runAt(at, name, schedule), name)));
    }
  }

  async stop(limitMs: number): Promise<void> {
    for (const stop of this.#stops) stop();
    this.#stopping.abort(new Error("The server is stopping."));
    await Promise.race([Promise.allSettled(this.#running), Bun.sleep(limitMs)]);
  }

  async #runAt(at: Date, name: string, schedule: Schedule): Promise<void> {
    const { sql, isAlone, dueTimes } = this.#parts;
    if (!(await dueTimes.isDue(name))) return;
    if (isAlone || (await claimTick(sql, name, at))) await this.#run(name, schedule);
  }

  /** The lock ends with its connection, so it is released when a process dies. */
  async #run(name: string, schedule: Schedule): Promise<void> {
    await this.#parts.locks.tryWithLock(`schedule:${name}`, async () => {
      const startedAt = performance.now();
      try {
        await schedule.run(this.#stopping.signal);
        countWork(name, "schedule", startedAt, false);
      } catch (error) {
        countWork(name, "schedule", startedAt, !this.#stopping.signal.aborted);
        throw error;
      }
    });
  }

  #track(work: Promise<void>, name: string): Promise<void> {
    const { log } = this.#parts;
    const tracked = work
      .catch((error) => {
        if (findDatabaseFailure(error)) log.warn("schedule skipped", { schedule: name, reason: String(error) });
        else log.error("schedule failed", { schedule: name, error });
      })
      .finally(() => this.#running.delete(tracked));
    this.#running.add(tracked);
    return tracked;
  }
}
