import { resolve } from "node:path";
import type { BunPlugin } from "bun";
import { type Outputs, readScripts, WITHOUT_FRAME } from "./scripts";

/** Sources that several parts need, loaded as one script. */
interface SharedScript {
  /** Names of the bundler's scripts that it consists of. */
  names: readonly string[];
  /** Names of the scripts that it depends on. */
  needs: ReadonlySet<string>;
  sources: readonly string[];
  /** Size in bytes before compression. */
  bytes: number;
  /** For each part, whether it loads the script. */
  users: readonly boolean[];
}

/** Weights of loading times. Everyone waits for the sign-in page, but few users for a single dialog. */
const [FIRST_WEIGHT, PAGE_WEIGHT, DIALOG_WEIGHT] = [5, 1, 0.1];

/** Parts that are loaded when first needed, and the sources that they share. */
export interface SharedScripts {
  /** Paths of the sources. */
  parts: readonly string[];
  shared: readonly SharedScript[];
}

/** Cost of a request, in bytes of a script before compression. */
const REQUEST_BYTES = 40_000;

/**
 * Groups the scripts that the parts share. The bundler creates one for each set of parts with a common source, which
 * would be dozens, so they are merged as long as that saves more requests than it costs bytes.
 */
export function planShared(outputs: Outputs): SharedScripts {
  const { scripts, collect, pages, first, frame } = readScripts(outputs);
  const parts = [...scripts].flatMap(([name, { entryPoint }]) =>
    entryPoint && !first.has(name) ? [{ name, path: resolve(entryPoint), needs: collect(name) }] : [],
  );
  const framed = parts.map(({ name }) => pages.every((page) => page.name !== name || page.feature !== WITHOUT_FRAME));
  const shared = [...scripts].flatMap(([name, { entryPoint, bytes, inputs }]): SharedScript[] =>
    entryPoint || first.has(name)
      ? []
      : [
          {
            names: [name],
            needs: collect(name),
            bytes,
            // Scripts of the frame are already loaded on every page.
            users: parts.map(({ needs }, i) => needs.has(name) || (frame.has(name) && framed[i] === true)),
            sources: Object.entries(inputs).flatMap(([path, { bytesInOutput }]) =>
              bytesInOutput > 0 ? [resolve(path)] : [],
            ),
          },
        ],
  );
  const weights = parts.map(({ name }) => {
    const page = pages.find((candidate) => candidate.name === name);
    if (!page) return DIALOG_WEIGHT;
    return page.feature === WITHOUT_FRAME ? FIRST_WEIGHT : PAGE_WEIGHT;
  });
  return { parts: parts.map(({ path }) => path), shared: mergeScripts(shared, weights) };
}

/**
 * Returns the bytes saved by merging two scripts: fewer requests for parts that load both, more bytes for those that
 * load one.
 */
function getGain(script: SharedScript, other: SharedScript, weights: readonly number[]): number {
  let gain = 0;
  for (let i = 0; i < weights.length; i++) {
    const weight = weights[i] ?? 0;
    if (script.users[i]) gain += weight * (other.users[i] ? REQUEST_BYTES : -other.bytes);
    else if (other.users[i]) gain -= weight * script.bytes;
  }
  return gain;
}

function mergeScripts(scripts: readonly SharedScript[], weights: readonly number[]): readonly SharedScript[] {
  let best: { one: SharedScript; other: SharedScript } | undefined;
  let most = 0;
  for (const [i, one] of scripts.entries()) {
    for (const other of scripts.slice(i + 1)) {
      const gain = getGain(one, other, weights);
      if (gain <= most) continue;
      most = gain;
      best = { one, other };
    }
  }
  if (!best) return scripts;
  const { one, other } = best;
  const merged: SharedScript = {
    names: [...one.names, ...other.names],
    needs: new Set([...one.needs, ...other.needs]),
    sources: [...one.sources, ...other.sources],
    bytes: one.bytes + other.bytes,
    users: one.users.map((isUser, i) => isUser || other.users[i] === true),
  };
  // Parts that load the script also load its dependencies.
  const rest = scripts.flatMap((script) => {
    if (script === one || script === other) return [];
    const isNeeded = script.names.some((name) => merged.needs.has(name));
    return [
      isNeeded ? { ...script, users: script.users.map((isUser, i) => isUser || merged.users[i] === true) } : script,
    ];
  });
  return mergeScripts([...rest, merged], weights);
}

/** Makes each part import all sources of its shared scripts, so that the bundler keeps them together. */
export const createSharedPlugin = ({ parts, shared }: SharedScripts): BunPlugin => ({
  name: "shared",
  setup(build) {
    build.onResolve({ filter: /^dashboard:shared\/\d+$/ }, ({ path }) => ({ path, namespace: "shared" }));
    build.onLoad({ filter: /./, namespace: "shared" }, ({ path }) => {
      const { sources = [] } = shared[Number(path.split("/")[1])] ?? {};
      return { contents: sources.map((source) => `import ${JSON.stringify(source)};`).join("\n"), loader: "ts" };
    });
    build.onLoad({ filter: /\/web\/.*\.tsx?$/ }, async ({ path }) => {
      const part = parts.indexOf(path);
      const imports = shared.flatMap(({ users }, i) => (users[part] ? [`import "dashboard:shared/${i}";\n`] : []));
      const text = await Bun.file(path).text();
      return { contents: imports.join("") + text, loader: path.endsWith("x") ? "tsx" : "ts" };
    });
  },
});
