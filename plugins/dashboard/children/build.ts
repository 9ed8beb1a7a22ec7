import { readdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import type { BunPlugin } from "bun";
import { EngineError } from "vireo/engine";
import { type Outputs, readScripts, WITHOUT_FRAME } from "./scripts";
import { createSharedPlugin, planShared } from "./shared";
import { addLibraryStyles } from "./styles";

interface Order {
  /** Path of index.html. */
  entry: string;
  /** Output folder. Created atomically, so it is never incomplete. */
  target: string;
  /** Brotli quality. 11, the highest, takes 20 times as long as 9 and saves a few percent. */
  quality?: number;
}

/**
 * Moves the stylesheet after the skeleton of the page, which browsers then show without waiting for it. It stays before
 * the root, whose later styles take precedence.
 */
async function showSkeletonFirst(path: string): Promise<void> {
  const page = await Bun.file(path).text();
  const [link = ""] = /<link rel="stylesheet"[^>]*>/.exec(page) ?? [];
  await Bun.write(path, page.replace(link, "").replace('<div id="root">', `${link}<div id="root">`));
}

/** Removes time zones of the calendar library that are only used by other calendar systems. */
const createLocalTimesPlugin = (web: string): BunPlugin => ({
  name: "local-times",
  setup(build) {
    build.onResolve({ filter: /^temporal-polyfill\/fns\// }, () => ({ path: join(web, "local-times.ts") }));
  },
});

/**
 * Lists the scripts of each page, by the folder of its feature or the file of its part; those of pages without a
 * feature under `""`. Browsers would otherwise discover them only after the entry has run, one round trip at a time.
 */
function listPreloads(outputs: Outputs): Record<string, string[]> {
  const { collect, pages, first, frame } = readScripts(outputs);
  const preloads = new Map<string, Set<string>>();
  for (const { name, feature, part } of pages) {
    const before = preloads.get(part ?? feature) ?? new Set(feature === WITHOUT_FRAME ? first : [...first, ...frame]);
    // The parts of a feature are parts of the page of one item.
    const item = part && pages.find((page) => page.part === `${feature}/item`)?.name;
    preloads.set(part ?? feature, collect(name, collect(item, before)));
  }
  return { "": [...first], ...Object.fromEntries([...preloads].map(([feature, names]) => [feature, [...names]])) };
}

async function bundle(entry: string, plugins: BunPlugin[], outdir?: string): Promise<Outputs> {
  const built = await Bun.build({
    entrypoints: [entry],
    outdir: outdir || undefined,
    plugins,
    target: "browser",
    minify: true,
    splitting: true,
    publicPath: "/assets/",
    naming: { entry: "[name].[ext]", chunk: "[name]-[hash].[ext]", asset: "[name]-[hash].[ext]" },
    define: { "process.env.NODE_ENV": '"production"' },
    metafile: true,
    throw: false,
  });
  if (!built.success) throw new EngineError("build_failed", built.logs.map(String).join("\n").slice(0, 2000));
  return built.metafile?.outputs ?? {};
}

/** Inlines the script with the first requests into the page. A separate script would arrive one round trip later. */
async function addFirstRequests(path: string, source: string): Promise<void> {
  const built = await Bun.build({ entrypoints: [source], target: "browser", minify: true, format: "iife" });
  const [script] = built.outputs;
  if (!script) throw new EngineError("build_failed", "The script with the first requests is missing from the build.");
  const text = (await script.text()).trim().replaceAll("</script", "<\\/script");
  const page = await Bun.file(path).text();
  await Bun.write(
    path,
    page.replace("</head>", () => `<script>${text}</script></head>`),
  );
}

/** Compresses every text file into a `.br` file next to it. */
async function compressAll(folder: string, quality: number): Promise<void> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality };
  const texts = (await readdir(folder)).filter((name) => /\.(js|css|svg)$/.test(name));
  const compress = async (path: string) =>
    Bun.write(`${path}.br`, (await promisify(brotliCompress)(await Bun.file(path).bytes(), { params })) as Uint8Array);
  await Promise.all(texts.map((name) => compress(join(folder, name))));
}

/** Bundles the pages: `index.html`, scripts and assets with content hashes in their names, and `preloads.json`. */
export async function buildPages({ entry, target, quality = 9 }: Order): Promise<void> {
  const work = `${target}.${process.pid}`;
  try {
    const localTimes = createLocalTimesPlugin(dirname(entry));
    const shared = planShared(await bundle(entry, [localTimes]));
    const outputs = await bundle(entry, [localTimes, createSharedPlugin(shared)], work);
    await addLibraryStyles(work, dirname(entry), outputs);
    await showSkeletonFirst(join(work, "index.html"));
    await addFirstRequests(join(work, "index.html"), join(dirname(entry), "first-requests.ts"));
    await Bun.write(join(work, "preloads.json"), JSON.stringify(listPreloads(outputs)));
    await compressAll(work, quality);
    await rename(work, target);
  } catch (error) {
    await rm(work, { recursive: true, force: true });
    // Another process has finished the same build first.
    if (!["ENOTEMPTY", "EEXIST"].includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
  }
}
