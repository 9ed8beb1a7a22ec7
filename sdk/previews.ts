import type { CaptionGuides } from "#sdk/captions/text-rows";
import type { Footage, Work } from "#sdk/inputs/footage";
import type { AnalyseRequest, AnalysisFacts } from "#sdk/slots/analyse";
import type { Scene } from "#sdk/slots/storyboard";

/** Previews and analyses that are made without a generation. Throws EngineError. */
export interface Previews {
  /**
   * Draws scenes into an upright clip of 540 by 960 pixels with music, 3 to 60 seconds long. Returns the path of an MP4 in
   * the run's folder.
   */
  drawPreview(scenes: readonly Scene[], seconds: number, run: Work): Promise<string>;
  /**
   * Converts an image to a JPEG whose longer side has at most `side` pixels, transparent parts on white. Returns its path in
   * the run's folder.
   */
  jpeg(path: string, options: { side: number }, run: Work): Promise<string>;
  /** Measures what captions are laid out by: speech, and text that is visible in the first five minutes. */
  captionGuides(path: string, run: Work): Promise<CaptionGuides>;
  /** Analyses a video that nobody waits for: once this server runs no other child process, at the lowest priority. */
  analyseInBackground(path: string, about: Omit<AnalyseRequest, "model" | "url">, run: Work): Promise<AnalysisFacts>;
}

declare module "vireo/module" {
  interface Services {
    /** Of the plug-in with the engines that need no vendor. */
    local: Footage & Previews;
  }
}
