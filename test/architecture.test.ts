/** The layout as a test: which layer may import which, what modules and plug-ins may import, and no import cycles. */
import { describe, expect, test } from "bun:test";
import { dirname, join, relative, resolve } from "node:path";
import packageJson from "../package.json" with { type: "json" };

const root = join(import.meta.dir, "..");
const LAYERS = ["cli", "modules", "plugins", "sdk", "core", "db"];

/** A statement such as `import type { A } from "b"`, `export * from "b"`, `import "b"`, or a call `import("b")`. */
const IMPORT =
  /(?:^|[\n;])\s*(?:import|export)\b[^;"'`()]*?\bfrom\s*"([^"]+)"|(?:^|[\n;])\s*import\s*"([^"]+)"|\bimport\(\s*"([^"]+)"\s*\)/g;

/** The file behind a specifier, from the root; undefined for packages and built-in modules. */
function resolveFile(from: string, specifier: string): string | undefined {
  const target = specifier.startsWith(".")
    ? relative(root, resolve(root, dirname(from), specifier))
    : specifier.startsWith("#")
      ? specifier.slice(1)
      : resolvePublic(specifier);
  if (target === undefined) return undefined;
  return [target, `${target}.ts`, `${target}.tsx`, `${target}/index.ts`].find((file) => files.has(file)) ?? target;
}

/** `vireo/…` by the exports in package.json. */
function resolvePublic(specifier: string): string | undefined {
  if (!specifier.startsWith("vireo/")) return undefined;
  const name = `./${specifier.slice("vireo/".length)}`;
  const exact = (packageJson.exports as Record<string, string>)[name];
  return (exact ?? packageJson.exports["./*"].replace("*", name.slice(2))).slice(2);
}

const files = new Set<string>();
for await (const file of new Bun.Glob(`{${LAYERS.join(",")}}/**/*.{ts,tsx}`).scan(root)) files.add(file);

interface Import {
  from: string;
  specifier: string;
  to: string;
}
const imports: Import[] = [];
for (const from of files) {
  const source = (await Bun.file(join(root, from)).text()).replace(/\/\*[\s\S]*?\*\//g, "");
  for (const [, ...groups] of source.matchAll(IMPORT)) {
    const specifier = groups.find(Boolean)!;
    const to = resolveFile(from, specifier);
    if (to && to !== "package.json") imports.push({ from, specifier, to });
  }
}

const getLayer = (path: string) => path.split("/")[0]!;
const getFolder = (path: string) => path.split("/").slice(0, 2).join("/");
const show = ({ from, specifier }: Import) => `${from} → ${specifier}`;

/** What each layer may import, beside its own files, and what to tell somebody who imports something else. */
const RULES: Record<string, { below: readonly string[]; message: string }> = {
  cli: {
    below: ["modules", "plugins", "sdk", "core", "db"],
    message: "The program is built on the layers below it, and on no tests and tools.",
  },
  modules: {
    below: ["sdk", "core", "db"],
    message: "A module imports vireo/* and its own folder only. Modules use each other through declared services.",
  },
  plugins: {
    below: ["sdk", "core", "db"],
    message: "A plug-in imports vireo/* and its own folder only, so it can be deleted or shipped by itself.",
  },
  sdk: {
    below: ["core", "db"],
    message: "The SDK is built on core and db. Modules and plug-ins are built on the SDK.",
  },
  core: { below: ["db"], message: "The kernel knows no module and no vendor. cli/program.ts puts them together." },
  db: { below: [], message: "db is the lowest layer: it imports nothing above it." },
};

function isAllowed({ from, specifier, to }: Import): boolean {
  const layer = getLayer(from);
  const isBelow = layer === getLayer(to) || RULES[layer]!.below.includes(getLayer(to));
  const isExtension = /^(modules|plugins)\/.+\//.test(from);
  if (!isExtension) return isBelow;
  return specifier.startsWith("vireo/")
    ? isBelow && !/^vireo\/(testing\/|modules$)/.test(specifier)
    : getFolder(from) === getFolder(to);
}

/** Lists the imports that break a rule, with the rule. */
const findViolations = (all: readonly Import[]): string[] =>
  all.filter((one) => !isAllowed(one)).map((one) => `${show(one)}: ${RULES[getLayer(one.from)]!.message}`);

describe("layers", () => {
  test("import only what is below them, and modules and plug-ins only vireo/* and their own folder", () => {
    expect(findViolations(imports)).toEqual([]);
  });

  test.each([
    ["db/planted.ts", "#core/ids", "db is the lowest layer"],
    ["core/planted.ts", "#modules/index", "The kernel knows no module"],
    ["core/planted.ts", "#sdk/errors", "The kernel knows no module"],
    ["core/planted.ts", "vireo/errors", "The kernel knows no module"],
    ["core/planted.ts", "../modules/index", "The kernel knows no module"],
    ["sdk/planted.ts", "#modules/index", "The SDK is built on core and db"],
    ["sdk/planted.ts", "vireo/modules", "The SDK is built on core and db"],
    ["sdk/planted.ts", "#test/app", "The SDK is built on core and db"],
    ["cli/planted.ts", "#tools/docs", "The program is built on"],
    ["modules/images/planted.ts", "#core/ids", "A module imports vireo/*"],
    ["modules/images/planted.ts", "../music/index", "A module imports vireo/*"],
    ["modules/social/posts/planted.ts", "../../../core/ids", "A module imports vireo/*"],
    ["modules/images/planted.ts", "vireo/testing/app", "A module imports vireo/*"],
    ["plugins/fal/planted.ts", "#plugins/kie/index", "A plug-in imports vireo/*"],
    ["plugins/fal/planted.ts", "../kie/index", "A plug-in imports vireo/*"],
    ["plugins/fal/planted.ts", "#sdk/errors", "A plug-in imports vireo/*"],
    ["plugins/local/draw/planted.ts", "#plugins/kie/index", "A plug-in imports vireo/*"],
  ])("%s may not import %s", (from, specifier, message) => {
    const [violation] = findViolations([{ from, specifier, to: resolveFile(from, specifier)! }]);
    expect(violation).toContain(`${from} → ${specifier}: ${message}`);
  });
});

describe("the kernel's floors", () => {
  /** Folders and files of `core/` in the order of the table in docs/architecture.md. */
  const readFloors = async () => {
    const text = await Bun.file(join(root, "docs/architecture.md")).text();
    const [table] = text.split("### Floors of the kernel")[1]!.split("\n#");
    return [...table!.matchAll(/`([\w-]+)`/g)].map(([, name]) => name!).filter((name) => name !== "core");
  };
  const getRoom = (file: string) => file.split("/")[1]!.replace(/\.ts$/, "");
  const isKernel = (file: string) => file.startsWith("core/");

  test("each folder and file of core/ imports only what stands before it in docs/architecture.md", async () => {
    const floors = await readFloors();
    const upward = imports.filter(({ from, to }) => {
      if (!isKernel(from) || !isKernel(to) || getRoom(from) === getRoom(to)) return false;
      return floors.indexOf(getRoom(to)) > floors.indexOf(getRoom(from));
    });
    expect(upward.map(show)).toEqual([]);
  });

  test("the table lists all of them, each once", async () => {
    const rooms = new Set([...files].filter(isKernel).map(getRoom));
    expect((await readFloors()).sort()).toEqual([...rooms].sort());
  });
});

test("the kernel names no resource group", async () => {
  const isKernel = (file: string) => file.startsWith("core/");
  const texts = [...files]
    .filter(isKernel)
    .map(async (file) => ({ file, text: await Bun.file(join(root, file)).text() }));
  const naming = (await Promise.all(texts)).filter(({ text }) =>
    /tiktok|persona|caption|scrape|viral|music/i.test(text),
  );
  expect(naming.map(({ file }) => file)).toEqual([]);
});

test("the binary gives plug-ins every public module, as a start from source does", () => {
  const own = [...files].filter((file) => file.startsWith("sdk/") && !file.startsWith("sdk/testing/"));
  const listed = imports.filter(({ from }) => from === "cli/exports.ts").map(({ to }) => to);
  expect(own.filter((file) => !listed.includes(file))).toEqual([]);
});

describe("import cycles", () => {
  test("there are none, types included", () => {
    expect(findCycles(imports)).toEqual([]);
  });

  test("one would be found", () => {
    const edge = (from: string, to: string) => ({ from, specifier: to, to });
    expect(findCycles([edge("a", "b"), edge("b", "c"), edge("c", "b"), edge("c", "d")])).toEqual([["b", "c"]]);
  });
});

/** Strongly connected components of more than one file (Tarjan), each sorted, in the order of their first file. */
function findCycles(edges: readonly Import[]): string[][] {
  const next = new Map<string, Set<string>>();
  for (const { from, to } of edges) next.set(from, (next.get(from) ?? new Set()).add(to));
  const order = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const cycles: string[][] = [];
  const visit = (file: string): void => {
    order.set(file, order.size);
    low.set(file, order.get(file)!);
    stack.push(file);
    for (const target of next.get(file) ?? []) {
      if (!order.has(target)) visit(target);
      if (stack.includes(target)) low.set(file, Math.min(low.get(file)!, low.get(target)!));
    }
    if (low.get(file) !== order.get(file)) return;
    const component = stack.splice(stack.indexOf(file));
    if (component.length > 1) cycles.push(component.sort());
  };
  for (const file of next.keys()) if (!order.has(file)) visit(file);
  return cycles.sort((a, b) => a[0]!.localeCompare(b[0]!));
}
