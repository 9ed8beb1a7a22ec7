import { existsSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { constants } from "node:zlib";

const dashboard = join(import.meta.dir, "../../plugins/dashboard");

/**
 * Builds the dashboard's pages into `folder`: the path of each file by its name. Undefined where the plug-in was deleted.
 * The best compression takes seconds, so builds for tests leave it out.
 */
export async function buildPages(folder: string, isQuick: boolean): Promise<Record<string, string> | undefined> {
  if (!existsSync(dashboard)) return undefined;
  await rm(folder, { recursive: true, force: true });
  const { buildPages: build } = await import(join(dashboard, "children/build.ts"));
  const entry = join(dashboard, "web/index.html");
  await build({
    entry,
    target: folder,
    quality: isQuick ? constants.BROTLI_MIN_QUALITY : constants.BROTLI_MAX_QUALITY,
  });
  return Object.fromEntries((await readdir(folder)).sort().map((name) => [name, join(folder, name)]));
}
