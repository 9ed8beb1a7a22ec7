import { EngineError, type Run } from "vireo/engine";
import { download } from "vireo/inputs/download";
import { sniff } from "vireo/media";

const HEAD_BYTES = 4096;
const KINDS = ["image/png", "image/jpeg", "image/webp"];
/** A request may have 100 MB in all, in base64. */
const MAX_BYTES = 70 * 1024 ** 2;

export interface Picture {
  mimeType: string;
  /** Base64. */
  data: string;
}

/** The user's pictures as bytes: Gemini could not fetch ours, nor what an address hides from it. */
export async function bring(urls: readonly string[], run: Run): Promise<Picture[]> {
  const paths = await Promise.all(urls.map((url) => download(run, url)));
  const sizes = paths.reduce((sum, path) => sum + Bun.file(path).size, 0);
  if (sizes > MAX_BYTES)
    throw new EngineError("provider_rejected", "The pictures are larger than Gemini takes: 70 MB.");
  return Promise.all(
    paths.map(async (path, at) => {
      const bytes = await Bun.file(path).bytes();
      const { contentType = "" } = sniff(bytes.subarray(0, HEAD_BYTES)) ?? {};
      if (!KINDS.includes(contentType))
        throw new EngineError("provider_rejected", `${urls[at]} is no PNG, JPEG or WebP picture.`);
      return { mimeType: contentType, data: Buffer.from(bytes).toString("base64") };
    }),
  );
}
