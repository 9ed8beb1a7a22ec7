import type { ModelPlace, ModelReport } from "vireo/models/place";

export interface Comparison {
  type: "compareWords" | "compareTexts";
  text: string;
  others: readonly string[];
}

/** Message to the worker. */
export type Order =
  | ({ type: "open" } & ModelPlace)
  | { type: "embed"; texts: readonly string[] }
  | Comparison
  | { type: "close" };

/** Reply of the worker: one per order, in order, with `progress` in between. */
export type Report =
  | ModelReport
  /** Concatenated unit vectors. Of a single text also whether a comparison of words gains something for it. */
  | { type: "embedded"; data: Float32Array; dimensions: number; gainsFromWords: boolean }
  /** A number for each text, or nothing where a comparison gains nothing. */
  | { type: "compared"; nearness: Float32Array | undefined };
