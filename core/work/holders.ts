/**
 * Takes over the work of processes that have died, within two seconds instead of when their leases end.
 *
 *     live     each process holds an advisory lock, which PostgreSQL releases when the process or its connection dies
 *     claim    the row gets the key of that lock, and the attempt it was claimed for
 *     look     every second, for locks that are gone
 *     release  rows of processes that are still gone a moment later: the lease ends now
 *
 * The lease and the attempt decide as before, so a process that only lost its connection keeps the row unless another has
 * claimed it, and then changes nothing in it. Rows without a key, such as those of earlier versions, wait for the lease.
 */
import { type SqlBool, sql } from "kysely";
import type { Log } from "#core/observability/log";
import { pause } from "#core/timing";
import { isGone, type Locks } from "#db/advisory";

/** Rows of a table that record their holder. */
export interface HeldRows {
  /** Ends the leases of rows that are abandoned (`isAbandoned`), as far as another process may work on them. */
  release(living: readonly number[]): Promise<unknown>;
  /** Removes the key from rows, which then wait for their lease. */
  disown(key: number): Promise<unknown>;
}

/**
 * True for rows whose process has died during its attempt. The table has the columns `holder`, `holder_attempt` and
 * `attempts`.
 * @param living keys of the processes that lived a moment ago
 * @example
 * const release = (living: readonly number[]) =>
 *   context.db.updateTable("notes").set({ lease_until: null }).where(isAbandoned(living)).execute();
 */
export const isAbandoned = (living: readonly number[]) =>
  sql<SqlBool>`(holder is not null and holder_attempt = attempts and holder <> all(${living}::int[]) and ${isGone("holder")})`;

const LOOK_MS = 1_000;
/** Time for a process that lost its connection to return. */
const RETURN_MS = 700;
/** After a restart of the database, the others need a while to return. */
const SETTLE_MS = 5_000;
const MAX_KEY = 2 ** 31 - 1;

interface Parts {
  log: Log;
  locks: Pick<Locks, "stay" | "listLiving">;
  /** Called when this process is connected again: it may have lost rows without noticing. */
  onReturn(): void;
  /** Called when a process is gone, because its turns are free, and again when its rows are free. */
  onGone(): void;
}

export class Holders {
  readonly #parts: Parts;
  readonly #key = 1 + Math.floor(Math.random() * MAX_KEY);
  readonly #rows: HeldRows[] = [];
  readonly #stopping = new AbortController();
  #heldSince: number | undefined;
  /** Processes that lived when rows were last released. Unknown before the first time. */
  #living: readonly number[] | undefined;
  #looking: Promise<void> = Promise.resolve();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Key for rows that this process claims. Null while it does not hold its lock: the lease alone decides. */
  get holder(): number | null {
    return this.#heldSince === undefined ? null : this.#key;
  }

  add(rows: HeldRows): void {
    this.#rows.push(rows);
  }

  begin(): void {
    void this.#parts.locks.stay(this.#key, (isHeld) => this.#change(isHeld));
    this.#looking = this.#look();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#looking;
  }

  #change(isHeld: boolean): void {
    this.#heldSince = isHeld ? performance.now() : undefined;
    this.#living = undefined;
    if (this.#stopping.signal.aborted) return;
    if (isHeld) this.#parts.onReturn();
    else for (const rows of this.#rows) void this.#try(() => rows.disown(this.#key));
  }

  get #mayJudge(): boolean {
    const { aborted } = this.#stopping.signal;
    return !aborted && this.#heldSince !== undefined && performance.now() - this.#heldSince >= SETTLE_MS;
  }

  async #look(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      await pause(LOOK_MS, signal).catch(() => {});
      if (this.#mayJudge) await this.#try(() => this.#releaseGone());
    }
  }

  async #releaseGone(): Promise<void> {
    const living = await this.#parts.locks.listLiving();
    if (this.#living?.every((key) => living.includes(key))) {
      this.#living = living;
      return;
    }
    this.#parts.onGone();
    await pause(RETURN_MS, this.#stopping.signal);
    if (!this.#mayJudge) return;
    for (const rows of this.#rows) await rows.release(living);
    this.#living = living;
    this.#parts.onGone();
  }

  async #try(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!this.#stopping.signal.aborted)
        this.#parts.log.debug("rows of processes that died wait for their lease", { error });
    }
  }
}
