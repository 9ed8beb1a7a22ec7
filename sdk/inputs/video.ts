import { EngineError, type Run } from "#core/engine";
import { probe } from "#core/media/probe";
import { download } from "#sdk/inputs/download";

/** Copies a video URL of a request into the run's folder and reads its duration. Throws EngineError. */
export async function readVideo(url: string, run: Run) {
  const path = await download(run, url);
  const probed = await probe(path);
  if (!probed?.hasVideo || !probed.duration)
    throw new EngineError("source_not_video", "The source is not a video that can be read.");
  return { path, duration: probed.duration, hasAudio: probed.hasAudio };
}
