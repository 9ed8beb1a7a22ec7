/** Slot `image`: makes and edits images. */
import type { Brief } from "#sdk/brief";

export interface ImageRequest {
  model: string;
  prompt: string;
  aspectRatio: string;
  referenceImageUrls: string[];
  brief: Brief;
  /** Present for an edit of an existing picture. */
  source?: { url: string; maskUrl?: string };
}

declare module "#core/engine" {
  interface Slots {
    image: Engine<ImageRequest>;
  }
}
