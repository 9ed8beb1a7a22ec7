import { type ServedOptions, serveModel } from "vireo/models/serve";
import { isCompiled } from "vireo/process";
import type { Order, Report } from "./messages";

export type RecognizerOptions = Omit<ServedOptions, "worker" | "task" | "setting">;

export type Recognized = Extract<Report, { type: "recognized" }>;

/** The compiled binary stores workers under their path in the repository. */
const WORKER = isCompiled ? "./plugins/whisper/worker.ts" : new URL("./worker.ts", import.meta.url);

/** Runs the model in a worker thread. */
export function createRecognizer(options: RecognizerOptions) {
  const { name, getFailure, ask, stop } = serveModel({
    ...options,
    worker: WORKER,
    task: "speech recognition",
    setting: "settings.whisper.sha256",
  });
  return {
    name,
    getFailure,
    stop,
    /**
     * Recognises at most 30 s. The samples are transferred to the thread. A call that has started ignores the signal.
     */
    recognize(samples: Float32Array, language: string | undefined, signal: AbortSignal): Promise<Recognized> {
      const order: Order = { type: "recognize", samples, language: language || undefined };
      return ask(order, [samples.buffer as ArrayBuffer], signal) as Promise<Recognized>;
    },
  };
}
