/** Slot `speak`: turns text into speech. */
import type { Model, Provider, Run } from "#core/engine";

/** A text to speak. */
export interface SpeakRequest {
  /** Up to 5000 characters. */
  text: string;
  /** Id of a voice. Default: the engine's choice. */
  voice?: string;
  /** 1 is normal, 2 is twice as fast. */
  speed?: number;
}

/** A voice of an engine. */
export interface Voice {
  id: string;
  name: string;
  /** BCP 47 of its language. Missing if it speaks many. */
  language?: string;
  /** As the vendor describes it: "female". */
  gender?: string;
  /** URL of a sample. */
  previewUrl?: string;
}

/** When a word is spoken, in seconds. */
export interface SpokenWord {
  word: string;
  start: number;
  end: number;
}

/** The speech. */
export interface Spoken {
  /** A new sound file in the run's folder. */
  path: string;
  /** The text's words with their times, from engines that report them. */
  words?: SpokenWord[];
}

export type SpeakRun = Pick<Run, "folder" | "signal" | "progress" | "download">;

/** An engine that turns text into speech. */
export interface Speaker extends Provider {
  readonly models?: readonly Model[];
  /** Ids of voices that it always has. It may have others. */
  readonly voices?: readonly string[];
  /** Its voices with their names, for GET /voices. Default: `voices`. Throws EngineError. */
  listVoices?(signal: AbortSignal): Promise<readonly Voice[]>;
  /** True if interrupted speech can be made again at no cost. */
  readonly repeatable?: boolean;
  /** Calls its vendor at most once for each part of the text. Throws EngineError. */
  speak(request: SpeakRequest, run: SpeakRun): Promise<Spoken>;
}

declare module "#core/engine" {
  interface Slots {
    speak: Speaker;
  }
}
