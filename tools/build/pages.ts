import { existsSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";

const dashboard = join(import.meta.dir, "../../plugins/dashboard");

/** Brotli's best compression takes seconds, so it runs once at build time and not at each start. */
const BEST = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };

async function compress(path: string): Promise<void> {
  await Bun.write(`${path}.br`, (await promisify(brotliCompress)(await Bun.file(path).bytes(), BEST)) as Uint8Array);
}

/** Builds the dashboard's pages into `folder`: the path of each file by its name. Undefined where the plug-in was deleted. */
export async function buildPages(folder: string): Promise<Record<string, string> | undefined> {
  if (!existsSync(dashboard)) return undefined;
  await rm(folder, { recursive: true, force: true });
  const { buildPages: build } = await import(join(dashboard, "children/build.ts"));
  await build({ entry: join(dashboard, "web/index.html"), target: folder });
  const texts = (await readdir(folder)).filter((name) => /\.(js|css|svg)$/.test(name));
  await Promise.all(texts.map((name) => compress(join(folder, name))));
  return Object.fromEntries((await readdir(folder)).sort().map((name) => [name, join(folder, name)]));
}
