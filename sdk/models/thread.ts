import type { ModelPlace, ModelReport } from "#sdk/models/place";

type Opened = Extract<ModelReport, { type: "opened" }>;

/**
 * A worker with a model, spoken to one order at a time: ending it while it computes would end the whole process.
 * @param file where the worker's code is.
 * @param name for messages: "The embedder's thread".
 */
export function createModelThread(file: string | URL, name: string, onProgress: (percent: number) => void) {
  // What this process has set in its own environment does not reach a worker by itself.
  const worker = new Worker(file, { env: { ...process.env } as Record<string, string> });
  let waiting: PromiseWithResolvers<unknown> | undefined;
  let dead: Error | undefined;
  const die = (error: Error) => {
    dead = error;
    waiting?.reject(error);
  };
  worker.addEventListener("message", ({ data }: MessageEvent<ModelReport>) => {
    if (data.type === "progress") onProgress(data.percent);
    else if (data.type === "failed") waiting?.reject(new Error(data.message));
    else waiting?.resolve(data);
  });
  worker.addEventListener("error", ({ message }) => die(new Error(`${name} failed: ${message}`)));
  worker.addEventListener("close", () => die(new Error(`${name} has ended.`)));
  // A thread that waits for work keeps no process alive.
  (worker as unknown as { unref(): void }).unref();

  /** The worker's report of an order. Throws where it failed. Await it before the next order. */
  async function ask<Order>(order: Order, transfer: Transferable[] = []): Promise<unknown> {
    if (dead) throw dead;
    waiting = Promise.withResolvers();
    worker.postMessage(order, transfer);
    return waiting.promise;
  }
  return {
    ask,
    open: (place: ModelPlace) => ask({ type: "open", ...place }) as Promise<Opened>,
    /** Call it only when no answer is awaited. */
    async close(): Promise<void> {
      if (!dead) await ask({ type: "close" }).catch(() => {});
      worker.terminate();
    },
    isDead: () => dead !== undefined,
  };
}
