/** Deletes what packages carry for other platforms and uses: onnxruntime-node alone has 250 MB of it. Runs after every install. */
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";

const modules = join(import.meta.dir, "../node_modules");
const list = (folder: string) => readdir(join(modules, folder)).catch(() => []);
const remove = (...path: string[]) => rm(join(modules, ...path), { recursive: true, force: true });

const binaries = "onnxruntime-node/bin/napi-v6";
for (const os of await list(binaries)) {
  for (const cpu of await list(join(binaries, os))) {
    if (os !== process.platform || cpu !== process.arch) await remove(binaries, os, cpu);
  }
}

/** Text is read with one of the builds of Tesseract and one of the models for English. */
const USED = /^tesseract-core-simd-lstm\.(?:js|wasm)$/;
for (const file of await list("tesseract.js-core")) {
  if (file.startsWith("tesseract-core") && !USED.test(file)) await remove("tesseract.js-core", file);
}
await remove("@tesseract.js-data/eng/4.0.0");
