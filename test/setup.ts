import { afterAll } from "bun:test";
import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import { findBundle } from "#cli/bundle/find";
import { replaceWorker, WORKERS } from "#cli/bundle/workers";
import { setEntryPoint } from "#core/process/program";
import { stopCluster } from "#test/db/cluster";

setEntryPoint(new URL("../cli/main.ts", import.meta.url).pathname);
// Preloaded: this runs once, after the last test file.
afterAll(stopCluster);

/** Threads start from the program's bundle, as in the program itself, with a quarter of the CPU time: tests start hundreds. */
function bundleWorkers(program: string): void {
  const outdir = dirname(dirname(program));
  const filter = new RegExp(`/(${WORKERS.map(dirname).join("|")})/[^/]+\\.ts$`);
  Bun.plugin({
    name: "workers",
    setup(build) {
      build.onLoad({ filter }, ({ path }) => ({
        contents: replaceWorker(readFileSync(path, "utf8"), dirname(path), outdir),
        loader: "ts",
      }));
    },
  });
}
const program = findBundle();
if (program) bundleWorkers(program);
