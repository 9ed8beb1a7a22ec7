import { mkdir, readdir, rm } from "node:fs/promises";
import { join, relative } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { ApiError } from "vireo/errors";
import type { Log } from "vireo/log";
import type { ChildOptions, Host } from "vireo/module";
import { embedded } from "./embedded";

interface Parts {
  host: Host;
  log: Log;
  build(order: { entry: string; target: string }, options: ChildOptions): Promise<unknown>;
}

interface Asset {
  body: Uint8Array<ArrayBuffer>;
  /** The body compressed, by the name of the encoding. The smallest is first. */
  encoded: readonly (readonly [encoding: string, body: Uint8Array<ArrayBuffer>])[];
  type: string;
  etag: string;
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

type Bytes = Uint8Array<ArrayBuffer>;

/** Compresses off the event loop. The binary has its pages compressed already, and as far as that goes. */
async function compress(body: Bytes, compressed: string | undefined): Promise<Asset["encoded"]> {
  const brotli = compressed
    ? Bun.file(compressed).bytes()
    : promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });
  const gzipped = promisify(gzip)(body, { level: 9 });
  return [
    ["br", (await brotli) as Bytes],
    ["gzip", (await gzipped) as Bytes],
  ];
}

/** Hash of all source files. A change to any of them triggers a new build. */
async function fingerprint(folders: readonly string[]): Promise<string> {
  const hash = new Bun.CryptoHasher("sha256");
  for (const folder of folders) {
    const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
    for (const path of files.map((entry) => join(entry.parentPath, entry.name)).sort()) {
      hash.update(relative(folder, path)).update(await Bun.file(path).bytes());
    }
  }
  return hash.digest("hex").slice(0, 16);
}

/** Serves the built pages: embedded in the binary, or built on first use and cached in the data directory. */
export function createAssets({ host, log, build }: Parts) {
  let ready: Promise<ReadonlyMap<string, string>> | undefined;
  const loaded = new Map<string, Promise<Asset>>();

  async function buildOnce(): Promise<ReadonlyMap<string, string>> {
    const web = join(import.meta.dir, "web");
    const cache = join(host.dataDir, "cache", "dashboard");
    const sources = [web, ...["../../sdk/client", "../../sdk/captions"].map((folder) => join(import.meta.dir, folder))];
    const target = join(cache, await fingerprint(sources));
    if (!(await Bun.file(join(target, "index.html")).exists())) {
      await rm(cache, { recursive: true, force: true });
      await mkdir(cache, { recursive: true });
      const startedAt = Date.now();
      const limits = { folder: cache, signal: AbortSignal.timeout(BUILD_LIMIT_MS), timeLimitMs: BUILD_LIMIT_MS };
      await build({ entry: join(web, "index.html"), target }, limits);
      log.info("dashboard built", { ms: Date.now() - startedAt });
    }
    return new Map((await readdir(target)).map((name) => [name, join(target, name)]));
  }

  function listFiles(): Promise<ReadonlyMap<string, string>> {
    ready ??= (embedded ? Promise.resolve(new Map(Object.entries(embedded))) : buildOnce()).catch((error) => {
      ready = undefined;
      throw error;
    });
    return ready;
  }

  async function load(path: string, name: string): Promise<Asset> {
    const body = (await Bun.file(path).bytes()) as Bytes;
    const type = types[name.slice(name.lastIndexOf(".") + 1)] ?? "application/octet-stream";
    const etag = `"${Bun.hash.xxHash64(body).toString(16)}"`;
    const isText = /^(text|image\/svg)/.test(type);
    const compressed = (await listFiles()).get(`${name}.br`);
    return { body, type, etag, encoded: isText ? await compress(body, compressed) : [] };
  }

  /** Looks the name up in the build output. Names from requests never become part of a path. */
  async function find(name: string): Promise<Asset | undefined> {
    const path = (await listFiles()).get(name);
    if (!path) return undefined;
    const asset = loaded.get(name) ?? load(path, name);
    loaded.set(name, asset);
    return asset;
  }

  /** The page, with links to the scripts that a feature needs. */
  async function createPage(feature: string): Promise<Pick<Asset, "body" | "etag">> {
    const page = await find("index.html");
    if (!page) throw new Error("The dashboard build has no index.html.");
    const preloads = await find("preloads.json");
    const names: string[] = preloads ? (JSON.parse(new TextDecoder().decode(preloads.body))[feature] ?? []) : [];
    const links = names.map((name) => `<link rel="modulepreload" href="/assets/${name}">`).join("");
    // After the stylesheet and the entry, which the skeleton and everything else wait for.
    const body = new TextEncoder().encode(new TextDecoder().decode(page.body).replace("</body>", `${links}</body>`));
    return { body, etag: `"${Bun.hash.xxHash64(body).toString(16)}"` };
  }

  const created = new Map<string, ReturnType<typeof createPage>>();
  return {
    /** The page of a feature, such as `calendar`. Other names have nothing of their own. */
    page(feature: string): ReturnType<typeof createPage> {
      const page = created.get(feature) ?? createPage(feature);
      created.set(feature, page);
      page.catch(() => created.delete(feature));
      return page;
    },
    async file(name: string, request: Request): Promise<Response> {
      const asset = await find(name);
      if (!asset) throw new ApiError("not_found", "File not found.");
      const { body, encoded, type, etag } = asset;
      const headers = { "content-type": type, "cache-control": YEAR, etag, vary: "accept-encoding" };
      if (request.headers.get("if-none-match") === etag) return new Response(null, { status: 304, headers });
      const accepted = request.headers.get("accept-encoding")?.split(/[,;\s]+/) ?? [];
      const [encoding, smaller] = encoded.find(([name]) => accepted.includes(name)) ?? [];
      return new Response(smaller ?? body, {
        headers: encoding ? { ...headers, "content-encoding": encoding } : headers,
      });
    },
  };
}
