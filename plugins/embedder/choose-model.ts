import { existsSync, readFileSync } from "node:fs";
import { isAbsolute, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { isModelFolder, requireModelFolder } from "vireo/models/place";
import { isCompiled, lacks, nativePath } from "vireo/process";

/** A model and its location. */
export interface ModelSource {
  /** Model name, stored with its vectors. */
  id: string;
  /** Absolute path of a directory, or a name on the hub. */
  from: string;
  dtype: string;
  /** Set if known before the model is opened. */
  dimensions?: number;
  isLocal: boolean;
  /** True if it needs no library to run. */
  isBundled?: boolean;
  /** Expected digest of the files. Not checked if missing. */
  sha256?: string | undefined;
}

/** Finds the model in model/, which a build may leave out. */
function findBundledModel(): ModelSource | undefined {
  if (lacks("encoder")) return undefined;
  const from = isCompiled ? nativePath("encoder") : fileURLToPath(new URL("./model", import.meta.url));
  const card = join(from, "model.json");
  if (!existsSync(card)) return undefined;
  const { id, dimensions } = JSON.parse(readFileSync(card, "utf8")) as { id: string; dimensions: number };
  return { id, from, dtype: "q8", dimensions, isLocal: true, isBundled: true };
}

/** Resolves the setting. Defaults to the bundled model. Throws if a named directory does not exist. */
export function chooseModel(model: string | undefined, dtype: string): ModelSource {
  if (model === undefined) {
    const bundled = findBundledModel();
    if (bundled) return bundled;
    throw new Error("This build has no bundled model. Set settings.embedder.model.");
  }
  requireModelFolder(model, "settings.embedder.model");
  const isLocal = isModelFolder(model);
  const from = isLocal ? resolve(model) : model;
  return { id: `${from} ${dtype}`, from, dtype, isLocal };
}

/** Finds a model by the id that is stored with its vectors. */
export function findModel(id: string): ModelSource | undefined {
  const bundled = findBundledModel();
  if (id === bundled?.id) return bundled;
  const [, from, dtype] = /^(.+) (q8|fp16|fp32)$/.exec(id) ?? [];
  if (!from || !dtype) return undefined;
  const isLocal = isAbsolute(from);
  return isLocal && !existsSync(resolve(from, "config.json")) ? undefined : { id, from, dtype, isLocal };
}
