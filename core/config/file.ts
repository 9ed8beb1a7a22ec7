import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Mistake } from "#core/config/settings";
import { describeCause } from "#core/error-location";

export interface ConfigFile {
  values: object;
  /** Path of the file, if it exists. */
  source?: string;
  mistakes: readonly Mistake[];
}

/** Reads vireo.config.ts. A file that cannot be used is reported together with all other mistakes. */
export async function readConfigFile(path: string | undefined): Promise<ConfigFile> {
  const source = resolve(path ?? "vireo.config.ts");
  if (!existsSync(source)) {
    const mistake = { where: "VIREO_CONFIG", what: `points to ${source}, which does not exist` };
    return { values: {}, mistakes: path ? [mistake] : [] };
  }
  const refuse = (what: string): ConfigFile => ({ values: {}, source, mistakes: [{ where: source, what }] });
  try {
    const { default: values } = (await import(pathToFileURL(source).href)) as { default?: unknown };
    if (typeof values === "object" && values !== null && !Array.isArray(values))
      return { values, source, mistakes: [] };
    return refuse("must export its settings: export default { … }");
  } catch (cause) {
    const causes = cause instanceof AggregateError ? cause.errors : [cause];
    return refuse(`could not be read: ${causes.map(describeCause).join("; ")}`);
  }
}

/** Adds the line number to a mistake in the file, if the setting is written as `name: value`. */
export function locate(mistake: Mistake, source: string | undefined): Mistake {
  if (!mistake.inFile || !source) return mistake;
  const line = findLine(readFileSync(source, "utf8"), mistake.where.split("."));
  return line === undefined ? mistake : { ...mistake, where: `${source}:${line} ${mistake.where}` };
}

function findLine(text: string, names: readonly string[]): number | undefined {
  let at = 0;
  for (const name of names) {
    const escaped = name.replace(/[^\w]/g, "\\$&");
    const key = new RegExp(`(?<=[\\s{,]|^)(?:${escaped}|"${escaped}"|'${escaped}')\\s*:`, "g");
    key.lastIndex = at;
    const match = key.exec(text);
    if (!match) return undefined;
    at = match.index + match[0].length;
  }
  return text.slice(0, at).split("\n").length;
}
