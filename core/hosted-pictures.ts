import { EngineError, type Run } from "#core/engine";
import { probe, sniff } from "#core/media";

const HEAD_BYTES = 4096;
const MAX_BYTES = 20 * 1024 ** 2;

/** Brings a file where a vendor's models can fetch it, and returns its address. Throws EngineError. */
export type Upload = (file: Blob, name: string, signal: AbortSignal) => Promise<string>;

/** Pictures that a request points to, brought to the vendor; their addresses there. It could not fetch ours, nor what the user's address hides from it. */
export function createPictures(upload: Upload) {
  async function bring(source: string, run: Run): Promise<string> {
    const path = await run.download(source).catch((error) => {
      run.signal.throwIfAborted();
      const unsafe = error instanceof Error && error.name === "UnsafeUrlError";
      const words = error instanceof Error ? error.message : String(error);
      throw new EngineError(unsafe ? "unsafe_url" : "download_failed", `${source} could not be fetched: ${words}`);
    });
    const file = Bun.file(path);
    const kind = sniff(new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer()));
    const probed = kind?.kind === "image" ? await probe(path) : undefined;
    if (!kind || !probed?.width || !probed.height)
      throw new EngineError("provider_rejected", `${source} is no picture that can be read.`);
    if (file.size > MAX_BYTES) throw new EngineError("provider_rejected", `${source} is larger than 20 MB.`);
    const bytes = new Blob([await file.arrayBuffer()], { type: kind.contentType });
    return upload(bytes, `${crypto.randomUUID()}.${kind.extension}`, run.signal);
  }

  return (sources: readonly string[], run: Run): Promise<string[]> =>
    Promise.all(sources.map((source) => bring(source, run)));
}
