import { join } from "node:path";
import { EngineError, type Run } from "#core/engine";
import { nameUrl } from "#core/fetch/error";
import type { FetchOptions } from "#core/fetch/fetch";
import { probe, sniffFile } from "#core/media/probe";
import type { Context } from "#core/module";
import { withFolder } from "#core/process/temp-folder";
import { download } from "#sdk/inputs/download";

/**
 * Copies an image URL of a request into the run's folder and reads its type and size, in pixels. Vendors get the bytes,
 * because they cannot reach this server's URLs.
 * @throws EngineError `unsafe_url`, `download_failed` or `provider_rejected`
 * @example
 * const { file, kind, width, height } = await readPicture("https://example.com/brew.heic", run);
 * await vendor.create("/v1/files", { body: file, headers: { "content-type": kind.contentType }, signal: run.signal });
 */
export async function readPicture(url: string, run: Run) {
  const path = await download(run, url);
  const kind = await sniffFile(path);
  const probed = kind?.kind === "image" ? await probe(path) : undefined;
  if (!kind || !probed?.width || !probed.height)
    throw new EngineError("provider_rejected", `${nameUrl(url)} is not an image that can be read.`);
  return { path, file: Bun.file(path, { type: kind.contentType }), kind, width: probed.width, height: probed.height };
}

/** The parts of a plug-in's context that `fetchPicture` needs. */
export interface PictureContext extends Pick<Context, "fetch"> {
  media: Pick<Context["media"], "convertPicture">;
  host: Pick<Context["host"], "dataDir">;
}

/**
 * Fetches an image for a platform, outside of a run. HEIC and AVIF images become JPEG or PNG.
 * @throws UnsafeUrlError, FetchError, or EngineError for an image that cannot be decoded
 * @example
 * const options = { maxBytes: 2 * 1024 ** 2, timeoutMs: 10_000, signal };
 * const { bytes, contentType } = await fetchPicture(context, "https://example.com/cover.png", options);
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
