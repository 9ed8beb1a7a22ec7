import { EngineError, type Run } from "#core/engine";

/** Copies what a request points to into the run's folder. Throws EngineError `unsafe_url` or `download_failed`. */
export async function download(run: Pick<Run, "download" | "signal">, url: string): Promise<string> {
  try {
    return await run.download(url);
  } catch (error) {
    run.signal.throwIfAborted();
    const { name, message } = error as Error;
    if (name === "UnsafeUrlError") throw new EngineError("unsafe_url", message);
    throw new EngineError("download_failed", `${url} could not be fetched: ${message}`);
  }
}
