import { rename, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { EngineError } from "vireo/engine";

interface Order {
  /** Path of index.html. */
  entry: string;
  /** Output folder. Created in one step, so it is never incomplete. */
  target: string;
}

/**
 * Moves the stylesheet behind the skeleton of the page, which a browser then shows without waiting for it. It stays before
 * the root, whose styles come later and win.
 */
async function showSkeletonFirst(path: string): Promise<void> {
  const page = await Bun.file(path).text();
  const [link = ""] = /<link rel="stylesheet"[^>]*>/.exec(page) ?? [];
  await Bun.write(path, page.replace(link, "").replace('<div id="root">', `${link}<div id="root">`));
}

type Outputs = NonNullable<Awaited<ReturnType<typeof Bun.build>>["metafile"]>["outputs"];

/**
 * The scripts that each page needs besides the entry, by the folder of its feature. Browsers would find them only once the
 * entry has run, round trip by round trip.
 */
function listPreloads(outputs: Outputs): Record<string, string[]> {
  const nameOf = (path: string) => basename(path);
  const byName = new Map(Object.entries(outputs).map(([path, output]) => [nameOf(path), output]));
  const find = (source: RegExp) =>
    [...byName].find(([name, { entryPoint = "" }]) => name.endsWith(".js") && source.test(entryPoint))?.[0];
  const collect = (name: string | undefined, found: Set<string>): Set<string> => {
    if (!name || found.has(name)) return found;
    found.add(name);
    for (const { path, kind } of byName.get(name)?.imports ?? [])
      if (kind === "import-statement") collect(nameOf(path), found);
    return found;
  };
  const entry = collect(find(/\/web\/index\.html$/), new Set());
  const features = [...byName.values()].flatMap(
    ({ entryPoint = "" }) => /\/web\/features\/(\w+)\/index\.tsx$/.exec(entryPoint)?.[1] ?? [],
  );
  return Object.fromEntries(
    [...new Set(features)].map((feature) => {
      const scripts = collect(find(/\/web\/shell\.tsx$/), new Set(entry));
      collect(find(new RegExp(`/web/features/${feature}/index\\.tsx$`)), scripts);
      return [feature, [...scripts].filter((name) => !entry.has(name))];
    }),
  );
}

/** Bundles the pages: `index.html`, scripts and assets with content hashes in their names, and `preloads.json`. */
export async function buildPages({ entry, target }: Order): Promise<void> {
  const work = `${target}.${process.pid}`;
  const built = await Bun.build({
    entrypoints: [entry],
    outdir: work,
    target: "browser",
    minify: true,
    splitting: true,
    publicPath: "/assets/",
    naming: { entry: "[name].[ext]", chunk: "[name]-[hash].[ext]", asset: "[name]-[hash].[ext]" },
    define: { "process.env.NODE_ENV": '"production"' },
    metafile: true,
    throw: false,
  });
  if (!built.success) {
    await rm(work, { recursive: true, force: true });
    throw new EngineError("build_failed", built.logs.map(String).join("\n").slice(0, 2000));
  }
  await showSkeletonFirst(join(work, "index.html"));
  await Bun.write(join(work, "preloads.json"), JSON.stringify(listPreloads(built.metafile?.outputs ?? {})));
  await rename(work, target).catch(async (error) => {
    // Another process finished the same build first.
    await rm(work, { recursive: true, force: true });
    if (error.code !== "ENOTEMPTY" && error.code !== "EEXIST") throw error;
  });
}
