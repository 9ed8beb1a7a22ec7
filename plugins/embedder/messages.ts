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

/** Reply of the worker: one per request, in order, with `progress` messages in between. */
export type Report =
  | ModelReport
  /** Concatenated unit vectors. For a single text, also whether a comparison of words improves its results. */
  | { type: "embedded"; data: Float32Array; dimensions: number; gainsFromWords: boolean }
  /** One number per text, or undefined if a comparison gains nothing. */
  | { type: "compared"; nearness: Float32Array | undefined };
