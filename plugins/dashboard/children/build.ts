import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
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

/** Bundles the pages: `index.html`, and scripts and assets with content hashes in their names. */
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
    throw: false,
  });
  if (!built.success) {
    await rm(work, { recursive: true, force: true });
    throw new EngineError("build_failed", built.logs.map(String).join("\n").slice(0, 2000));
  }
  await showSkeletonFirst(join(work, "index.html"));
  await rename(work, target).catch(async (error) => {
    // Another process finished the same build first.
    await rm(work, { recursive: true, force: true });
    if (error.code !== "ENOTEMPTY" && error.code !== "EEXIST") throw error;
  });
}
