/** Slot `music`: makes music tracks. */

export interface MusicRequest {
  model: string;
  prompt: string;
  instrumental: boolean;
  title?: string;
  style?: string;
  /** The same seed and request make the same track, if the engine supports it. */
  seed?: number;
}

declare module "#core/engine" {
  interface Slots {
    music: Engine<MusicRequest>;
  }
}
