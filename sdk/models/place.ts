/** Location and expected digest of a transformers.js model. */
export interface ModelPlace {
  /** A directory's absolute path, or a name on the hub. */
  from: string;
  dtype: string;
  /** Directory of the model, before and after the download. */
  directory: string;
  /** Expected digest of the files. Not checked when missing. */
  sha256?: string;
  /** Name of the setting with the digest, for messages: "settings.embedder.sha256". */
  setting: string;
  /** Download target. Without it the model must exist already. */
  download?: { cacheDir: string; hub?: string };
  threads: number;
}

/** Status messages of a model thread. */
export type ModelReport =
  | { type: "opened"; downloaded?: { sha256: string } }
  | { type: "closed" }
  | { type: "failed"; message: string }
  | { type: "progress"; percent: number };
