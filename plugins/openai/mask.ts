import type { Run } from "vireo/engine";
import type { Context } from "vireo/module";

const LIMIT_MS = 60_000;

/** Turns our masks, white where the edit applies, into OpenAI's: a PNG of the picture's size, see-through there. */
export interface Masks {
  /** Returns the path of a new file. Throws EngineError. */
  convert(mask: string, picture: string, run: Pick<Run, "folder" | "signal">): Promise<string>;
}

/** Strangers' pictures are decoded in a process of their own. */
export const createMasks = (child: Context["child"]): Masks => ({
  convert: (mask, picture, { folder, signal }) =>
    child<string>("mask", { mask, picture }, { folder, signal, timeLimitMs: LIMIT_MS }),
});
