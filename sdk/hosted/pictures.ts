import { EngineError, type Run } from "#core/engine";
import { readPicture } from "#sdk/inputs/picture";

const MAX_BYTES = 20 * 1024 ** 2;

/** Brings a file where a vendor's models can fetch it, and returns its address. Throws EngineError. */
export type Upload = (file: Blob, name: string, signal: AbortSignal) => Promise<string>;

/** Pictures that a request points to, brought to the vendor; their addresses there. It could not fetch ours, nor what the user's address hides from it. */
export function createPictures(upload: Upload) {
  async function bring(source: string, run: Run): Promise<string> {
    const { file, kind } = await readPicture(source, run);
    if (file.size > MAX_BYTES) throw new EngineError("provider_rejected", `${source} is larger than 20 MB.`);
    const bytes = new Blob([await file.arrayBuffer()], { type: kind.contentType });
    return upload(bytes, `${crypto.randomUUID()}.${kind.extension}`, run.signal);
  }

  return (sources: readonly string[], run: Run): Promise<string[]> =>
    Promise.all(sources.map((source) => bring(source, run)));
}
