import { join } from "node:path";

const repository = join(import.meta.dir, "../..");

/** Threads that start often, each bundled into a file of its own. */
export const WORKERS = ["core/media/worker.ts", "plugins/local/music/worker.ts"];

/**
 * Makes a module start the bundle of its worker, which takes a quarter of the CPU time of its source. The source is started
 * if a later bundle has replaced this one.
 */
export function replaceWorker(text: string, folder: string, outdir: string): string {
  const worker = WORKERS.find((path) => join(repository, path) === join(folder, "worker.ts"));
  if (!worker) return text;
  const bundled = JSON.stringify(join(outdir, worker.replace(/ts$/, "js")));
  const from = 'new URL("./worker.ts", import.meta.url)';
  return text.replace(from, `(require("node:fs").existsSync(${bundled}) ? ${bundled} : ${from})`);
}
