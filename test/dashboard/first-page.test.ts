import { beforeAll, expect, test } from "bun:test";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import { buildPages } from "#plugins/dashboard/build";
import { listSources } from "#plugins/dashboard/paths";

type Files = ReadonlyMap<string, Blob>;

const LIMIT_BYTES = 150_000;

/** Scripts and styles of a page, compressed. Somebody with 50 kB a second waits for them: 250 kB are 5 seconds. */
const pages = [
  { limit: 245_000, sources: listSources("home", "/", {}) },
  { limit: 258_000, sources: listSources("library", "/library", {}) },
  { limit: 330_000, sources: listSources("calendar", "/calendar", {}) },
  { limit: 312_000, sources: listSources("library", "/library/:kind/:id", { edit: "captions" }) },
];
/** Each is a request, of which a browser makes six at a time. */
const MAX_FILES = 49;

let files: Files;
beforeAll(async () => {
  files = await buildPages();
});

const read = async (files: Files, name: string) => (await files.get(name)?.bytes()) ?? new Uint8Array();

/** Scripts that a browser loads before the sign-in page is drawn: the entry, the page, and their static imports. */
async function eagerScripts(files: Files): Promise<Map<string, Uint8Array>> {
  const scripts = new Map<string, Uint8Array>();
  const transpiler = new Bun.Transpiler({ loader: "js" });
  const add = async (path: string): Promise<void> => {
    const name = path.split("/").at(-1) ?? "";
    if (scripts.has(name)) return;
    const body = await read(files, name);
    scripts.set(name, body);
    for (const { kind, path } of transpiler.scanImports(body)) {
      if (kind === "import-statement") await add(path);
    }
  };
  const page = (await files.get("index.html")?.text()) ?? "";
  for (const [, path = ""] of page.matchAll(/<script[^>]+src="([^"]+)"/g)) await add(path);
  const preloads = JSON.parse((await files.get("preloads.json")?.text()) ?? "");
  for (const name of preloads["features/auth/index"]) await add(name);
  return scripts;
}

const compress = async (body: Uint8Array) =>
  (await promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })).length;

test("the first page loads at most 150 kB of compressed JavaScript, and no page much more than that", async () => {
  const scripts = await eagerScripts(files);
  expect(scripts.size).toBeGreaterThan(0);
  const sizes = [...scripts.values()].map((body) => Bun.gzipSync(body as Uint8Array<ArrayBuffer>, { level: 9 }).length);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(LIMIT_BYTES);

  const preloads: Record<string, string[]> = JSON.parse((await files.get("preloads.json")?.text()) ?? "");
  const html = (await files.get("index.html")?.text()) ?? "";
  const styles = [...html.matchAll(/<link rel="stylesheet"[^>]+href="\/assets\/([^"]+)"/g)].map(
    ([, name = ""]) => name,
  );
  expect(styles.length).toBe(2);
  for (const { limit, sources } of pages) {
    const names = new Set([...["signed-in", ...sources].flatMap((source) => preloads[source] ?? []), ...styles]);
    const sizes = await Promise.all([...names].map(async (name) => compress(await read(files, name))));
    expect(names.size).toBeWithin(5, MAX_FILES);
    expect([sources, sizes.reduce((sum, size) => sum + size, 0) <= limit]).toEqual([sources, true]);
  }
});

test("no style uses what the bundler cannot translate: light-dark() becomes a declaration that browsers ignore", async () => {
  const sheets = [...files].filter(([name]) => name.endsWith(".css"));
  expect(sheets.length).toBeGreaterThan(0);
  for (const [, sheet] of sheets) expect(await sheet.text()).not.toContain("--buncss");
});
