import { type RawBuilder, sql } from "kysely";
import type { Clock } from "#core/clock";
import type { Log } from "#core/observability/log";
import { findDatabaseFailure } from "#db/failure";
import type { Database } from "#db/tables";

/** Time for which the due times count, unless this process writes. Other replicas run what they add themselves. */
const FRESH_MS = 5_000;

interface Parts {
  db: Database;
  log: Log;
  clock: Clock;
  countWrites(): number;
}

/**
 * Reads the due times of all kinds of work and schedules in one statement: every few seconds, and for a schedule after a
 * write of this process.
 */
export class DueTimes {
  readonly #parts: Parts;
  readonly #expressions = new Map<string, RawBuilder<unknown>>();
  /** On this process's clock. A name without work is missing. */
  #times = new Map<string, number>();
  #readAt = Number.NEGATIVE_INFINITY;
  #writes = -1;
  #reading: Promise<void> | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** @param expression SQL, see `Schedule.due`. */
  add(name: string, expression: RawBuilder<unknown>): void {
    this.#expressions.set(name, expression);
  }

  /** Reads the times, unless that was done within `maxAgeMs`. Rejects while the database is away. */
  async read(maxAgeMs = 0): Promise<void> {
    if (this.#parts.clock.now() - this.#readAt < maxAgeMs) return;
    this.#reading ??= this.#read().finally(() => {
      this.#reading = undefined;
    });
    await this.#reading;
  }

  /** Returns when there is work, on this process's clock, according to the last read. Infinity if there is none. */
  getTime(name: string): number {
    if (!this.#expressions.has(name)) return Number.NEGATIVE_INFINITY;
    return this.#times.get(name) ?? Number.POSITIVE_INFINITY;
  }

  /** Returns true if a schedule has work now. */
  async isDue(name: string): Promise<boolean> {
    const { clock, countWrites } = this.#parts;
    if (!this.#expressions.has(name)) return true;
    const isFresh = clock.now() - this.#readAt < FRESH_MS && this.#writes === countWrites();
    if (!isFresh && this.getTime(name) > clock.now()) await this.read();
    const isDue = this.getTime(name) <= clock.now();
    // The run changes it.
    if (isDue) {
      this.#times.delete(name);
      this.#readAt = Number.NEGATIVE_INFINITY;
    }
    return isDue;
  }

  async #read(): Promise<void> {
    const { db, log, clock, countWrites } = this.#parts;
    const names = [...this.#expressions.keys()];
    const rows = names.map((name, at) => sql`(${sql.lit(at)}, ${this.#expressions.get(name)!})`);
    if (rows.length === 0) return;
    const writes = countWrites();
    try {
      const { rows: found } = await sql<{ at: number; ms: number }>`
        select at, (extract(epoch from greatest(due, to_timestamp(0)) - clock_timestamp()) * 1000)::float8 as ms
        from (values ${sql.join(rows)}) as waiting (at, due) where due is not null`.execute(db);
      // The time after the read, so that none of them is too early.
      const readAt = clock.now();
      this.#times = new Map(found.map(({ at, ms }) => [names[at]!, readAt + ms]));
      this.#writes = writes;
      this.#readAt = readAt;
    } catch (error) {
      if (findDatabaseFailure(error)) throw error;
      log.error("due times not read; schedules run at each tick, and work is looked for every few seconds", { error });
      this.#expressions.clear();
    }
  }
}
