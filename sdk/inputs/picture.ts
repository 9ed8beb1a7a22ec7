import { join } from "node:path";
import { EngineError, type Run } from "#core/engine";
import { nameUrl } from "#core/fetch/error";
import type { FetchOptions } from "#core/fetch/fetch";
import { probe, sniffFile } from "#core/media/probe";
import type { Context } from "#core/module";
import { withFolder } from "#core/process/temp-folder";
import { download } from "#sdk/inputs/download";

/**
 * Copies an image URL of a request into the run's folder and reads its type and size. Vendors get the bytes, because
 * they cannot reach this server's URLs. Throws EngineError `unsafe_url`, `download_failed` or `provider_rejected`.
 */
export async function readPicture(url: string, run: Run) {
  const path = await download(run, url);
  const kind = await sniffFile(path);
  const probed = kind?.kind === "image" ? await probe(path) : undefined;
  if (!kind || !probed?.width || !probed.height)
    throw new EngineError("provider_rejected", `${nameUrl(url)} is not an image that can be read.`);
  return { path, file: Bun.file(path, { type: kind.contentType }), kind, width: probed.width, height: probed.height };
}

export interface PictureContext extends Pick<Context, "fetch"> {
  media: Pick<Context["media"], "convertPicture">;
  host: Pick<Context["host"], "dataDir">;
}

/**
 * Fetches an image for a platform, outside of a run. HEIC and AVIF images become JPEG or PNG. Throws UnsafeUrlError,
 * FetchError, or EngineError for an image that cannot be decoded.
 */
export const fetchPicture = (
  { fetch, media, host }: PictureContext,
  url: string,
  { signal, ...options }: FetchOptions & { signal: AbortSignal },
): Promise<{ bytes: Uint8Array<ArrayBuffer>; contentType: string }> =>
  withFolder(join(host.dataDir, "tmp"), "picture-", async (folder) => {
    const source = join(folder, "source");
    await fetch.save(url, source, { ...options, signal });
    const path = await media.convertPicture(source, { folder, signal });
    const { contentType = "application/octet-stream" } = (await sniffFile(path)) ?? {};
    return { bytes: await Bun.file(path).bytes(), contentType };
  });
