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

/** Says a text aloud. */
export interface Speaker extends Provider {
  readonly models?: readonly Model[];
  /** Ids of voices that it has for certain; others may be asked for. */
  readonly voices?: readonly string[];
  /** Returns the path of a new sound file in the run's folder. Throws EngineError. */
  speak(request: SpeakRequest, run: Pick<Run, "folder" | "signal" | "progress">): Promise<{ path: string }>;
}

declare module "#core/engine" {
  interface Slots {
    speak: Speaker;
  }
}
