/** Slot `transcribe`: turns speech into timed text. */
import type { Provider, Run } from "#core/engine";

/** A part of a transcript: a line or two that can be read while it is spoken. */
export interface Cue {
  /** Seconds. */
  start: number;
  end: number;
  text: string;
  words?: { word: string; start: number; end: number }[];
  /** True if the times of the words are estimated from the pauses in the sound. */
  isEstimated?: boolean;
  /** Name of who speaks, if known. */
  speaker?: string;
}

/** A file whose speech to transcribe. */
export interface TranscribeRequest {
  /** Path of a video or audio file. */
  path: string;
  /** BCP 47. Detected if missing. */
  language?: string;
}

export interface TranscribeRun extends Pick<Run, "folder" | "signal" | "progress"> {
  /** Takes the language that the engine has detected, as a two-letter code or an English name. */
  detect?(language: string): void;
}

/** Turns speech into cues. Returns none if nobody speaks. Throws EngineError. */
export interface Transcriber extends Provider {
  /**
   * Present if long recordings are sent in parts: the maximum length of a part in seconds, and how many may be sent at
   * once. Finished parts are kept, and a part that fails is sent again.
   */
  readonly parts?: { maxSeconds: number; atOnce: number };
  /** True if it costs nothing. */
  readonly repeatable?: boolean;
  transcribe(request: TranscribeRequest, run: TranscribeRun): Promise<Cue[]>;
}

declare module "#core/engine" {
  interface Slots {
    transcribe: Transcriber;
  }
}
