import type { ModelPlace, ModelReport } from "vireo/models/place";

/** What goes to the worker. */
export type Order = ({ type: "open" } & ModelPlace) | { type: "embed"; texts: readonly string[] } | { type: "close" };

/** What comes back, one for each order, in their order; `progress` in between. */
export type Report =
  | ModelReport
  /** The vectors end to end, each of length 1. */
  | { type: "embedded"; data: Float32Array; dimensions: number };
