/** Texts in one run of the model: more gain little, and hold up whoever comes with a single one. */
const BATCH = 16;

interface Waiting {
  texts: readonly string[];
  /** Indexes of texts that are still to do, short texts first: padding to a batch's longest costs most. */
  left: number[];
  vectors: Float32Array[];
  signal: AbortSignal;
  resolve(vectors: Float32Array[]): void;
  reject(reason: unknown): void;
}

interface Options {
  run(texts: readonly string[]): Promise<Float32Array[]>;
  /** How long after a single text the others wait: who asked a question searches now, and needs the processor. */
  restMs?: number;
}

/**
 * Runs a batch at a time, of the request that has the fewest texts left: a question never waits for an import,
 * only for one batch of it. Requests that were given up are left out.
 */
export function createQueue({ run, restMs = 0 }: Options) {
  let waiting: Waiting[] = [];
  let working: Promise<void> | undefined;
  let stopped: Error | undefined;
  let askedAt = Number.NEGATIVE_INFINITY;
  /** Once for every batch: questions without end slow an import down, and never stop it. */
  let mayRest = true;
  let arrival = Promise.withResolvers<void>();

  async function rest(ms: number): Promise<void> {
    mayRest = false;
    arrival = Promise.withResolvers();
    await Promise.race([Bun.sleep(ms), arrival.promise]);
  }

  async function batch(one: Waiting): Promise<void> {
    const indexes = one.left.slice(0, BATCH);
    const vectors = await run(indexes.map((index) => one.texts[index]!));
    one.left = one.left.slice(BATCH);
    if (one.texts.length === 1) askedAt = performance.now();
    else mayRest = true;
    indexes.forEach((index, at) => {
      one.vectors[index] = vectors[at]!;
    });
  }

  async function work(): Promise<void> {
    for (;;) {
      for (const one of waiting) if (one.signal.aborted) one.reject(one.signal.reason);
      waiting = waiting.filter((one) => !one.signal.aborted);
      const next = waiting.toSorted((a, b) => a.left.length - b.left.length)[0];
      if (!next || stopped) {
        // In the same breath as the last look: whoever comes next must start anew.
        working = undefined;
        return;
      }
      const restLeft = askedAt + restMs - performance.now();
      if (mayRest && restLeft > 0 && next.texts.length > 1) {
        await rest(restLeft);
        continue;
      }
      try {
        await batch(next);
        if (next.left.length > 0) continue;
        next.resolve(next.vectors);
      } catch (error) {
        next.reject(error);
      }
      waiting = waiting.filter((one) => one !== next);
    }
  }

  return {
    add(texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]> {
      if (stopped) return Promise.reject(stopped);
      if (texts.length === 0) return Promise.resolve([]);
      const { promise, resolve, reject } = Promise.withResolvers<Float32Array[]>();
      const left = texts.map((_, index) => index).sort((a, b) => texts[a]!.length - texts[b]!.length);
      waiting.push({ texts, left, vectors: [], signal, resolve, reject });
      arrival.resolve();
      working ??= work();
      return promise;
    },
    /** Waits for the batch under way; what was not begun is refused. */
    async stop(): Promise<void> {
      stopped = new Error("The embedder has stopped.");
      arrival.resolve();
      await working;
      for (const one of waiting.splice(0)) one.reject(stopped);
    },
  };
}
