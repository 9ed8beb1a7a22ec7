/** Slot `transcribe`: turns speech into timed text. */
import type { Provider, Run } from "#core/engine";

export interface Cue {
  /** Seconds. */
  start: number;
  end: number;
  text: string;
  words?: { word: string; start: number; end: number }[];
}

export interface TranscribeRequest {
  /** A video or sound file on this machine. */
  path: string;
  /** BCP 47; found by listening where it is missing. */
  language?: string;
}

/** Hears what is said. Throws EngineError; no cues where nothing is said. */
export interface Transcriber extends Provider {
  transcribe(request: TranscribeRequest, run: Pick<Run, "folder" | "signal" | "progress">): Promise<Cue[]>;
}

declare module "#core/engine" {
  interface Slots {
    transcribe: Transcriber;
  }
}
