import type { Run } from "vireo/engine";
import type { Context } from "vireo/module";

const LIMIT_MS = 60_000;

/** Converts our masks, white in the edited area, to OpenAI's: a PNG of the image's size, transparent there. */
export interface Masks {
  /** Returns the path of a new file. Throws EngineError. */
  convert(mask: string, picture: string, run: Pick<Run, "folder" | "signal">): Promise<string>;
}

/** Untrusted images are decoded in a separate process. */
export const createMasks = (child: Context["child"]): Masks => ({
  async convert(mask, picture, { folder, signal }) {
    const options = { folder, files: ["path"], signal, timeLimitMs: LIMIT_MS };
    return (await child<{ path: string }>("mask", { mask, picture }, options)).path;
  },
});
