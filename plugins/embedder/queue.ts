/** Number of texts per model run. Larger batches gain little and delay single queries. */
const BATCH = 16;

interface Waiting {
  texts: readonly string[];
  /** Indexes of the remaining texts, short ones first, because padding to the longest text of a batch is expensive. */
  left: number[];
  vectors: Float32Array[];
  signal: AbortSignal;
  resolve(vectors: Float32Array[]): void;
  reject(reason: unknown): void;
}

interface Options {
  run(texts: readonly string[]): Promise<Float32Array[]>;
  /** Pause of batches after a single text, which leaves the CPU to the search that follows it. */
  restMs?: number;
}

/** A request in the queue, with short texts first, and its result. */
function createWaiting(texts: readonly string[], signal: AbortSignal) {
  const { promise, resolve, reject } = Promise.withResolvers<Float32Array[]>();
  const left = texts.map((_, index) => index).sort((a, b) => texts[a]!.length - texts[b]!.length);
  const waiting: Waiting = { texts, left, vectors: [], signal, resolve, reject };
  return { waiting, promise };
}

/** Runs the next texts of a request. Returns true once it is settled. */
async function runBatch(request: Waiting, run: Options["run"]): Promise<boolean> {
  const indexes = request.left.slice(0, BATCH);
  try {
    const vectors = await run(indexes.map((index) => request.texts[index]!));
    for (const [at, index] of indexes.entries()) request.vectors[index] = vectors[at]!;
  } catch (error) {
    request.reject(error);
    return true;
  }
  request.left = request.left.slice(BATCH);
  if (request.left.length === 0) request.resolve(request.vectors);
  return request.left.length === 0;
}

/**
 * Runs one batch at a time, from the request with the fewest texts left. A query, or another task, waits for at most
 * one batch of an import. Aborted requests are skipped.
 */
export function createQueue({ run, restMs = 0 }: Options) {
  let waiting: Waiting[] = [];
  const urgent: { run(): Promise<void>; reject(reason: unknown): void }[] = [];
  let working: Promise<void> | undefined;
  let stopped: Error | undefined;
  let askedAt = Number.NEGATIVE_INFINITY;
  /** Limited to one pause per batch, so that constant queries slow down an import but never stop it. */
  let mayRest = true;
  let arrival = Promise.withResolvers<void>();
  const begin = () => {
    arrival.resolve();
    working ??= work();
  };

  async function rest(ms: number): Promise<void> {
    mayRest = false;
    arrival = Promise.withResolvers();
    await Promise.race([Bun.sleep(ms), arrival.promise]);
  }

  async function work(): Promise<void> {
    for (;;) {
      for (const one of waiting) if (one.signal.aborted) one.reject(one.signal.reason);
      waiting = waiting.filter((request) => !request.signal.aborted);
      const task = stopped ? undefined : urgent.shift();
      if (task) {
        await task.run();
        continue;
      }
      const next = waiting.toSorted((a, b) => a.left.length - b.left.length)[0];
      if (!next || stopped) {
        // Clear this synchronously, so that the next request starts a new loop.
        working = undefined;
        return;
      }
      const restLeft = askedAt + restMs - performance.now();
      if (mayRest && restLeft > 0 && next.texts.length > 1) {
        await rest(restLeft);
        continue;
      }
      if (await runBatch(next, run)) waiting = waiting.filter((request) => request !== next);
      if (next.texts.length === 1) askedAt = performance.now();
      else mayRest = true;
    }
  }

  return {
    add(texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]> {
      if (stopped) return Promise.reject(stopped);
      if (texts.length === 0) return Promise.resolve([]);
      const { waiting: request, promise } = createWaiting(texts, signal);
      waiting.push(request);
      begin();
      return promise;
    },
    /** Runs another task between two batches, before queued requests. */
    async runBetween<T>(task: () => Promise<T>): Promise<T> {
      if (stopped) throw stopped;
      const { promise, resolve, reject } = Promise.withResolvers<T>();
      urgent.push({ run: () => task().then(resolve, reject), reject });
      begin();
      return promise;
    },
    /** Waits for the current batch and rejects the rest. */
    async stop(): Promise<void> {
      stopped = new Error("The embedder has stopped.");
      arrival.resolve();
      await working;
      for (const one of [...urgent.splice(0), ...waiting.splice(0)]) one.reject(stopped);
    },
  };
}
