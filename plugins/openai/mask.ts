import type { Run } from "vireo/engine";
import type { Context } from "vireo/module";

const LIMIT_MS = 60_000;

/**
 * Converts one of our masks, white in the edited area, to OpenAI's: a PNG of the image's size, transparent there. Returns
 * the path of a new file. Untrusted images are decoded in a separate process. Throws EngineError.
 */
export async function convertMask(
  child: Context["child"],
  mask: string,
  picture: string,
  { folder, signal }: Pick<Run, "folder" | "signal">,
): Promise<string> {
  const options = { folder, files: ["path"], signal, timeLimitMs: LIMIT_MS };
  return (await child<{ path: string }>("mask", { mask, picture }, options)).path;
}
