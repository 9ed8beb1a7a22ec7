import { existsSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { constants } from "node:zlib";

const dashboard = join(import.meta.dir, "../../plugins/dashboard");

/** Builds the dashboard's pages into `folder`: the path of each file by its name. Undefined where the plug-in was deleted. */
export async function buildPages(folder: string): Promise<Record<string, string> | undefined> {
  if (!existsSync(dashboard)) return undefined;
  await rm(folder, { recursive: true, force: true });
  const { buildPages: build } = await import(join(dashboard, "children/build.ts"));
  // The best compression takes many seconds, so it is for builds that are made once.
  const entry = join(dashboard, "web/index.html");
  await build({ entry, target: folder, quality: constants.BROTLI_MAX_QUALITY });
  return Object.fromEntries((await readdir(folder)).sort().map((name) => [name, join(folder, name)]));
}
