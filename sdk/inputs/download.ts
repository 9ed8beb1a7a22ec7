import { EngineError, type Run } from "#core/engine";
import { nameUrl, UnsafeUrlError } from "#core/fetch/error";

/**
 * Copies a URL of a request into the run's folder and returns the path. HEIC and AVIF images become JPEG or PNG.
 * @throws EngineError `unsafe_url` or `download_failed`, or that of an image that cannot be decoded
 * @example
 * const path = await download(run, "https://example.com/brew.jpg");
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

/**
 * Downloads several URLs at the same time, like `download`. Returns the paths in the order of the URLs.
 * @throws EngineError of the first download that fails
 * @example
 * const paths = await downloadAll(run, ["https://example.com/brew.jpg", "https://example.com/logo.png"]);
 */
export const downloadAll = (run: Pick<Run, "download" | "signal">, urls: readonly string[]): Promise<string[]> =>
  Promise.all(urls.map((url) => download(run, url)));
