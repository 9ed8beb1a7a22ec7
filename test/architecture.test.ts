/** The layout as a test: which layer may import which, what modules and plug-ins may import, and no import cycles. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { rm } from "node:fs/promises";
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

describe("layers", () => {
  /** What each layer may import, beside its own files. */
  const below: Record<string, readonly string[]> = {
    cli: ["modules", "plugins", "sdk", "core", "db"],
    modules: ["sdk", "core", "db"],
    plugins: ["sdk", "core", "db"],
    sdk: ["core", "db"],
    core: ["db"],
    db: [],
  };

  test("import only what is below them", () => {
    const wrong = imports.filter(({ from, to }) => {
      const [a, b] = [getLayer(from), getLayer(to)];
      return a !== b && !below[a]!.includes(b);
    });
    expect(wrong.map(show)).toEqual([]);
  });

  test("modules and plug-ins import vireo/* and their own folder, and no test kit", () => {
    const isExtension = ({ from }: Import) => /^(modules|plugins)\/.+\//.test(from);
    const isAllowed = ({ from, to, specifier }: Import) =>
      specifier.startsWith("vireo/")
        ? !/^vireo\/(testing\/|modules$)/.test(specifier)
        : getFolder(from) === getFolder(to);
    expect(imports.filter((one) => isExtension(one) && !isAllowed(one)).map(show)).toEqual([]);
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

describe("the linter refuses a planted import", () => {
  const lowest = "db is the lowest layer";
  const kernel = "The kernel knows no module and no vendor";
  const sdk = "The SDK is built on core and db";
  const module = "A module imports vireo/* and its own folder only";
  const plugin = "A plug-in imports vireo/* and its own folder only";
  const cases: [folder: string, specifier: string, message: string][] = [
    ["db", "#core/ids", lowest],
    ["core", "#modules/index", kernel],
    ["core", "#sdk/errors", kernel],
    ["core", "../modules/index", kernel],
    ["sdk", "#modules/index", sdk],
    ["sdk", "#plugins/index", sdk],
    ["modules/images", "#core/ids", module],
    ["modules/images", "../music/index", module],
    ["modules/social/posts", "../../../core/ids", module],
    ["modules/images", "vireo/testing/app", module],
    ["plugins/fal", "#plugins/kie/index", plugin],
    ["plugins/fal", "../kie/index", plugin],
    ["plugins/fal", "#sdk/errors", plugin],
    ["plugins/local/draw", "#plugins/kie/index", plugin],
  ];
  const files = cases.map(([folder], at) => join(root, folder, `planted-${process.pid}-${at}.ts`));
  let report = "";
  beforeAll(async () => {
    await Promise.all(files.map((file, at) => Bun.write(file, `import "${cases[at]![1]}";\n`)));
    const rule = "--only=style/noRestrictedImports";
    const command = [
      process.execPath,
      "x",
      "biome",
      "lint",
      rule,
      "--reporter=github",
      "--max-diagnostics=none",
      ...files,
    ];
    report = String(Bun.spawnSync(command, { cwd: root }).stdout);
  });
  afterAll(() => Promise.all(files.map((file) => rm(file, { force: true }))));

  test.each(cases.map(([folder, specifier, message], at) => [folder, specifier, message, files[at]!] as const))(
    "%s may not import %s",
    (_folder, _specifier, message, file) => {
      const line = report.split("\n").find((text) => text.includes(relative(root, file)));
      expect(line).toContain(message);
    },
  );
});
