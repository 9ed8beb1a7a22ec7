import { existsSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";

const dashboard = join(import.meta.dir, "../../plugins/dashboard");

/** Builds the dashboard's pages into `folder`: the path of each file by its name. Undefined where the plug-in was deleted. */
export async function buildPages(folder: string): Promise<Record<string, string> | undefined> {
  if (!existsSync(dashboard)) return undefined;
  await rm(folder, { recursive: true, force: true });
  const { buildPages: build } = await import(join(dashboard, "children/build.ts"));
  await build({ entry: join(dashboard, "web/index.html"), target: folder });
  return Object.fromEntries((await readdir(folder)).sort().map((name) => [name, join(folder, name)]));
}
