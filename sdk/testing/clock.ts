import type { Clock } from "#core/clock";

interface Timer {
  at: number;
  run(): unknown;
}

/**
 * A clock for tests. Time passes as usual, but timers and schedules run only inside `advance`.
 * @example
 * const clock = new TestClock(new Date("2026-12-01T09:00Z"));
 * let runs = 0;
 * // An app that gets the clock, `startApp({ modules, clock })`, sets such timers.
 * clock.setTimer(60_000, () => runs++);
 * await clock.advance(60_000);
 * runs; // 1
 */
export class TestClock implements Clock {
  #ahead: number;
  #timers = new Set<Timer>();
  #listeners: ((aheadMs: number) => Promise<void>)[] = [];

  /** @param startsAt the initial time. Default: the real time */
  constructor(startsAt = new Date()) {
    this.#ahead = startsAt.getTime() - Date.now();
  }

  now(): number {
    return Date.now() + this.#ahead;
  }

  setTimer(ms: number, run: () => unknown): () => void {
    const timer = { at: this.now() + ms, run };
    this.#timers.add(timer);
    return () => void this.#timers.delete(timer);
  }

  /** Calls `listener` before the timers run, with the milliseconds that this clock is ahead of the real time. */
  onAdvance(listener: (aheadMs: number) => Promise<void>): void {
    this.#listeners.push(listener);
  }

  /** Moves time forward by `ms`, then runs the timers that became due, earliest first, and waits for each of them. */
  async advance(ms: number): Promise<void> {
    this.#ahead += ms;
    for (const listener of this.#listeners) await listener(this.#ahead);
    const now = this.now();
    const due = [...this.#timers].filter(({ at }) => at <= now).sort((a, b) => a.at - b.at);
    for (const timer of due) {
      if (this.#timers.delete(timer)) await timer.run();
    }
  }
}
