/** Slot `video`: makes videos. */
import type { Brief } from "#sdk/brief";

export interface VideoRequest {
  model: string;
  prompt: string;
  aspectRatio: string;
  /** Seconds. */
  duration: number;
  resolution: string;
  /** First frame. */
  imageUrl?: string;
  referenceImageUrls: string[];
  musicUrl?: string;
  negativePrompt?: string;
  seed?: number;
  brief: Brief;
}

declare module "#core/engine" {
  interface Slots {
    video: Engine<VideoRequest>;
  }
}
