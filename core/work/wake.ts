import type postgres from "postgres";
import type { Log } from "#core/observability/log";

const CHANNEL = "vireo_jobs";
/** Minimum interval between notifications of other replicas. */
const EVERY_MS = 50;
/** Time within which a woken worker, or another replica, has claimed what is due. */
const FETCH_MS = 1_000;

/** What works on a queue or on a kind of work in this process. */
export interface Workers {
  /** Maximum number of jobs or items at a time. */
  readonly count: number;
  /** Number of those that are running. */
  readonly running: number;
  /** Looks for due work, if there is room. */
  notify(): void;
}

/**
 * Wakes workers when work is added. Up to version 18, PostgreSQL wakes every listener of a database on each NOTIFY and
 * serialises the commits of transactions with a NOTIFY, which would limit the number of replicas. So no transaction
 * with work in it notifies. After its commit, a free worker of this process takes the work; only if there is none, other
 * replicas are notified, many times at once. A lost notification costs seconds, until the next look.
 */
export class Wake {
  readonly #sql: postgres.Sql;
  readonly #log: Log;
  readonly #own = crypto.randomUUID();
  readonly #workers = new Map<string, Workers>();
  /** Names to notify other replicas of. */
  readonly #waiting = new Set<string>();
  /** Number of woken workers that have not begun yet, by name. */
  readonly #woken = new Map<string, number>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sentAt = Number.NEGATIVE_INFINITY;
  #sending: Promise<void> = Promise.resolve();
  #unlisten: () => Promise<void> = async () => {};

  private constructor(sql: postgres.Sql, log: Log) {
    this.#sql = sql;
    this.#log = log;
  }

  /** Begins to listen to the other replicas. */
  static async start(sql: postgres.Sql, log: Log): Promise<Wake> {
    const wake = new Wake(sql, log);
    const { unlisten } = await sql.listen(CHANNEL, (payload) => wake.#receive(payload));
    wake.#unlisten = unlisten;
    return wake;
  }

  /** Registers what works on `name` in this process. */
  register(name: string, workers: Workers): void {
    this.#workers.set(name, workers);
  }

  /** Announces work. Call it after the commit. */
  announce(name: string): void {
    if (this.#wakeOwn(name)) return;
    this.#waiting.add(name);
    const send = () => {
      this.#sending = this.#notifyOthers();
    };
    this.#timer ??= setTimeout(send, Math.max(0, this.#sentAt + EVERY_MS - performance.now()));
  }

  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#sending;
    await this.#notifyOthers();
    await this.#unlisten();
  }

  /** Returns true if a free worker of this process will take the work. */
  #wakeOwn(name: string): boolean {
    const workers = this.#workers.get(name);
    if (!workers) return false;
    workers.notify();
    const expected = this.#woken.get(name) ?? 0;
    if (workers.count - workers.running - expected <= 0) return false;
    this.#woken.set(name, expected + 1);
    setTimeout(() => this.#woken.set(name, Math.max(0, (this.#woken.get(name) ?? 0) - 1)), FETCH_MS).unref();
    return true;
  }

  #receive(payload: string): void {
    const { sender, queues } = JSON.parse(payload) as { sender: string; queues: string[] };
    if (sender !== this.#own) for (const name of queues) this.#workers.get(name)?.notify();
  }

  async #notifyOthers(): Promise<void> {
    this.#timer = undefined;
    if (this.#waiting.size === 0) return;
    this.#sentAt = performance.now();
    const payload = JSON.stringify({ sender: this.#own, queues: [...this.#waiting] });
    this.#waiting.clear();
    await this.#sql`select pg_notify(${CHANNEL}, ${payload})`.then(
      () => {},
      (error) => this.#log.debug("other replicas not notified of work", { error }),
    );
  }
}
