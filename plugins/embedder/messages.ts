/** What goes to the worker. */
export type Order =
  | { type: "open"; from: string; dtype: string; cacheDir: string; offline: boolean; threads: number }
  | { type: "embed"; texts: readonly string[] }
  | { type: "close" };

/** What comes back, one for each order, in their order; `progress` in between. */
export type Report =
  | { type: "opened" }
  /** The vectors end to end, each of length 1. */
  | { type: "embedded"; data: Float32Array; dimensions: number }
  | { type: "closed" }
  | { type: "failed"; message: string }
  | { type: "progress"; percent: number };
