/** Slot `analyse`: analyses why a short video performed. */
import type { ScrapedVideo } from "#sdk/slots/scrape";
import type { Scene } from "#sdk/slots/storyboard";
import type { Cue } from "#sdk/slots/transcribe";

/** A video to look into. The address leads to the file; what is known of it besides may be missing. */
export interface AnalyseRequest {
  model: string;
  url: string;
  caption?: string;
  username?: string;
  hashtags?: string[];
  stats?: Partial<ScrapedVideo["stats"]>;
  /** What the video is known to show, with the seconds of each scene: its texts need not be read. */
  scenes?: Scene[];
  /** Transcript of the speech, if there is one. */
  transcript?: Cue[];
}

/** The facts of an analysis: the spec's video analysis, without the time. */
export interface AnalysisFacts {
  hook: string;
  summary: string;
  whyItPerformed: string[];
  attributesToCopy: string[];
  hooksToTest: string[];
  /** One a second; texts are empty where there is nothing to say. */
  keyframes: { timestamp: number; type: string; description: string; visual: string; audio: string; text: string }[];
  durationSeconds: number;
  tags: string[];
}

declare module "#core/engine" {
  interface Slots {
    analyse: Engine<AnalyseRequest>;
  }
}
