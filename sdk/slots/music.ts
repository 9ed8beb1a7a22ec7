/** Slot `music`: makes music tracks. */

/** A track to make. */
export interface MusicRequest {
  model: string;
  prompt: string;
  /** True for music without vocals. */
  instrumental: boolean;
  title?: string;
  /** Genre, mood and instruments. */
  style?: string;
  /** The same seed and request make the same track, if the engine supports it. */
  seed?: number;
}

declare module "#core/engine" {
  interface Slots {
    music: Engine<MusicRequest>;
  }
}
