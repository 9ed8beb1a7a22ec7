import { mkdir, readdir, rm, stat } from "node:fs/promises";
import { basename, join, relative } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import { ApiError } from "vireo/errors";
import type { Log } from "vireo/log";
import type { ChildOptions, Host } from "vireo/module";
import { embedded } from "./embedded";
import { pagePaths, pageTitles } from "./paths";

interface Parts {
  host: Host;
  log: Log;
  build(order: { entry: string; target: string }, options: ChildOptions): Promise<unknown>;
}

type Bytes = Uint8Array<ArrayBuffer>;

interface Asset {
  body: Bytes;
  /** Encodings with their compression functions, the smallest first. */
  encodings: readonly (readonly [encoding: string, compress: () => Promise<Bytes>])[];
  type: string;
  etag: string;
}

interface Page extends Asset {
  /** Hash of the script in the page, as a content security policy names it. */
  scriptHash: string;
}

const BUILD_LIMIT_MS = 120_000;
const YEAR = "public, max-age=31536000, immutable";
const types: Record<string, string> = {
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  svg: "image/svg+xml",
  png: "image/png",
  woff2: "font/woff2",
  html: "text/html; charset=utf-8",
};

/** Compresses a body once, off the event loop. */
function compressOnce(compress: () => Promise<Buffer>): () => Promise<Bytes> {
  let compressed: Promise<Buffer> | undefined;
  return () => {
    compressed ??= compress();
    return compressed as Promise<Bytes>;
  };
}

/** Lists encodings, preferred ones first. Almost every browser supports Brotli, which the build creates for files. */
const listEncodings = (body: Bytes, getBrotli: () => Promise<Bytes>): Asset["encodings"] => [
  ["br", getBrotli],
  ["gzip", compressOnce(() => promisify(gzip)(body, { level: 9 }))],
];

/** Responds with a body, compressed if the browser accepts that, or that it has not changed. */
export async function respond(
  { body, encodings, type, etag }: Asset,
  request: Request,
  { status = 200, headers }: { status?: number; headers: Record<string, string> },
): Promise<Response> {
  const all = { "content-type": type, etag, vary: "accept-encoding", ...headers };
  if (status === 200 && request.headers.get("if-none-match") === etag)
    return new Response(null, { status: 304, headers: all });
  const accepted = request.headers.get("accept-encoding")?.split(/[,;\s]+/) ?? [];
  const [encoding, compress] = encodings.find(([name]) => accepted.includes(name)) ?? [];
  return new Response((await compress?.()) ?? body, {
    status,
    headers: encoding ? { ...all, "content-encoding": encoding } : all,
  });
}

/** Pages that everyone with an account can open. */
const forEverybody = [
  "home",
  "library",
  "brand",
  "calendar",
  "analytics",
  "channels",
  "viral",
  "plans",
  "settings",
] as const;

/** Renders the page's title and the navigation into the HTML, so that content is visible and clickable at once. */
function drawFrame(html: string, feature: string): string {
  const title = pageTitles[feature as keyof typeof pageTitles];
  if (!title) return html;
  const links = forEverybody.map((name) => `<a href="${pagePaths[name][0]}">${pageTitles[name]}</a>`);
  return html
    .replace("<title>Vireo</title>", `<title>${title} · Vireo</title>`)
    .replace(
      "<!-- The server puts the navigation here. -->",
      `<nav class="boot-nav" aria-label="Pages">${links.join("")}</nav>`,
    )
    .replace("<b></b>", `<b>${title}</b>`);
}

/** Returns the hash of all source files. Any change triggers a new build. */
async function fingerprint(sources: readonly string[]): Promise<string> {
  const hash = new Bun.CryptoHasher("sha256");
  for (const source of sources) {
    for (const path of await listFiles(source))
      hash.update(relative(source, path)).update(await Bun.file(path).bytes());
  }
  return hash.digest("hex").slice(0, 16);
}

/** Lists the files of a folder, or the file itself. */
async function listFiles(path: string): Promise<string[]> {
  if ((await stat(path)).isFile()) return [path];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries.flatMap((entry) => (entry.isFile() ? [join(entry.parentPath, entry.name)] : [])).sort();
}

/** Removes builds of other sources. A build of the same sources may be in progress in another process. */
async function removeOthers(cache: string, name: string): Promise<void> {
  const others = (await readdir(cache)).filter((other) => !other.startsWith(name));
  await Promise.all(others.map((other) => rm(join(cache, other), { recursive: true, force: true })));
}

/** Reads a file of the build. `brotli` is the path of its compressed version. */
async function load(path: string, brotli: string | undefined): Promise<Asset> {
  const body = (await Bun.file(path).bytes()) as Bytes;
  const type = types[path.slice(path.lastIndexOf(".") + 1)] ?? "application/octet-stream";
  const etag = `"${Bun.hash.xxHash64(body).toString(16)}"`;
  const encodings = brotli ? listEncodings(body, () => Bun.file(brotli).bytes() as Promise<Bytes>) : [];
  return { body, type, etag, encodings };
}

/** Serves the built pages: embedded in the binary, or built on first use and cached in the data directory. */
export function createAssets({ host, log, build }: Parts) {
  let ready: Promise<ReadonlyMap<string, string>> | undefined;
  const loaded = new Map<string, Promise<Asset>>();

  async function buildOnce(): Promise<ReadonlyMap<string, string>> {
    const web = join(import.meta.dir, "web");
    const cache = join(host.dataDir, "cache", "dashboard");
    const sources = [".", "../../sdk/client", "../../sdk/captions", "../../sdk/own-path.ts"].map((folder) =>
      join(import.meta.dir, folder),
    );
    const target = join(cache, await fingerprint(sources));
    if (!(await Bun.file(join(target, "index.html")).exists())) {
      await mkdir(cache, { recursive: true });
      const startedAt = Date.now();
      const limits = { folder: cache, signal: AbortSignal.timeout(BUILD_LIMIT_MS), timeLimitMs: BUILD_LIMIT_MS };
      await build({ entry: join(web, "index.html"), target }, limits);
      await removeOthers(cache, basename(target));
      log.info("dashboard built", { ms: Date.now() - startedAt });
    }
    return new Map((await readdir(target)).map((name) => [name, join(target, name)]));
  }

  function listBuilt(): Promise<ReadonlyMap<string, string>> {
    ready ??= (embedded ? Promise.resolve(new Map(Object.entries(embedded))) : buildOnce()).catch((error) => {
      ready = undefined;
      throw error;
    });
    return ready;
  }

  /** Looks up the name in the build output. Names from requests never become part of a path. */
  async function find(name: string): Promise<Asset | undefined> {
    const files = await listBuilt();
    const path = files.get(name);
    if (!path) return undefined;
    const asset = loaded.get(name) ?? load(path, files.get(`${name}.br`));
    loaded.set(name, asset);
    return asset;
  }

  /** Renders the page with the skeleton of a feature, shown until its scripts have arrived, and preloads these. */
  async function createPage(feature: string, part: string): Promise<Page> {
    const page = await find("index.html");
    if (!page) throw new Error("The dashboard build has no index.html.");
    const preloads = await find("preloads.json");
    const names: string[] = preloads ? (JSON.parse(new TextDecoder().decode(preloads.body))[part] ?? []) : [];
    const links = names.map((name) => `<link rel="modulepreload" href="/assets/${name}">`).join("");
    // Placed after the stylesheet and the entry, which everything else needs.
    const html = drawFrame(new TextDecoder().decode(page.body), feature).replace("</body>", `${links}</body>`);
    const body = new TextEncoder().encode(html);
    const [, script = ""] = /<script>(.*?)<\/script>/s.exec(html) ?? [];
    const scriptHash = `sha256-${new Bun.CryptoHasher("sha256").update(script).digest("base64")}`;
    const etag = `"${Bun.hash.xxHash64(body).toString(16)}"`;
    const encodings = listEncodings(
      body,
      compressOnce(() => promisify(brotliCompress)(body)),
    );
    return { body, type: types.html ?? "", etag, encodings, scriptHash };
  }

  const created = new Map<string, Promise<Page>>();
  return {
    /** Returns the page of a feature such as `calendar`, or of a part of it. Other names have no page. */
    page(feature: string, part: string): Promise<Page> {
      const page = created.get(part) ?? createPage(feature, part);
      created.set(part, page);
      page.catch(() => created.delete(part));
      return page;
    },
    async file(name: string, request: Request): Promise<Response> {
      const asset = await find(name);
      if (!asset) throw new ApiError("not_found", "File not found.");
      return respond(asset, request, { headers: { "cache-control": YEAR } });
    },
  };
}
