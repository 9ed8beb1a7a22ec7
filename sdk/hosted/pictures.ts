import { EngineError, type Run } from "#core/engine";
import { nameUrl } from "#core/fetch/error";
import { readPicture } from "#sdk/inputs/picture";

const MB = 1024 ** 2;
const MAX_BYTES = 20 * MB;

/** Uploads a file to the vendor and returns the URL its models can fetch. Throws EngineError. */
export type Upload = (file: Blob, name: string, signal: AbortSignal) => Promise<string>;

/** An image that was uploaded to the vendor. */
export interface UploadedPicture {
  url: string;
  width: number;
  height: number;
}

/** Uploads the images of a request to the vendor, which cannot reach this server's URLs. */
export function createPictures(upload: Upload, maxBytes = MAX_BYTES) {
  async function uploadOne(source: string, run: Run, types?: readonly string[]): Promise<UploadedPicture> {
    const { file, kind, width, height } = await readPicture(source, run);
    if (types && !types.includes(kind.contentType))
      throw new EngineError(
        "provider_rejected",
        `${nameUrl(source)} is ${kind.contentType}. This model accepts ${types.join(" and ")}.`,
      );
    if (file.size > maxBytes)
      throw new EngineError("provider_rejected", `${nameUrl(source)} is larger than ${maxBytes / MB} MB.`);
    const bytes = new Blob([await file.arrayBuffer()], { type: kind.contentType });
    const url = await upload(bytes, `${crypto.randomUUID()}.${kind.extension}`, run.signal);
    return { url, width, height };
  }

  return (sources: readonly string[], run: Run, types?: readonly string[]): Promise<UploadedPicture[]> =>
    Promise.all(sources.map((source) => uploadOne(source, run, types)));
}

/**
 * Returns the ratio ("16:9") that is nearest to the image's. Undefined if `ratios` is empty.
 *
 * @example findNearestRatio(["1:1", "9:16"], { width: 1080, height: 1920 }); // "9:16"
 */
export function findNearestRatio(ratios: readonly string[], { width, height }: { width: number; height: number }) {
  const distance = (ratio: string) => {
    const [across = 1, down = 1] = ratio.split(":").map(Number);
    return Math.abs(Math.log((width / height) * (down / across)));
  };
  return ratios.toSorted((a, b) => distance(a) - distance(b))[0];
}
