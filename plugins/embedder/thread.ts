import { isCompiled } from "#core/compiled";
import type { Order, Report } from "./messages";

/** A compiled program holds its workers under their paths in the repository, whatever file they are named from. */
const WORKER = isCompiled ? "./plugins/embedder/worker.ts" : new URL("./worker.ts", import.meta.url);

type Answer<T extends Report["type"]> = Extract<Report, { type: T }>;

/** The worker, spoken to one order at a time: ending it while it computes would end the whole process. */
export function createThread(onProgress: (percent: number) => void) {
  // What this process has set in its own environment does not reach a worker by itself.
  const worker = new Worker(WORKER, { env: { ...process.env } as Record<string, string> });
  let waiting: PromiseWithResolvers<Report> | undefined;
  let dead: Error | undefined;
  const die = (error: Error) => {
    dead = error;
    waiting?.reject(error);
  };
  worker.addEventListener("message", ({ data }: MessageEvent<Report>) => {
    if (data.type === "progress") onProgress(data.percent);
    else waiting?.resolve(data);
  });
  worker.addEventListener("error", ({ message }) => die(new Error(`The embedder's thread failed: ${message}`)));
  worker.addEventListener("close", () => die(new Error("The embedder's thread has ended.")));
  // A thread that waits for work keeps no process alive.
  (worker as unknown as { unref(): void }).unref();

  async function ask<T extends Report["type"]>(order: Order): Promise<Answer<T>> {
    if (dead) throw dead;
    waiting = Promise.withResolvers();
    worker.postMessage(order);
    const report = await waiting.promise;
    if (report.type === "failed") throw new Error(report.message);
    return report as Answer<T>;
  }
  return {
    open: (order: Omit<Extract<Order, { type: "open" }>, "type">) => ask<"opened">({ type: "open", ...order }),
    embed: (texts: readonly string[]) => ask<"embedded">({ type: "embed", texts }),
    /** Call it only when no answer is awaited. */
    async close(): Promise<void> {
      if (!dead) await ask<"closed">({ type: "close" }).catch(() => {});
      worker.terminate();
    },
    isDead: () => dead !== undefined,
  };
}

export type Thread = ReturnType<typeof createThread>;
