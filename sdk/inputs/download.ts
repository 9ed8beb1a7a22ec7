import { EngineError, type Run } from "#core/engine";
import { nameUrl, UnsafeUrlError } from "#core/fetch/error";

/**
 * Copies a URL of a request into the run's folder; HEIC and AVIF images become JPEG or PNG. Throws EngineError
 * `unsafe_url` or `download_failed`, or that of an image that cannot be decoded.
 */
export async function download(run: Pick<Run, "download" | "signal">, url: string): Promise<string> {
  try {
    return await run.download(url);
  } catch (error) {
    run.signal.throwIfAborted();
    const message = error instanceof Error ? error.message : String(error);
    // The picture could not be converted.
    if (error instanceof EngineError) throw error;
    if (error instanceof UnsafeUrlError) throw new EngineError("unsafe_url", message);
    throw new EngineError("download_failed", `Could not fetch ${nameUrl(url)}: ${message}`);
  }
}

/** `download` for several URLs at once, in their order. */
export const downloadAll = (run: Pick<Run, "download" | "signal">, urls: readonly string[]): Promise<string[]> =>
  Promise.all(urls.map((url) => download(run, url)));
