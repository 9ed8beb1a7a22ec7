import { expect, test } from "bun:test";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildPages } from "#plugins/dashboard/children/build";

const LIMIT_BYTES = 150_000;

/** Scripts and styles of a page, compressed. Somebody with 50 kB a second waits for them: 250 kB are 5 seconds. */
const PAGE_BYTES = { home: 245_000, library: 258_000, calendar: 316_000, "library/edit/index": 301_000 };
/** Each is a request, of which a browser makes six at a time. */
const MAX_SCRIPTS = 30;

/** Scripts that a browser loads before the sign-in page is drawn: the entry, the page, and their static imports. */
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
  for (const name of (await Bun.file(join(folder, "preloads.json")).json()).auth) await add(name);
  return scripts;
}

test("the first page loads at most 150 kB of compressed JavaScript, and no page much more than that", async () => {
  const folder = await mkdtemp(join(tmpdir(), "vireo-bundle-"));
  try {
    const target = join(folder, "made");
    await buildPages({ entry: new URL("../../plugins/dashboard/web/index.html", import.meta.url).pathname, target });
    const scripts = await eagerScripts(target);
    expect(scripts.size).toBeGreaterThan(0);
    const sizes = [...scripts.values()].map(
      (body) => Bun.gzipSync(body as Uint8Array<ArrayBuffer>, { level: 9 }).length,
    );
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(LIMIT_BYTES);

    const preloads: Record<string, string[]> = await Bun.file(join(target, "preloads.json")).json();
    const [style = ""] = (await readdir(target)).filter((name) => name.endsWith(".css"));
    for (const [page, limit] of Object.entries(PAGE_BYTES)) {
      const files = [...(preloads[page] ?? []), style].map((name) => Bun.file(join(target, `${name}.br`)).size);
      expect(files.length).toBeWithin(5, MAX_SCRIPTS);
      expect([page, files.reduce((sum, size) => sum + size, 0) <= limit]).toEqual([page, true]);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
