import { EngineError, type Run } from "#core/engine";
import { probe, sniff } from "#core/media";

const HEAD_BYTES = 4096;
const MAX_BYTES = 20 * 1024 ** 2;

interface Picture {
  /** Where it lies at the vendor. */
  url: string;
  width: number;
  height: number;
}

/** Brings a file where a vendor's models can fetch it, and returns its address. Throws EngineError. */
export type Upload = (file: Blob, name: string, signal: AbortSignal) => Promise<string>;

/** Pictures that a request points to, brought to the vendor: it could not fetch ours, nor what the user's address hides from it. */
export function createPictures(upload: Upload) {
  async function bring(source: string, run: Run): Promise<Picture> {
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
    const url = await upload(bytes, `${crypto.randomUUID()}.${kind.extension}`, run.signal);
    return { url, width: probed.width, height: probed.height };
  }

  return (sources: readonly string[], run: Run): Promise<Picture[]> =>
    Promise.all(sources.map((source) => bring(source, run)));
}

/** Of ratios such as "16:9", the one nearest to a picture's; undefined where there are none. */
export function nearest(ratios: readonly string[] = [], { width, height }: Pick<Picture, "width" | "height">) {
  const off = (ratio: string) => {
    const [across = 1, down = 1] = ratio.split(":").map(Number);
    return Math.abs(Math.log((width / height) * (down / across)));
  };
  return ratios.toSorted((a, b) => off(a) - off(b))[0];
}
