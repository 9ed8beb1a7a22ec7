import { readdir, rename, rm } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import type { BuildOutput, BunPlugin } from "bun";
import { EngineError } from "vireo/engine";
import { addLibraryStyles } from "./styles";

interface Order {
  /** Path of index.html. */
  entry: string;
  /** Output folder. Created in one step, so it is never incomplete. */
  target: string;
  /** Of Brotli, at most 11, which takes 20 times as long as 9 for a few percent. */
  quality?: number;
}

/** Modules that at least this many pages and other parts need are one script, which all of them load. */
const COMMON_FROM = 5;
/** So are smaller scripts that two parts need: each is a request of its own, whose head alone is as large. */
const SMALL_BYTES = 1_500;

/** A page of a feature, the large part of one, or the frame of all pages. Each is loaded when it is first needed. */
const PAGE = /\/web\/(?:features\/(\w+)\/(?:index|schedule)|shell)\.tsx$/;

type Outputs = NonNullable<BuildOutput["metafile"]>["outputs"];

/**
 * Moves the stylesheet behind the skeleton of the page, which a browser then shows without waiting for it. It stays before
 * the root, whose styles come later and win.
 */
async function showSkeletonFirst(path: string): Promise<void> {
  const page = await Bun.file(path).text();
  const [link = ""] = /<link rel="stylesheet"[^>]*>/.exec(page) ?? [];
  await Bun.write(path, page.replace(link, "").replace('<div id="root">', `${link}<div id="root">`));
}

/** The scripts of a build by name, and what each of them imports before it runs. */
function readScripts(outputs: Outputs) {
  const scripts = new Map(
    Object.entries(outputs).flatMap(([path, output]) =>
      path.endsWith(".js") ? [[basename(path), output] as const] : [],
    ),
  );
  function collect(name: string | undefined, found = new Set<string>()): Set<string> {
    if (!name || found.has(name)) return found;
    found.add(name);
    for (const { path, kind } of scripts.get(name)?.imports ?? [])
      if (kind === "import-statement") collect(basename(path), found);
    return found;
  }
  const find = (source: RegExp) => [...scripts].find(([, { entryPoint = "" }]) => source.test(entryPoint))?.[0];
  const pages = [...scripts].flatMap(([name, { entryPoint = "" }]) => {
    const match = PAGE.exec(entryPoint);
    return match ? [{ name, feature: match[1] }] : [];
  });
  const first = collect(find(/\/web\/index\.html$/));
  return { scripts, collect, pages, first };
}

/**
 * The parts that are loaded when they are first needed, and the sources that many of them share. The bundler makes a script
 * for each set of parts with a source in common, which would be dozens.
 */
function listCommon(outputs: Outputs): { parts: Set<string>; sources: string[] } {
  const { scripts, collect, first } = readScripts(outputs);
  const parts = [...scripts].filter(([name, { entryPoint }]) => entryPoint && !first.has(name));
  const uses = parts.flatMap(([name]) => [...collect(name)]);
  const shared = [...scripts].filter(([name, { entryPoint, bytes }]) => {
    const count = uses.filter((used) => used === name).length;
    return !entryPoint && !first.has(name) && (count >= COMMON_FROM || bytes < SMALL_BYTES);
  });
  return {
    parts: new Set(parts.map(([, { entryPoint = "" }]) => resolve(entryPoint))),
    sources: shared.flatMap(([, { inputs }]) =>
      Object.entries(inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? [resolve(path)] : [])),
    ),
  };
}

/** Makes every part import the same sources, which then are one script. */
const createCommonPlugin = ({ parts, sources }: ReturnType<typeof listCommon>): BunPlugin => ({
  name: "common",
  setup(build) {
    build.onResolve({ filter: /^dashboard:common$/ }, ({ path }) => ({ path, namespace: "common" }));
    build.onLoad({ filter: /./, namespace: "common" }, () => ({
      contents: sources.map((path) => `import ${JSON.stringify(path)};`).join("\n"),
      loader: "ts",
    }));
    build.onLoad({ filter: /\/web\/.*\.tsx$/ }, async ({ path }) => {
      const text = await Bun.file(path).text();
      return { contents: parts.has(path) ? `import "dashboard:common";\n${text}` : text, loader: "tsx" };
    });
  },
});

/**
 * The scripts that each page needs, by the folder of its feature; those of pages without a feature under `""`. Browsers would
 * find them only once the entry has run, round trip by round trip.
 */
function listPreloads(outputs: Outputs): Record<string, string[]> {
  const { collect, pages, first } = readScripts(outputs);
  const shell = pages.find(({ feature }) => !feature)?.name;
  const found = new Map<string, Set<string>>();
  for (const { name, feature } of pages)
    if (feature) found.set(feature, collect(name, found.get(feature) ?? collect(shell, new Set(first))));
  return { "": [...first], ...Object.fromEntries([...found].map(([feature, names]) => [feature, [...names]])) };
}

async function bundle(entry: string, plugins: BunPlugin[], outdir?: string): Promise<Outputs> {
  const built = await Bun.build({
    entrypoints: [entry],
    ...(outdir ? { outdir } : {}),
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

/** Puts the requests of the first page into the page itself: a script of its own would arrive a round trip later. */
async function addFirstRequests(path: string, source: string): Promise<void> {
  const built = await Bun.build({ entrypoints: [source], target: "browser", minify: true, format: "iife" });
  const [script] = built.outputs;
  if (!script) throw new EngineError("build_failed", "The first requests were not built.");
  const text = (await script.text()).trim().replaceAll("</script", "<\\/script");
  const page = await Bun.file(path).text();
  await Bun.write(
    path,
    page.replace("</head>", () => `<script>${text}</script></head>`),
  );
}

/** Compresses every text next to itself, as `.br`. */
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
    const common = listCommon(await bundle(entry, []));
    const outputs = await bundle(entry, [createCommonPlugin(common)], work);
    await addLibraryStyles(work, dirname(entry), outputs);
    await showSkeletonFirst(join(work, "index.html"));
    await addFirstRequests(join(work, "index.html"), join(dirname(entry), "first-requests.ts"));
    await Bun.write(join(work, "preloads.json"), JSON.stringify(listPreloads(outputs)));
    await compressAll(work, quality);
    await rename(work, target);
  } catch (error) {
    await rm(work, { recursive: true, force: true });
    // Another process finished the same build first.
    if (!["ENOTEMPTY", "EEXIST"].includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
  }
}
