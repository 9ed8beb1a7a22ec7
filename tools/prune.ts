/** Deletes what packages carry for other platforms: onnxruntime-node alone has 250 MB of it. Runs after every install. */
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";

const binaries = join(import.meta.dir, "../node_modules/onnxruntime-node/bin/napi-v6");

for (const os of await readdir(binaries).catch(() => [])) {
  for (const cpu of await readdir(join(binaries, os))) {
    if (os !== process.platform || cpu !== process.arch) {
      await rm(join(binaries, os, cpu), { recursive: true, force: true });
    }
  }
}
