import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { BunPlugin } from "bun";
import type { Packed } from "./pack";

const core = join(import.meta.dir, "../core");
const natives = JSON.stringify(join(core, "natives.ts"));
const asModule = (part: string, file: string) =>
  `module.exports = require(${natives}).loadNative(${JSON.stringify(part)}, ${JSON.stringify(file)});`;
const asPath = (part: string, file: string) =>
  `import { nativePath } from ${natives}; export default nativePath(${JSON.stringify(part)}, ${JSON.stringify(file)});`;

/** What the bundler reads in place of a file whose own way to a native part ends outside of a repository. */
const replacements: readonly [name: string, path: RegExp, contents: (path: string) => string][] = [
  ["@napi-rs/canvas", /@napi-rs\/canvas\/js-binding\.js$/, () => asModule("canvas", "canvas.node")],
  ["@lancedb/lancedb", /@lancedb\/lancedb\/dist\/native\.js$/, () => asModule("lancedb", "lancedb.node")],
  [
    "onnxruntime-node",
    /onnxruntime-node\/dist\/binding\.js$/,
    (path) =>
      changed(
        path,
        /require\(`[^`]+\/onnxruntime_binding\.node`\)/,
        `require(${natives}).loadNative("onnxruntime", "onnxruntime_binding.node")`,
      ),
  ],
  [
    // It asks for onnxruntime in a way that the bundler does not see.
    "@huggingface/transformers",
    /@huggingface\/transformers\/dist\/transformers\.node\.mjs$/,
    (path) => changed(path, /requireFromHere\("onnxruntime-node"\)/, 'require("onnxruntime-node")'),
  ],
  [
    "the fonts",
    /\/plugins\/local\/fonts\/files\/[^/]+$/,
    (path) => asPath("fonts", path.slice(path.lastIndexOf("/") + 1)),
  ],
  ["@ffmpeg/core", /ffmpeg-core\.wasm$/, () => asPath("ffmpeg", "ffmpeg-core.wasm")],
];

/** Ways out that nothing here takes: other runtimes of the model, picture formats of the model's library, a vendor's client. */
const UNUSED = /^(onnxruntime-web(\/.*)?|sharp|openai)$/;

function changed(path: string, from: RegExp, to: string): string {
  const text = readFileSync(path, "utf8");
  if (!from.test(text)) throw new Error(`${path} has no ${from} any more: see build/replace.ts.`);
  return text.replace(from, () => to);
}

/** Puts packed parts in place of what would be read from node_modules. `unmet` names the replacements that were not asked for. */
export function replaceNatives(packed: readonly Packed[]): { plugin: BunPlugin; unmet(): string[] } {
  const met = new Set<string>();
  const lines = packed.map(({ packed }, at) => `import p${at} from ${JSON.stringify(packed)} with { type: "file" };`);
  const entries = packed.map(({ name, hash }, at) => `${name}: { hash: "${hash}", packed: p${at} }`);
  const manifest = `${lines.join("\n")}\nexport const parts = { ${entries.join(", ")} };`;
  const plugin: BunPlugin = {
    name: "natives",
    setup(build) {
      build.onLoad({ filter: /\/core\/native-parts\.ts$/ }, () => ({ contents: manifest, loader: "js" }));
      for (const [name, filter, contents] of replacements) {
        build.onLoad({ filter }, ({ path }) => {
          met.add(name);
          return { contents: contents(path), loader: "js" };
        });
      }
      build.onResolve({ filter: UNUSED }, ({ path }) => ({ path, namespace: "unused" }));
      build.onLoad({ filter: /./, namespace: "unused" }, () => ({ contents: "module.exports = {};", loader: "js" }));
    },
  };
  return { plugin, unmet: () => replacements.map(([name]) => name).filter((name) => !met.has(name)) };
}
