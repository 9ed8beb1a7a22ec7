import type { ModelPlace, ModelReport } from "vireo/models/place";

/** Messages to the worker. */
export type Order =
  | ({ type: "open" } & ModelPlace)
  /** At most 30 s of mono audio at 16 kHz. A missing language (two letters) is detected. */
  | { type: "recognize"; samples: Float32Array; language?: string }
  | { type: "close" };

/** Text and times from transformers.js. Times are in seconds, null if unknown. */
export interface Chunk {
  text: string;
  timestamp: [number | null, number | null];
}

/** Messages from the worker: one per request, in order, with `progress` in between. */
export type Report =
  | ModelReport
  /** `each` is the unit of a chunk. */
  | { type: "recognized"; text: string; chunks: Chunk[]; each: "word" | "segment"; language?: string };
