import type postgres from "postgres";
import type { Clock } from "#core/clock";
import type { Log } from "#core/observability/log";
import { findDatabaseFailure } from "#db/failure";

/** Time for which the due times count, unless this process writes. Other replicas run what they add themselves. */
const FRESH_MS = 5_000;

interface Parts {
  sql: postgres.Sql;
  log: Log;
  clock: Clock;
  countWrites(): number;
}

/** Reads the due times of all schedules in one statement: after a write of this process, otherwise every few seconds. */
export class DueTimes {
  readonly #parts: Parts;
  readonly #expressions = new Map<string, string>();
  /** On this process's clock. A schedule without work is missing. */
  #times = new Map<string, number>();
  #readAt = Number.NEGATIVE_INFINITY;
  #writes = -1;
  #reading: Promise<void> | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** @param expression SQL, see `Schedule.due`. */
  add(name: string, expression: string): void {
    this.#expressions.set(name, expression);
  }

  /** Returns true if a schedule has work now. */
  async isDue(name: string): Promise<boolean> {
    const { clock, countWrites } = this.#parts;
    if (!this.#expressions.has(name)) return true;
    const isFresh = clock.now() - this.#readAt < FRESH_MS && this.#writes === countWrites();
    if (!isFresh && !this.#isPast(name)) {
      this.#reading ??= this.#read().finally(() => {
        this.#reading = undefined;
      });
      await this.#reading;
    }
    if (!this.#expressions.has(name)) return true;
    const isDue = this.#isPast(name);
    // The run changes it.
    if (isDue) {
      this.#times.delete(name);
      this.#readAt = Number.NEGATIVE_INFINITY;
    }
    return isDue;
  }

  #isPast(name: string): boolean {
    return (this.#times.get(name) ?? Number.POSITIVE_INFINITY) <= this.#parts.clock.now();
  }

  async #read(): Promise<void> {
    const { sql, log, clock, countWrites } = this.#parts;
    const names = [...this.#expressions.keys()];
    const rows = names.map((_, at) => `(${at}, ${this.#expressions.get(names[at]!)})`);
    const [writes, readAt] = [countWrites(), clock.now()];
    try {
      const found = await sql.unsafe<{ at: number; ms: number }[]>(
        `select at, (extract(epoch from greatest(due, to_timestamp(0)) - clock_timestamp()) * 1000)::float8 as ms
          from (values ${rows.join(", ")}) as schedules (at, due) where due is not null`,
      );
      this.#times = new Map(found.map(({ at, ms }) => [names[at]!, readAt + ms]));
      this.#writes = writes;
      this.#readAt = readAt;
    } catch (error) {
      if (findDatabaseFailure(error)) throw error;
      log.error("due times of schedules not read; they run at each tick", { error });
      this.#expressions.clear();
    }
  }
}
