import type { ModelPlace, ModelReport } from "vireo/models/place";

/** What goes to the worker. */
export type Order =
  | ({ type: "open" } & ModelPlace)
  /** Sound of 30 s at most, mono, 16 kHz; the language by its two letters, found by listening where it is missing. */
  | { type: "hear"; samples: Float32Array; language?: string }
  | { type: "close" };

/** Text and times as transformers.js tells them; times in seconds, null where it knows none. */
export interface Chunk {
  text: string;
  timestamp: [number | null, number | null];
}

/** What comes back, one for each order, in their order; `progress` in between. */
export type Report =
  | ModelReport
  /** `each` says what a chunk is. */
  | { type: "heard"; text: string; chunks: Chunk[]; each: "word" | "segment"; language?: string };
