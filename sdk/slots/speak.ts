/** Slot `speak`: turns text into speech. */
import type { Model, Provider, Run } from "#core/engine";

export interface SpeakRequest {
  /** Up to 5000 characters. */
  text: string;
  /** The voice's id at the engine; its own choice where it is missing. */
  voice?: string;
  /** 1 as the voice speaks by itself, 2 twice as fast. */
  speed?: number;
}

/** A voice of an engine. */
export interface Voice {
  id: string;
  name: string;
  /** BCP 47 of the language it is made for; missing if it speaks many. */
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

export interface Spoken {
  /** A new sound file in the run's folder. */
  path: string;
  /** The text's words with their times, from engines that report them. */
  words?: SpokenWord[];
}

export type SpeakRun = Pick<Run, "folder" | "signal" | "progress" | "download">;

/** Says a text aloud. */
export interface Speaker extends Provider {
  readonly models?: readonly Model[];
  /** Ids of voices that it has for certain; others may be asked for. */
  readonly voices?: readonly string[];
  /** Its voices with their names, for GET /voices. Default: `voices`. Throws EngineError. */
  listVoices?(signal: AbortSignal): Promise<readonly Voice[]>;
  /** True if an interrupted speech can be spoken again, because it costs nothing. */
  readonly repeatable?: boolean;
  /** Calls its vendor at most once for each part of the text. Throws EngineError. */
  speak(request: SpeakRequest, run: SpeakRun): Promise<Spoken>;
}

declare module "#core/engine" {
  interface Slots {
    speak: Speaker;
  }
}
