import { existsSync, readFileSync } from "node:fs";
import { isAbsolute, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { isCompiled, lacks, nativePath } from "vireo/process";

/** A model, and where it is read from. */
export interface ModelSource {
  /** Names the vectors. */
  id: string;
  /** A directory's absolute path, or a name on the hub. */
  from: string;
  dtype: string;
  /** Known before it is read, where it is. */
  dimensions?: number;
  isLocal: boolean;
  /** What its files must be; nothing where anything will do. */
  sha256?: string | undefined;
}

/** The plug-in beside this one that holds nothing but a model; it may be missing. */
function findBundledModel(): ModelSource | undefined {
  if (lacks("encoder")) return undefined;
  const from = isCompiled ? nativePath("encoder") : fileURLToPath(new URL("./model", import.meta.url));
  const card = join(from, "model.json");
  if (!existsSync(card)) return undefined;
  const { id, dimensions } = JSON.parse(readFileSync(card, "utf8")) as { id: string; dimensions: number };
  return { id, from, dtype: "q8", dimensions, isLocal: true };
}

/** What the setting means; the bundled model without one. Throws where a directory does not exist. */
export function chooseModel(model: string | undefined, dtype: string): ModelSource {
  if (model === undefined) {
    const bundled = findBundledModel();
    if (bundled) return bundled;
    throw new Error("There is no bundled model here: name one in settings.embedder.model.");
  }
  const isLocal = isAbsolute(model) || model.startsWith(".");
  const from = isLocal ? resolve(model) : model;
  if (isLocal && !existsSync(resolve(from, "config.json"))) {
    throw new Error(`settings.embedder.model: ${from} is no model directory (it has no config.json).`);
  }
  return { id: `${from} ${dtype}`, from, dtype, isLocal };
}

/** A model by the id that its vectors bear; undefined where that does not lead to one. */
export function findModel(id: string): ModelSource | undefined {
  const bundled = findBundledModel();
  if (id === bundled?.id) return bundled;
  const [, from, dtype] = /^(.+) (q8|fp16|fp32)$/.exec(id) ?? [];
  if (!from || !dtype) return undefined;
  const isLocal = isAbsolute(from);
  return isLocal && !existsSync(resolve(from, "config.json")) ? undefined : { id, from, dtype, isLocal };
}
