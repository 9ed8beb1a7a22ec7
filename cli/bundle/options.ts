/** Bundler options shared by the start bundle and the binary. */
import type { BunPlugin } from "bun";

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
