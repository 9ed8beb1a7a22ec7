import { basename, join, resolve } from "node:path";

/** Every request costs a round trip, so the bundler merges scripts smaller than this where it can. */
const MIN_SCRIPT_BYTES = 16_384;

const web = join(import.meta.dir, "web");

/**
 * Bundles the pages. Returns files by name: `index.html`, scripts and assets with content hashes in their names, and
 * `preloads.json`, which lists the scripts of each dynamically imported source. Adds the path of each source to `sources`.
 */
export async function buildPages(sources = new Set<string>()): Promise<ReadonlyMap<string, Blob>> {
  const { outputs, metafile } = await Bun.build({
    entrypoints: [join(web, "index.html")],
    target: "browser",
    minify: true,
    splitting: true,
    minChunkSize: MIN_SCRIPT_BYTES,
    publicPath: "/assets/",
    naming: { entry: "[name].[ext]", chunk: "[name]-[hash].[ext]", asset: "[name]-[hash].[ext]" },
    define: { "process.env.NODE_ENV": '"production"' },
    metafile: true,
  });
  for (const path of Object.keys(metafile?.inputs ?? {}))
    if (!path.includes("node_modules/")) sources.add(resolve(path));
  const files = new Map<string, Blob>();
  // Copied, because outputs of the bundler lack some methods of blobs.
  for (const output of outputs) files.set(basename(output.path), new Blob([await output.arrayBuffer()]));
  const libraryStyles = await Bun.file(Bun.resolveSync("@mantine/core/styles.css", web)).bytes();
  const libraryName = `mantine-${Bun.hash.xxHash64(libraryStyles).toString(36)}.css`;
  files.set(libraryName, new Blob([libraryStyles]));
  const html = (await files.get("index.html")?.text()) ?? "";
  const fonts = await readFonts(files);
  files.set("index.html", new Blob([linkStyles(html, libraryName).replace("</title>", `$&${fonts}`)]));
  files.set("preloads.json", new Blob([JSON.stringify(listPreloads(metafile?.outputs ?? {}))]));
  return files;
}

/** Scripts of the dashboard's font. Text in others has a font of the system. */
const SUBSETS = ["cyrillic", "greek", "latin-ext", "latin"];

/**
 * Adds the files of the dashboard's font, and returns what a page says about them. Not in a style sheet, into which the
 * bundler would put the files.
 */
async function readFonts(files: Map<string, Blob>): Promise<string> {
  const sheet = Bun.resolveSync("@fontsource-variable/inter/index.css", web);
  const text = await Bun.file(sheet).text();
  const faces = SUBSETS.map(async (subset) => {
    const font = await Bun.file(join(sheet, `../files/inter-${subset}-wght-normal.woff2`)).bytes();
    const name = `inter-${subset}-${Bun.hash.xxHash64(font).toString(36)}.woff2`;
    files.set(name, new Blob([font]));
    const [, range = ""] = new RegExp(`/inter-${subset}-wght.*?unicode-range: ([^;]+);`, "s").exec(text) ?? [];
    return {
      name,
      rule: `@font-face{font-family:"Inter Variable";font-weight:400 600;font-display:swap;src:url(/assets/${name}) format("woff2");unicode-range:${range}}`,
    };
  });
  const all = await Promise.all(faces);
  const latin = all.at(-1)?.name;
  return `<link rel="preload" as="font" type="font/woff2" href="/assets/${latin}" crossorigin><style>${all.map(({ rule }) => rule).join("")}</style>`;
}

/**
 * Links Mantine's styles before our own, unchanged: the bundler would rewrite them for older browsers at twice the size.
 * Both follow the skeleton of the page, which browsers then show without waiting for them.
 */
function linkStyles(html: string, libraryName: string): string {
  const [own = ""] = /<link rel="stylesheet"[^>]*>/.exec(html) ?? [];
  const library = `<link rel="stylesheet" href="/assets/${libraryName}">`;
  return html.replace(own, "").replace('<div id="root">', `${library}${own}<div id="root">`);
}

type Outputs = NonNullable<Bun.BuildOutput["metafile"]>["outputs"];

/**
 * Lists the scripts that each dynamically imported source needs, by its path below `web`. A page names them in its HTML,
 * because browsers would otherwise discover them only after the entry has run.
 */
function listPreloads(outputs: Outputs): Record<string, readonly string[]> {
  const scripts = new Map(Object.entries(outputs).map(([path, output]) => [basename(path), output]));
  const collect = (name: string, found: Set<string>): Set<string> => {
    if (found.has(name)) return found;
    found.add(name);
    for (const { path, kind } of scripts.get(name)?.imports ?? [])
      if (kind === "import-statement") collect(basename(path), found);
    return found;
  };
  const parts = [...scripts].flatMap(([name, { entryPoint = "" }]) => {
    const [, source] = /\/dashboard\/web\/(.+)\.tsx?$/.exec(entryPoint) ?? [];
    return source && name.endsWith(".js") ? [[source, [...collect(name, new Set())]] as const] : [];
  });
  return Object.fromEntries(parts);
}
