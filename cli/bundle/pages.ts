import { existsSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";

const dashboard = join(import.meta.dir, "../../plugins/dashboard");

export type Pages = Readonly<Record<string, string>>;

/**
 * Builds the dashboard's pages into `folder`, with a `.br` file next to each text: the path of each file by its name.
 * Undefined where the plug-in was deleted. Adds the path of each source to `sources`.
 */
export async function buildPages(
  folder: string,
  brotliQuality: number,
  sources = new Set<string>(),
): Promise<Pages | undefined> {
  if (!existsSync(dashboard)) return undefined;
  const { buildPages: build } = await import(join(dashboard, "build.ts"));
  const files: ReadonlyMap<string, Blob> = await build(sources);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const params = { [constants.BROTLI_PARAM_QUALITY]: brotliQuality };
  const paths: Record<string, string> = {};
  const add = async (name: string, body: Uint8Array) => {
    paths[name] = join(folder, name);
    await Bun.write(join(folder, name), body);
  };
  for (const name of [...files.keys()].sort()) {
    const body = (await files.get(name)?.bytes()) as Uint8Array;
    await add(name, body);
    if (/\.(js|css|svg)$/.test(name))
      await add(`${name}.br`, new Uint8Array(await promisify(brotliCompress)(body, { params })));
  }
  return paths;
}
