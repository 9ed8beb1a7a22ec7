/**
 * Bundles the program and the dashboard's pages into node_modules/.cache, so that it starts with a third of the CPU time:
 * `bun cli/bundle/make.ts`.
 * Does nothing if the sources have not changed. If it fails, the program starts from its sources.
 */
import { mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { BUNDLES, findBundle, type Made, RECORD, stamp } from "#cli/bundle/find";
import { createOptions } from "#cli/bundle/options";
import { buildPages } from "#cli/bundle/pages";
import { WORKERS } from "#cli/bundle/workers";

const repository = join(import.meta.dir, "../..");
const ENTRY = "cli/program.ts";
const LOCAL_CHILD = "cli/local-child.ts";
/** 11, the highest, takes 20 times as long and saves a few percent. */
const BROTLI_QUALITY = 9;
/** Number of bundles to keep. A running server still reads the pages and the source map of its own bundle. */
const KEPT = 3;

async function makeBundle(): Promise<void> {
  const outdir = join(BUNDLES, crypto.randomUUID());
  const settings = [
    "package.json",
    "bun.lock",
    ...["make", "options", "pages", "workers"].map((name) => `cli/bundle/${name}.ts`),
  ];
  const sources = new Set(settings.map((name) => join(repository, name)));
  const pages = await buildPages(join(outdir, "pages"), BROTLI_QUALITY, sources);
  await Bun.build({
    entrypoints: [ENTRY, LOCAL_CHILD, ...WORKERS].map((path) => join(repository, path)),
    ...createOptions(outdir, sources, pages),
  });
  const made: Made = {
    bun: Bun.version,
    repository,
    entry: join(outdir, ENTRY.replace(/ts$/, "js")),
    files: [...sources].map(stamp),
  };
  writeFileSync(join(outdir, "made.json"), JSON.stringify(made));
  renameSync(join(outdir, "made.json"), RECORD);
  removeOld();
}

function removeOld(): void {
  const folders = readdirSync(BUNDLES, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const newestFirst = folders
    .map(({ name }) => join(BUNDLES, name))
    .sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
  for (const folder of newestFirst.slice(KEPT)) rmSync(folder, { recursive: true, force: true });
}

if (!findBundle()) {
  try {
    mkdirSync(BUNDLES, { recursive: true });
    await makeBundle();
  } catch (error) {
    console.error(`The program starts from its sources, because they could not be bundled: ${error}`);
  }
}
