import { EngineError, type Run } from "#core/engine";
import { probe, sniff } from "#core/media/probe";

const HEAD_BYTES = 4096;

/**
 * Copies a picture that a request points to into the run's folder, and looks at it: a vendor could not fetch our
 * addresses, nor what the user's address hides from it. Throws EngineError `unsafe_url`, `download_failed` or `provider_rejected`.
 */
export async function readPicture(source: string, run: Run) {
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
  return { file, kind, width: probed.width, height: probed.height };
}
