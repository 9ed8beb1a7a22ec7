/** Slot `image`: makes and edits images. */
import type { Brief } from "#sdk/brief";
import type { TemplateOrigin } from "#sdk/templates";

export interface ImageRequest {
  model: string;
  /** Template that the request was made from. */
  template?: TemplateOrigin;
  prompt: string;
  aspectRatio: string;
  referenceImageUrls: string[];
  brief: Brief;
  /** The same seed and request make the same image, if the engine supports it. */
  seed?: number;
  /** Present for an edit of an existing picture. */
  source?: { url: string; maskUrl?: string };
}

declare module "#core/engine" {
  interface Slots {
    image: Engine<ImageRequest>;
  }
}
