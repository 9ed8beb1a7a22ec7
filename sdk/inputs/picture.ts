import { EngineError, type Run } from "#core/engine";
import { nameUrl } from "#core/fetch/error";
import { probe, sniffFile } from "#core/media/probe";
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
