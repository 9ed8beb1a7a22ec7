import { EngineError, type Run } from "vireo/engine";
import { nameUrl } from "vireo/fetch";
import { downloadAll } from "vireo/inputs/download";
import { sniff } from "vireo/media";

const TYPES = ["image/png", "image/jpeg", "image/webp"];
/** Maximum total size of images, because a request is limited to 100 MB in base64. */
const MAX_BYTES = 70 * 1024 ** 2;

export interface Picture {
  mimeType: string;
  /** Data in base64. */
  data: string;
}

/** Reads the images of a request, because Gemini cannot access this server's URLs. Throws EngineError. */
export async function readImages(urls: readonly string[], run: Run): Promise<Picture[]> {
  const paths = await downloadAll(run, urls);
  const size = paths.reduce((sum, path) => sum + Bun.file(path).size, 0);
  if (size > MAX_BYTES) throw new EngineError("provider_rejected", "The images are larger than 70 MB in total.");
  return Promise.all(
    paths.map(async (path, at) => {
      const bytes = await Bun.file(path).bytes();
      const { contentType = "" } = sniff(bytes) ?? {};
      if (!TYPES.includes(contentType))
        throw new EngineError("provider_rejected", `${nameUrl(urls[at] ?? "")} is not a PNG, JPEG or WebP image.`);
      return { mimeType: contentType, data: Buffer.from(bytes).toString("base64") };
    }),
  );
}
