/** Slot `analyse`: analyses why a short video performed. */
import type { ScrapedVideo } from "#sdk/slots/scrape";
import type { Scene } from "#sdk/slots/storyboard";
import type { Cue } from "#sdk/slots/transcribe";

/** A video to analyse. `url` is that of the file. */
export interface AnalyseRequest {
  model: string;
  url: string;
  caption?: string;
  username?: string;
  hashtags?: string[];
  stats?: Partial<ScrapedVideo["stats"]>;
  /** The scenes of the video with their durations, if known, so that their texts need not be read from pictures. */
  scenes?: Scene[];
  /** Transcript of the speech, if there is one. */
  transcript?: Cue[];
}

/** The facts of an analysis. */
export interface AnalysisFacts {
  hook: string;
  summary: string;
  whyItPerformed: string[];
  attributesToCopy: string[];
  hooksToTest: string[];
  /** One per second. Texts can be empty. */
  keyframes: { timestamp: number; type: string; description: string; visual: string; audio: string; text: string }[];
  durationSeconds: number;
  tags: string[];
}

declare module "#core/engine" {
  interface Slots {
    analyse: Engine<AnalyseRequest>;
  }
}
