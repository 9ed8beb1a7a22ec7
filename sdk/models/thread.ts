import type { ModelPlace, ModelReport } from "#sdk/models/place";

type Opened = Extract<ModelReport, { type: "opened" }>;

/**
 * Runs a model in a worker, one order at a time. Terminating it during a computation would crash the process.
 * @param file the worker's entry point.
 * @param name for messages: "The embedder's thread".
 */
export function createModelThread(file: string | URL, name: string, onProgress: (percent: number) => void) {
  // Workers do not inherit changes to this process's environment.
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
  // An idle thread must not keep the process alive.
  (worker as unknown as { unref(): void }).unref();

  /** Sends an order and returns the worker's reply. Await it before the next order. */
  async function ask<Order>(order: Order, transfer: Transferable[] = []): Promise<unknown> {
    if (dead) throw dead;
    waiting = Promise.withResolvers();
    worker.postMessage(order, transfer);
    return waiting.promise;
  }
  return {
    ask,
    open: (place: ModelPlace) => ask({ type: "open", ...place }) as Promise<Opened>,
    /** Call this only when no reply is pending. */
    async close(): Promise<void> {
      if (!dead) await ask({ type: "close" }).catch(() => {});
      worker.terminate();
    },
    isDead: () => dead !== undefined,
  };
}
