import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { BunPlugin } from "bun";
import { EMBEDDED } from "#cli/bundle/options";
import type { Packed } from "./pack";

const core = join(import.meta.dir, "../../core");
const natives = JSON.stringify(join(core, "process/natives.ts"));
const asModule = (part: string, file: string) =>
  `module.exports = require(${natives}).loadNative(${JSON.stringify(part)}, ${JSON.stringify(file)});`;
const asPath = (part: string, file: string) =>
  `import { nativePath } from ${natives}; export default nativePath(${JSON.stringify(part)}, ${JSON.stringify(file)});`;

type Replacement = readonly [name: string, path: RegExp, contents: (path: string) => string];

/** What the bundler reads in place of files whose own way to a native part ends outside of the repository. */
const replacements: readonly Replacement[] = [
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
  [
    "node-av",
    /node-av\/dist\/lib\/binding\.js$/,
    () => `import { loadNative } from ${natives}; export const bindings = loadNative("codecs", "node-av.node");`,
  ],
];

function changed(path: string, from: RegExp, to: string): string {
  const text = readFileSync(path, "utf8");
  if (!from.test(text)) throw new Error(`${path} has no ${from} any more: see tools/build/replace.ts.`);
  return text.replace(from, () => to);
}

/** A module that imports files into the program, and what it exports of their paths. */
function fileModule(paths: readonly string[], exported: (names: readonly string[]) => string): string {
  const imports = paths.map((path, at) => `import f${at} from ${JSON.stringify(path)} with { type: "file" };`);
  return `${imports.join("\n")}\n${exported(paths.map((_, at) => `f${at}`))}`;
}

const partsModule = (packed: readonly Packed[]) =>
  fileModule(
    packed.map(({ packed }) => packed),
    (paths) =>
      `export const parts = { ${packed.map(({ name, hash }, at) => `${name}: { hash: "${hash}", packed: ${paths[at]} }`).join(", ")} };`,
  );

const pagesModule = (pages: Readonly<Record<string, string>>) =>
  fileModule(
    Object.values(pages),
    (paths) =>
      `export const embedded = { ${Object.keys(pages)
        .map((name, at) => `${JSON.stringify(name)}: ${paths[at]}`)
        .join(", ")} };`,
  );

/**
 * Puts packed parts in place of what would be read from node_modules, and the built pages into the dashboard. `unmet`
 * names the replacements that were not asked for.
 */
export function replaceFiles(
  packed: readonly Packed[],
  pages: Readonly<Record<string, string>> | undefined,
): { plugin: BunPlugin; unmet(): string[] } {
  const all: Replacement[] = [
    ...replacements,
    ["the parts", /\/core\/process\/native-parts\.ts$/, () => partsModule(packed)],
    ...(pages ? [["the pages", EMBEDDED, () => pagesModule(pages)] as const] : []),
  ];
  const met = new Set<string>();
  const plugin: BunPlugin = {
    name: "files",
    setup(build) {
      for (const [name, filter, contents] of all) {
        build.onLoad({ filter }, ({ path }) => {
          met.add(name);
          return { contents: contents(path), loader: "js" };
        });
      }
    },
  };
  return { plugin, unmet: () => all.map(([name]) => name).filter((name) => !met.has(name)) };
}
