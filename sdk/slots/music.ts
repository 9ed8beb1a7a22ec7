/** Slot `music`: makes music tracks. */

export interface MusicRequest {
  model: string;
  prompt: string;
  instrumental: boolean;
  title?: string;
  style?: string;
}

declare module "#core/engine" {
  interface Slots {
    music: Engine<MusicRequest>;
  }
}
