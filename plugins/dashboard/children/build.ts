import { rename, rm } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import type { BuildOutput, BunPlugin } from "bun";
import { EngineError } from "vireo/engine";
import { addLibraryStyles } from "./styles";

interface Order {
  /** Path of index.html. */
  entry: string;
  /** Output folder. Created in one step, so it is never incomplete. */
  target: string;
}

/** Modules that at least this many pages and other parts need are one script, which all of them load. */
const COMMON_FROM = 5;

/** A page of a feature, or the frame of all pages. Each is loaded when it is first needed. */
const PAGE = /\/web\/(?:features\/(\w+)\/index|shell)\.tsx$/;

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
  // The entry asks who is signed in, and loads the app meanwhile.
  const first = collect(find(/\/web\/app\.tsx$/), collect(find(/\/web\/index\.html$/)));
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
  const shared = [...scripts].filter(([name, { entryPoint }]) => {
    const count = uses.filter((used) => used === name).length;
    return !entryPoint && !first.has(name) && count >= COMMON_FROM;
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
  return {
    "": [...first],
    ...Object.fromEntries(
      pages.flatMap(({ name, feature }) =>
        feature ? [[feature, [...collect(name, collect(shell, new Set(first)))]] as const] : [],
      ),
    ),
  };
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

/** Bundles the pages: `index.html`, scripts and assets with content hashes in their names, and `preloads.json`. */
export async function buildPages({ entry, target }: Order): Promise<void> {
  const work = `${target}.${process.pid}`;
  try {
    const common = listCommon(await bundle(entry, []));
    const outputs = await bundle(entry, [createCommonPlugin(common)], work);
    await addLibraryStyles(work, dirname(entry), outputs);
    await showSkeletonFirst(join(work, "index.html"));
    await Bun.write(join(work, "preloads.json"), JSON.stringify(listPreloads(outputs)));
    await rename(work, target);
  } catch (error) {
    await rm(work, { recursive: true, force: true });
    // Another process finished the same build first.
    if (!["ENOTEMPTY", "EEXIST"].includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
  }
}
