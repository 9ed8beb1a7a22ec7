/** Where a transformers.js model is read from, and what it must be. */
export interface ModelPlace {
  /** A directory's absolute path, or a name on the hub. */
  from: string;
  dtype: string;
  /** Where the model lies, or will. */
  directory: string;
  /** What its files must be; nothing where anything will do. */
  sha256?: string;
  /** The setting that says so, for messages: "settings.embedder.sha256". */
  setting: string;
  /** Where it is downloaded to, if it is not there; nothing where it must be there. */
  download?: { cacheDir: string; hub?: string };
  threads: number;
}

/** What a thread with a model tells besides its work. */
export type ModelReport =
  | { type: "opened"; downloaded?: { sha256: string } }
  | { type: "closed" }
  | { type: "failed"; message: string }
  | { type: "progress"; percent: number };
