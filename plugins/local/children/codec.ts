import { EngineError } from "vireo/engine";

/**
 * Loads the codecs and returns their names. Throws EngineError `engine_unavailable` if there are none for this machine.
 */
export async function codec(): Promise<string> {
  try {
    const { getFFmpegInfo } = await import("node-av/lib");
    return `FFmpeg ${getFFmpegInfo().version}`;
  } catch (error) {
    const reason = error instanceof Error ? error.message.split("\n")[0] : String(error);
    const platforms = "Linux with glibc, macOS and Windows, on x64 and arm64";
    throw new EngineError(
      "engine_unavailable",
      `The built-in engines need FFmpeg from the node-av package, which runs on ${platforms}, not on ${process.platform}-${process.arch} as it is here (${reason}).`,
    );
  }
}
