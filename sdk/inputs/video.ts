import { EngineError, type Run } from "#core/engine";
import { probe } from "#core/media/probe";
import { download } from "#sdk/inputs/download";

/**
 * Copies a video URL of a request into the run's folder. Returns its path, its duration in seconds, and whether it has sound.
 * @throws EngineError `unsafe_url`, `download_failed` or `source_not_video`
 * @example
 * import { EngineError } from "vireo/engine";
 * const { path, duration } = await readVideo("https://example.com/brew.mp4", run);
 * if (duration > 60) throw new EngineError("provider_rejected", "Acme accepts videos of at most 60 seconds.");
 */
export async function readVideo(url: string, run: Run) {
  const path = await download(run, url);
  const probed = await probe(path);
  if (!probed?.hasVideo || !probed.duration)
    throw new EngineError("source_not_video", "The source is not a video that can be read.");
  return { path, duration: probed.duration, hasAudio: probed.hasAudio };
}
