import { expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildPages } from "#plugins/dashboard/children/build";

const LIMIT_BYTES = 150_000;

/** Scripts that a browser loads before the first render: the entry and the app, with their static imports. */
async function eagerScripts(folder: string): Promise<Map<string, Uint8Array>> {
  const scripts = new Map<string, Uint8Array>();
  const transpiler = new Bun.Transpiler({ loader: "js" });
  const add = async (path: string): Promise<void> => {
    const name = path.split("/").at(-1) ?? "";
    if (scripts.has(name)) return;
    const file = Bun.file(join(folder, name));
    scripts.set(name, await file.bytes());
    for (const { kind, path } of transpiler.scanImports(await file.text())) {
      if (kind === "import-statement") await add(path);
    }
  };
  const page = await Bun.file(join(folder, "index.html")).text();
  for (const [, path = ""] of page.matchAll(/<script[^>]+src="([^"]+)"/g)) await add(path);
  for (const name of (await Bun.file(join(folder, "preloads.json")).json())[""]) await add(name);
  return scripts;
}

test("the first page loads at most 150 kB of compressed JavaScript", async () => {
  const folder = await mkdtemp(join(tmpdir(), "vireo-bundle-"));
  try {
    const target = join(folder, "made");
    await buildPages({ entry: new URL("../../plugins/dashboard/web/index.html", import.meta.url).pathname, target });
    const scripts = await eagerScripts(target);
    expect(scripts.size).toBeGreaterThan(1);
    const sizes = [...scripts.values()].map(
      (body) => Bun.gzipSync(body as Uint8Array<ArrayBuffer>, { level: 9 }).length,
    );
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(LIMIT_BYTES);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
