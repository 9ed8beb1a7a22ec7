interface Options {
  /** Maximum number of tasks that run at the same time. */
  concurrency: number;
  /** Maximum number of tasks of one key that run at the same time. Default: no separate limit. */
  perKey?: number;
}

/**
 * In-process queue whose keys take turns, so that the backlog of one key does not delay the others.
 * @example
 * const queue = new FairQueue({ concurrency: 1 });
 * const order: string[] = [];
 * const work = (key: string) => queue.run(key, async () => order.push(key));
 * await Promise.all([work("ann"), work("ann"), work("ann"), work("bob")]);
 * order; // ["ann", "bob", "ann", "ann"]
 */
export class FairQueue {
  readonly #options: Options;
  readonly #waiting = new Map<string, (() => void)[]>();
  readonly #running = new Map<string, number>();
  #total = 0;
  /** Number of each key's last turn, while the queue is in use. */
  readonly #turns = new Map<string, number>();
  #turn = 0;

  constructor(options: Options) {
    this.#options = options;
  }

  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    await new Promise<void>((start) => {
      const waiting = this.#waiting.get(key);
      if (waiting) waiting.push(start);
      else this.#waiting.set(key, [start]);
      this.#startNext();
    });
    try {
      return await work();
    } finally {
      this.#count(key, -1);
      this.#startNext();
      if (this.#total === 0) this.#turns.clear();
    }
  }

  #startNext(): void {
    while (this.#total < this.#options.concurrency) {
      const key = this.#findNext();
      if (key === undefined) return;
      const waiting = this.#waiting.get(key);
      const start = waiting?.shift();
      if (waiting?.length === 0) this.#waiting.delete(key);
      this.#turns.set(key, ++this.#turn);
      this.#count(key, 1);
      start?.();
    }
  }

  /** Returns the key with the oldest turn among those that wait and may run. */
  #findNext(): string | undefined {
    const { concurrency, perKey = concurrency } = this.#options;
    const getTurn = (key: string) => this.#turns.get(key) ?? 0;
    let next: string | undefined;
    for (const key of this.#waiting.keys()) {
      if ((this.#running.get(key) ?? 0) >= perKey) continue;
      if (next === undefined || getTurn(key) < getTurn(next)) next = key;
    }
    return next;
  }

  #count(key: string, by: 1 | -1): void {
    this.#total += by;
    const running = (this.#running.get(key) ?? 0) + by;
    if (running > 0) this.#running.set(key, running);
    else this.#running.delete(key);
  }
}
