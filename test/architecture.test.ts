import { expect, test } from "bun:test";
import { rm } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";

const root = new URL("..", import.meta.url).pathname;
const layers = { db: [], core: ["db"], modules: ["core", "db"], plugins: ["core", "db"] } as const;
type Layer = keyof typeof layers;

/** Every import between files of the house, as paths from the root. */
async function* arrows(): AsyncGenerator<{ from: string; to: string }> {
  const scanner = new Bun.Transpiler({ loader: "ts" });
  for await (const from of new Bun.Glob("{db,core,modules,plugins}/**/*.ts").scan(root)) {
    for (const { path } of scanner.scanImports(await Bun.file(join(root, from)).text())) {
      if (path.startsWith("#")) yield { from, to: path.slice(1) };
      else if (path.startsWith(".")) yield { from, to: relative(root, resolve(root, dirname(from), path)) };
    }
  }
}

const layerOf = (path: string) => path.split("/")[0] as Layer;
const folderOf = (path: string) => path.split("/").slice(0, 2).join("/");

test("arrows point down: modules and plugins to core, core to db", async () => {
  const wrong: string[] = [];
  for await (const { from, to } of arrows()) {
    const [a, b] = [layerOf(from), layerOf(to)];
    if (a === b || !(b in layers) || from === "cli/main.ts") continue;
    if (!(layers[a] as readonly string[]).includes(b)) wrong.push(`${from} → ${to}`);
  }
  expect(wrong).toEqual([]);
});

test("no module imports another, and no plug-in another", async () => {
  const wrong: string[] = [];
  for await (const { from, to } of arrows()) {
    const layer = layerOf(from);
    if ((layer !== "modules" && layer !== "plugins") || from === `${layer}/index.ts` || layerOf(to) !== layer) continue;
    if (folderOf(from) !== folderOf(to)) wrong.push(`${from} → ${to}`);
  }
  expect(wrong).toEqual([]);
});

test("the linter refuses a planted arrow from core to a module", async () => {
  const planted = join(root, "core", `planted-${process.pid}.ts`);
  await Bun.write(planted, 'import { modules } from "#modules/index";\n\nexport const count = modules.length;\n');
  try {
    const { exitCode, stdout, stderr } = Bun.spawnSync([process.execPath, "x", "biome", "lint", planted], {
      cwd: root,
    });
    expect(exitCode).not.toBe(0);
    expect(`${stdout}${stderr}`).toContain("core knows no resource group");
  } finally {
    await rm(planted, { force: true });
  }
});
