import type { Run } from "#core/engine";
import type { Footage } from "#sdk/inputs/footage";
import type { Scene } from "#sdk/slots/storyboard";

/** Offered by a plug-in that draws scenes: small clips, made without a generation. Throws EngineError. */
export interface Previews {
  /**
   * Draws scenes into an upright clip of 540 by 960 pixels with music, 3 to 60 seconds long. Returns the path of an MP4 in
   * the run's folder.
   */
  drawPreview(scenes: readonly Scene[], seconds: number, run: Pick<Run, "folder" | "signal">): Promise<string>;
}

declare module "vireo/module" {
  interface Services {
    /** Of the plug-in with the engines that need no vendor. */
    local: Footage & Previews;
  }
}
