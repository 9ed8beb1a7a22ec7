import { rename, rm } from "node:fs/promises";
import { EngineError } from "vireo/engine";

interface Order {
  /** The document that everything hangs on. */
  entry: string;
  /** Where the files are to be; it is there whole, or not at all. */
  target: string;
}

/** Bundles the pages for browsers: the document as `index.html`, beside it files with names that change with their content. */
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
  await rename(work, target).catch(async (error) => {
    // Somebody else was quicker, and made the same.
    await rm(work, { recursive: true, force: true });
    if (error.code !== "ENOTEMPTY" && error.code !== "EEXIST") throw error;
  });
}
