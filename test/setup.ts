import { afterAll } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { findBundle } from "#cli/bundle/find";
import { EMBEDDED } from "#cli/bundle/options";
import { replaceWorker, WORKERS } from "#cli/bundle/workers";
import { setEntryPoint } from "#core/process/program";
import { stopCluster } from "#test/db/cluster";

setEntryPoint(new URL("../cli/main.ts", import.meta.url).pathname);
// Preloaded: this runs once, after the last test file.
afterAll(stopCluster);

/**
 * Threads start from the program's bundle, as in the program itself, with a quarter of the CPU time: tests start hundreds.
 * The dashboard's pages are those of the bundle, instead of a build for each app.
 */
function loadFromBundle(program: string): void {
  const outdir = dirname(dirname(program));
  const filter = new RegExp(`/(${WORKERS.map(dirname).join("|")})/[^/]+\\.ts$`);
  const pages = join(outdir, "pages");
  Bun.plugin({
    name: "bundle",
    setup(build) {
      build.onLoad({ filter }, ({ path }) => ({
        contents: replaceWorker(readFileSync(path, "utf8"), dirname(path), outdir),
        loader: "ts",
      }));
      build.onLoad({ filter: EMBEDDED }, () => {
        const paths = Object.fromEntries(readdirSync(pages).map((name) => [name, join(pages, name)]));
        return { contents: `export const embedded = ${JSON.stringify(paths)};`, loader: "ts" };
      });
    },
  });
}
const program = findBundle();
if (program) loadFromBundle(program);
