/** What goes to the worker. */
export type Order =
  | {
      type: "open";
      from: string;
      dtype: string;
      /** Where the model lies, or will. */
      directory: string;
      /** What its files must be; nothing where anything will do. */
      sha256?: string;
      /** Where it is downloaded to, if it is not there; nothing where it must be there. */
      download?: { cacheDir: string; hub?: string };
      threads: number;
    }
  | { type: "embed"; texts: readonly string[] }
  | { type: "close" };

/** What comes back, one for each order, in their order; `progress` in between. */
export type Report =
  | { type: "opened"; downloaded?: { sha256: string } }
  /** The vectors end to end, each of length 1. */
  | { type: "embedded"; data: Float32Array; dimensions: number }
  | { type: "closed" }
  | { type: "failed"; message: string }
  | { type: "progress"; percent: number };
