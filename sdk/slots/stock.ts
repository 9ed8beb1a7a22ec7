/** Slot `stock`: finds free clips and photos for the scenes of a video. */
import type { Model, Provider } from "#core/engine";

/** A search for clips or photos. */
export interface StockRequest {
  /** A few words in `language`, such as "coffee beans". */
  query: string;
  /** BCP 47 of the words. */
  language: string;
  orientation: "portrait" | "landscape" | "square";
}

/** The attribution that a licence requires. */
export interface Attribution {
  /** The library, such as "Pexels". */
  source: string;
  author: string;
  /** URL of its page at the library. */
  url: string;
  /** Name of the licence. */
  license: string;
}

/** A clip or a photo. */
export interface StockItem {
  kind: "video" | "image";
  /** URL of the file, in a size for 1080 × 1920 or the nearest below. */
  url: string;
  /** Pixels. */
  width: number;
  height: number;
  /** Length of a video, in seconds. */
  seconds?: number;
  /** Size of the file in bytes, if the library reports it. */
  bytes?: number;
  attribution: Attribution;
}

/** A library of free media. A search changes nothing and costs nothing. */
export interface StockLibrary extends Provider {
  /** How GET /models shows it, with its limits. */
  readonly models?: readonly Model[];
  /** Returns clips, or photos if it has no clips: those of the orientation first, best first. Throws EngineError. */
  search(request: StockRequest, signal: AbortSignal): Promise<StockItem[]>;
}

declare module "#core/engine" {
  interface Slots {
    stock: StockLibrary;
  }
}
