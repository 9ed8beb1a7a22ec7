/**
 * Takes over rows of processes that have died, within two seconds instead of when the lease ends.
 *
 *     live     each process holds an advisory lock, which PostgreSQL releases when the process or its connection dies
 *     claim    the row gets the key of that lock, and the attempt it was claimed for
 *     look     every second, for rows whose lock is gone
 *     release  if it is still gone a moment later: the lease ends now
 *
 * The lease and the attempt decide as before, so a process that only lost its connection keeps the row unless another has
 * claimed it, and then changes nothing in it. Rows without a key, such as those of earlier versions, wait for the lease.
 */
import type { Log } from "#core/observability/log";
import { pause } from "#core/timing";
import type { Locks } from "#db/advisory";

/** Rows of a table that record their holder. */
export interface HeldRows {
  /** Lists the keys of processes that are gone and hold rows which another may work on. */
  findGone(): Promise<number[]>;
  /** Ends the leases of these processes, as far as they are still gone. */
  release(keys: readonly number[]): Promise<void>;
  /** Removes the key from rows, which then wait for their lease. */
  disown(key: number): Promise<void>;
}

const LOOK_MS = 1_000;
/** Time for a process that lost its connection to return. */
const RETURN_MS = 700;
/** After a restart of the database, the others need a while to return. */
const SETTLE_MS = 5_000;
const MAX_KEY = 2 ** 31 - 1;

interface Parts {
  log: Log;
  locks: Pick<Locks, "stay">;
  /** Called when this process is connected again: it may have lost rows without noticing. */
  onReturn(): void;
}

export class Holders {
  readonly #parts: Parts;
  readonly #key = 1 + Math.floor(Math.random() * MAX_KEY);
  readonly #rows: HeldRows[] = [];
  readonly #stopping = new AbortController();
  #heldSince: number | undefined;
  #looking: Promise<void> = Promise.resolve();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Key for rows that this process claims. Null while it does not hold its lock: the lease alone decides. */
  get own(): number | null {
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
    if (this.#stopping.signal.aborted) return;
    if (isHeld) this.#parts.onReturn();
    else for (const rows of this.#rows) void this.#try(() => rows.disown(this.#key));
  }

  get #mayJudge(): boolean {
    return this.#heldSince !== undefined && performance.now() - this.#heldSince >= SETTLE_MS;
  }

  async #look(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      await pause(LOOK_MS, signal).catch(() => {});
      for (const rows of this.#rows) await this.#try(() => this.#lookAt(rows));
    }
  }

  async #lookAt(rows: HeldRows): Promise<void> {
    if (!this.#mayJudge || this.#stopping.signal.aborted) return;
    const gone = await rows.findGone();
    if (gone.length === 0) return;
    await pause(RETURN_MS, this.#stopping.signal);
    if (this.#mayJudge) await rows.release(gone);
  }

  async #try(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!this.#stopping.signal.aborted)
        this.#parts.log.debug("rows of processes that died wait for their lease", { error });
    }
  }
}
