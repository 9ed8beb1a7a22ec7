import { existsSync } from "node:fs";
import { isAbsolute, resolve } from "node:path";

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

/**
 * True for a directory, false for a name on the hub.
 * @example isModelFolder("Xenova/all-MiniLM-L6-v2"); // false
 */
export const isModelFolder = (model: string): boolean => isAbsolute(model) || model.startsWith(".");

/**
 * Throws an Error if `model` is a directory without a model. Accepts every name on the hub.
 * @param setting name of the setting, for the message
 * @example requireModelFolder("/srv/none", "settings.acme.model"); // throws "/srv/none is not a model directory"
 */
export function requireModelFolder(model: string, setting: string): void {
  if (isModelFolder(model) && !existsSync(resolve(model, "config.json")))
    throw new Error(`${setting}: ${resolve(model)} is not a model directory: config.json is missing.`);
}
