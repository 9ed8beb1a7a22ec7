/** Slot `music`: makes music tracks. */

export interface MusicRequest {
  model: string;
  prompt: string;
  instrumental: boolean;
  title?: string;
  style?: string;
  /** The same seed and request make the same track, where the engine can. */
  seed?: number;
}

declare module "#core/engine" {
  interface Slots {
    music: Engine<MusicRequest>;
  }
}
