/**
 * One loop for everything that waits in a table until it is due: generations, deliveries, posts, the library's queues.
 *
 *            ┌──────────────────── claimed something, or an item has ended ◄───────────────────┐
 *     look ──┴─► claim (due rows, under a lease) ─► run (the lease is renewed meanwhile) ─► settle
 *       ▲
 *       ├─ start        what was left by the last process
 *       ├─ commit       of a transaction that added work, in this process or in another without a free worker
 *       ├─ due time     of the next row, known by a read every few seconds that covers all kinds
 *       ├─ dead process that held rows (core/work/holders.ts)
 *       └─ expired      lease, by the same read
 *
 * The rows decide what is due, so an additional look is harmless and a lost notification costs seconds.
 */
import { type RawBuilder, sql } from "kysely";
import type { Clock } from "#core/clock";
import { type HeldLease, keepLease } from "#core/leases";
import type { Log } from "#core/observability/log";
import { countWork } from "#core/observability/metrics";
import { pause } from "#core/timing";
import type { DueTimes } from "#core/work/due-times";
import type { HeldRows, Holders } from "#core/work/holders";
import type { Wake, Workers } from "#core/work/wake";
import type { Locks } from "#db/advisory";
import { afterCommit } from "#db/dialect";
import { findDatabaseFailure } from "#db/failure";
import type { Database, Transaction } from "#db/tables";

/** Rows that become due and are worked on by one process at a time, under a lease (core/leases.ts). */
export interface WorkKind<Item = unknown> {
  /** Maximum number of items that this process works on at a time. */
  concurrency: number;
  /**
   * SQL expression of the earliest time at which a row may be claimed, or null. Evaluated every few seconds, so it must be
   * read from an index, however many rows are due later. At the start, only kinds with due rows are claimed, and those with
   * `recover` or `alone`.
   */
  due: RawBuilder<unknown>;
  /** Query of the unfinished rows for the metrics: `due` (timestamptz) and `held` (boolean, true while a lease is valid). */
  backlog?: RawBuilder<unknown>;
  /** Claims due rows and sets their leases, at most `limit`, accounts in turn. */
  claim(limit: number): Promise<readonly Item[]>;
  /** Works on an item and settles it. If it throws, the row is claimed again once its lease has expired. */
  run(item: Item, signals: WorkSignals): Promise<void>;
  /** Updates the lease of a row that is still this process's. Called while `run` lasts. */
  renew?(item: Item): Promise<{ numUpdatedRows: bigint }>;
  /** Resolves what dead processes left, before the first claim and when rows are due that nobody announced. */
  recover?(): Promise<void>;
  /** Set if the rows record their holder (`WorkSender.holder`), so that others take over those of a process that dies. */
  held?: HeldRows;
  /**
   * Set if one replica at a time may work on this kind, because something counts per process, such as a vendor's limit.
   * It claims that often, and keeps its turn until nothing is running.
   */
  alone?: { pauseMs(): number };
}

export interface WorkSignals {
  /** Aborts when the server begins to stop. */
  stopping: AbortSignal;
  /** Aborts when another process has claimed the row, or the row is gone. */
  lost: AbortSignal;
}

/** Kinds of work are named `<module>.<kind>`. Modules may omit their own prefix. */
export interface WorkSender {
  /**
   * Announces, once the transaction has committed, that rows of a kind are due `inMs` from now. Not needed for the rows
   * to be found, only for finding them at once.
   */
  wake(trx: Database | Transaction, kind: string, inMs?: number): Promise<void>;
  /** Key of this process, to store in rows that it claims. Null if only their leases decide. */
  readonly holder: number | null;
}

/** Lets a module use the short names of its own kinds, such as "deliver" for `webhooks.deliver`. */
export const scopeWork = (work: WorkSender, module: string): WorkSender => ({
  wake: (trx, kind, inMs) => work.wake(trx, kind.includes(".") ? kind : `${module}.${kind}`, inMs),
  get holder() {
    return work.holder;
  },
});

/** Interval of the reads of due times. Work of other replicas, and of dead ones, is found within it. */
const READ_MS = 5_000;
/** Age of a read for schedules that also serves the work. */
const SHARED_MS = 1_000;
/** Claims of a busy process wait this long for more free places, to claim several rows at a time. */
const GATHER_MS = 20;

/** Number of rows of a kind that are due, or that processes work on. */
export interface Backlog {
  name: string;
  held: boolean;
  count: number;
  /** Time that the oldest of them has been due. */
  lateSeconds: number;
}

/** A schedule may have the same name. */
const toKey = (name: string) => `work:${name}`;

interface Parts {
  log: Log;
  clock: Clock;
  wake: Wake;
  dueTimes: DueTimes;
  locks: Locks;
  holders: Holders;
}

/** Runs the kinds of work of this process. */
export class Work implements WorkSender {
  readonly #parts: Parts;
  readonly #kinds = new Map<string, WorkKind>();
  readonly #runners = new Map<string, Runner>();
  /** Timers of rows that are due before the next read. */
  readonly #timers = new Map<string, { at: number; cancel(): void }>();
  readonly #stopping = new AbortController();
  #cancelRead = () => {};
  #reading: Promise<unknown> = Promise.resolve();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Declares a kind. Its rows are claimed from `begin` on. */
  declare(name: string, kind: WorkKind): void {
    this.#kinds.set(name, kind);
    this.#parts.dueTimes.add(toKey(name), kind.due);
    if (kind.held) this.#parts.holders.add(kind.held);
  }

  /** Starts working on these kinds, first on what is left from before. */
  begin(runs: (name: string) => boolean): void {
    if (this.#stopping.signal.aborted) return;
    for (const [name, kind] of this.#kinds) {
      if (!runs(name)) continue;
      const runner = new Runner(name, kind, this.#parts, this.#stopping.signal);
      this.#runners.set(name, runner);
      this.#parts.wake.register(name, runner);
      // SQL cannot see what this process alone knows, such as which files it has checked.
      if (kind.recover || kind.alone) void runner.look();
    }
    if (this.#runners.size > 0) this.#planRead();
    // One statement finds the other kinds that have work. Claiming for each kind would open a connection per kind.
    this.look();
  }

  get holder(): number | null {
    return this.#parts.holders.holder;
  }

  /** Looks for work of all kinds now, because another process has left some. */
  look(): void {
    if (this.#runners.size > 0 && !this.#stopping.signal.aborted) this.#reading = this.#lookAtDue(0);
  }

  async wake(trx: Database | Transaction, name: string, inMs = 0): Promise<void> {
    if (!this.#kinds.has(name))
      throw new Error(`Unknown work "${name}". Declared: ${[...this.#kinds.keys()].join(", ")}.`);
    await afterCommit(trx, () => {
      if (inMs <= 0) this.#parts.wake.announce(name);
      else this.#lookAt(name, this.#parts.clock.now() + inMs);
    });
  }

  /** Stops claiming and waits up to the limit for what is running, whose outcome may otherwise be unknown. */
  async stop(limitMs: number): Promise<void> {
    this.#cancelRead();
    for (const { cancel } of this.#timers.values()) cancel();
    this.#stopping.abort(new Error("The server is stopping."));
    const ended = Promise.all([this.#reading, ...[...this.#runners.values()].map((runner) => runner.end())]);
    await Promise.race([ended, Bun.sleep(limitMs)]);
  }

  /** Renews all leases now, and so finds those that were lost meanwhile. */
  renewLeases(): void {
    for (const runner of this.#runners.values()) runner.renewLeases();
  }

  get names(): string[] {
    return [...this.#kinds.keys()];
  }

  /** Counts the due and the held rows of each kind. */
  async measure(db: Database): Promise<Backlog[]> {
    const counts = [...this.#kinds].flatMap(([name, { backlog }]) =>
      backlog === undefined
        ? []
        : sql`
        select ${name}::text as name, held, count(*)::int as count,
          coalesce(extract(epoch from now() - min(due)), 0)::float8 as "lateSeconds"
        from (${backlog}) as rows where held or due <= now() group by held`,
    );
    if (counts.length === 0) return [];
    const { rows } = await sql<Backlog>`${sql.join(counts, sql` union all `)}`.execute(db);
    return rows;
  }

  /** The next read is planned first, so that a read that hangs or fails does not end them. */
  #planRead(): void {
    this.#cancelRead = this.#parts.clock.setTimer(READ_MS, () => {
      this.#planRead();
      this.#reading = this.#lookAtDue();
      return this.#reading;
    });
  }

  /** Looks for rows that are due, and sets timers for those that are due before the next read. */
  async #lookAtDue(maxAgeMs = SHARED_MS): Promise<void> {
    const { dueTimes, clock } = this.#parts;
    if (!(await this.#readDueTimes(maxAgeMs))) return;
    const now = clock.now();
    const due = [...this.#runners].filter(([name]) => dueTimes.getTime(toKey(name)) <= now);
    for (const name of this.#runners.keys()) this.#lookAt(name, dueTimes.getTime(toKey(name)));
    await Promise.all(due.map(([, runner]) => runner.look()));
  }

  /** Returns false if the database is away. */
  async #readDueTimes(maxAgeMs?: number): Promise<boolean> {
    try {
      await this.#parts.dueTimes.read(maxAgeMs);
      return true;
    } catch (error) {
      this.#parts.log.warn("work waits for the database", { reason: String(error) });
      return false;
    }
  }

  /** Looks for rows at a future time, if it is before the next read, which finds later ones. */
  #lookAt(name: string, at: number): void {
    const { clock } = this.#parts;
    const inMs = at - clock.now();
    const planned = this.#timers.get(name);
    const isNext = inMs > 0 && inMs <= READ_MS && !(planned && planned.at <= at);
    if (!isNext || !this.#runners.has(name) || this.#stopping.signal.aborted) return;
    planned?.cancel();
    this.#timers.set(name, { at, cancel: clock.setTimer(inMs, () => this.#lookOnTime(name)) });
  }

  async #lookOnTime(name: string): Promise<void> {
    const { dueTimes, clock } = this.#parts;
    const runner = this.#runners.get(name)!;
    this.#timers.delete(name);
    const before = runner.claimed;
    await runner.claimAll();
    if (runner.claimed > before || runner.isFull || !(await this.#readDueTimes())) return;
    // Another replica was faster, or the time came from another clock than the database's.
    const at = dueTimes.getTime(toKey(name));
    if (at > clock.now()) this.#lookAt(name, at);
    else await runner.claimAll();
  }
}

/** Claims and runs the rows of one kind. */
class Runner implements Workers {
  readonly #name: string;
  readonly #kind: WorkKind;
  readonly #parts: Parts;
  readonly #stopping: AbortSignal;
  readonly #running = new Set<Promise<void>>();
  readonly #leases = new Set<HeldLease>();
  /** True if rows may be due that the last claim has not seen. */
  #isDirty = false;
  /** True if the last claim found rows, so that there may be more. */
  #hasMore = false;
  #claiming: Promise<void> | undefined;
  #recovering: Promise<void> | undefined;
  /** Number of items claimed so far. */
  claimed = 0;

  constructor(name: string, kind: WorkKind, parts: Parts, stopping: AbortSignal) {
    this.#name = name;
    this.#kind = kind;
    this.#parts = parts;
    this.#stopping = stopping;
  }

  get count(): number {
    return this.#kind.concurrency;
  }

  get running(): number {
    return this.#running.size;
  }

  get isFull(): boolean {
    return this.running >= this.count;
  }

  notify(): void {
    void this.claimAll();
  }

  /** Recovers what dead processes left, then claims. Waits for neither what is running nor a free place. */
  async look(): Promise<void> {
    this.#recovering ??= this.#recover().finally(() => {
      this.#recovering = undefined;
    });
    await this.#recovering;
    const claiming = this.claimAll();
    if (!this.isFull) await claiming;
  }

  /** Claims until nothing is due. */
  claimAll(): Promise<void> {
    this.#isDirty = true;
    if (this.#stopping.aborted) return Promise.resolve();
    this.#claiming ??= this.#claimInTurn()
      .catch((error) => this.#report("work not claimed", error))
      .finally(() => {
        this.#claiming = undefined;
        if (this.#isDirty) this.notify();
      });
    return this.#claiming;
  }

  renewLeases(): void {
    for (const lease of this.#leases) lease.renew();
  }

  async end(): Promise<void> {
    await this.#recovering;
    await this.#claiming;
    await Promise.all(this.#running);
  }

  async #recover(): Promise<void> {
    await this.#kind.recover?.().catch((error) => this.#report("work not recovered", error));
  }

  async #claimInTurn(): Promise<void> {
    const { alone } = this.#kind;
    if (!alone) return this.#claimDue();
    const isTurn = await this.#parts.locks.tryWithLock(`schedule:${this.#name}`, async () => {
      try {
        do {
          await this.#claimDue();
          // The next replica begins with a fresh limit, which adds to what this one has used. So pause before it may claim.
          await pause(alone.pauseMs(), this.#stopping).catch(() => {});
        } while (!this.#stopping.aborted && (this.#mayBeDue || this.running > 0));
      } finally {
        await Promise.all(this.#running);
      }
    });
    if (!isTurn) this.#isDirty = false;
  }

  get #mayBeDue(): boolean {
    return this.#isDirty || this.#hasMore;
  }

  async #claimDue(): Promise<void> {
    const { concurrency, alone } = this.#kind;
    while (this.#mayBeDue && !this.#stopping.aborted) {
      if (this.isFull) {
        await Promise.race(this.#running);
        continue;
      }
      if (this.running > concurrency * 0.75) await Promise.race([...this.#running, Bun.sleep(GATHER_MS)]);
      if (this.#stopping.aborted) return;
      this.#isDirty = false;
      this.#hasMore = false;
      const items = await this.#kind.claim(concurrency - this.running);
      this.claimed += items.length;
      this.#hasMore = items.length > 0;
      for (const item of items) this.#start(item);
      if (alone) return;
    }
  }

  #start(item: unknown): void {
    const work: Promise<void> = this.#run(item).then((isDone) => {
      this.#running.delete(work);
      // After a failure the next look is that of the timer, so that work without a lease does not fail in a loop.
      if (isDone) this.notify();
      else this.#hasMore = false;
    });
    this.#running.add(work);
  }

  /** Returns false if it failed. */
  async #run(item: unknown): Promise<boolean> {
    const startedAt = performance.now();
    const warn = (error: unknown) => this.#parts.log.warn("lease not renewed", { work: this.#name, error });
    const lease = this.#kind.renew && keepLease(async () => this.#kind.renew!(item), warn);
    if (lease) this.#leases.add(lease);
    const lost = lease?.lost ?? new AbortController().signal;
    try {
      await this.#kind.run(item, { stopping: this.#stopping, lost });
      countWork(this.#name, "job", startedAt, false);
      return true;
    } catch (error) {
      countWork(this.#name, "job", startedAt, !this.#stopping.aborted);
      if (this.#stopping.aborted) this.#parts.log.info("work interrupted", { work: this.#name });
      else this.#report("work failed", error);
      return false;
    } finally {
      lease?.stop();
      if (lease) this.#leases.delete(lease);
    }
  }

  #report(message: string, error: unknown): void {
    const { log } = this.#parts;
    if (findDatabaseFailure(error))
      log.warn("work waits for the database", { work: this.#name, reason: String(error) });
    else log.error(message, { work: this.#name, error });
  }
}
