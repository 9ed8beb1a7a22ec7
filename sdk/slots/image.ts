/** Slot `image`: makes and edits images. */
import type { Brief } from "#sdk/brief";
import type { TemplateOrigin } from "#sdk/start-bodies";

/** An image to make, or to edit. */
export interface ImageRequest {
  model: string;
  /** Template that the request was made from. */
  template?: TemplateOrigin;
  prompt: string;
  /** Width to height, such as "9:16". */
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
