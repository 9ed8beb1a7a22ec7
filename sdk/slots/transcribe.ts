/** Slot `transcribe`: turns speech into timed text. */
import type { Provider, Run } from "#core/engine";

export interface Cue {
  /** Seconds. */
  start: number;
  end: number;
  text: string;
  words?: { word: string; start: number; end: number }[];
  /** Name of who speaks, if known. */
  speaker?: string;
}

export interface TranscribeRequest {
  /** Path of a video or audio file. */
  path: string;
  /** BCP 47. Detected if missing. */
  language?: string;
}

/** Turns speech into cues. Returns none if nobody speaks. Throws EngineError. */
export interface Transcriber extends Provider {
  transcribe(request: TranscribeRequest, run: Pick<Run, "folder" | "signal" | "progress">): Promise<Cue[]>;
}

declare module "#core/engine" {
  interface Slots {
    transcribe: Transcriber;
  }
}
