import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { ApiError } from "vireo/errors";
import type { Log } from "vireo/log";
import { embedded } from "./embedded";

type Bytes = Uint8Array<ArrayBuffer>;

/** A response body and its compressed versions. */
interface Asset {
  body: Bytes;
  type: string;
  etag: string;
  /** Encodings with their compression functions, the smallest first. */
  encodings: readonly (readonly [encoding: string, compress: () => Promise<Bytes>])[];
}

const types: Record<string, string> = {
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  svg: "image/svg+xml",
  png: "image/png",
  woff2: "font/woff2",
  html: "text/html; charset=utf-8",
};

/** 11, the highest, takes 20 times as long as 9 and saves a few percent. */
const brotli = (body: Bytes) =>
  promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }) as Promise<Bytes>;

/** Calls a function at its first use only. */
function once<Value>(call: () => Value): () => Value {
  let result: { value: Value } | undefined;
  return () => {
    result ??= { value: call() };
    return result.value;
  };
}

/** Creates an asset that is compressed at first use, off the event loop, or has been by the build. */
function createAsset(name: string, body: Bytes, compressed?: Blob): Asset {
  const extension = name.slice(name.lastIndexOf(".") + 1);
  const isText = ["js", "css", "svg", "html"].includes(extension);
  return {
    body,
    type: types[extension] ?? "application/octet-stream",
    etag: `"${Bun.hash.xxHash64(body).toString(16)}"`,
    encodings: isText
      ? [
          ["br", once(() => (compressed ? (compressed.bytes() as Promise<Bytes>) : brotli(body)))],
          ["gzip", once(() => promisify(gzip)(body, { level: 9 }) as Promise<Bytes>)],
        ]
      : [],
  };
}

/** Responds with an asset, compressed if the browser accepts that, or that it has not changed. */
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

async function listFiles(log: Log): Promise<ReadonlyMap<string, Blob>> {
  if (embedded) return new Map(Object.entries(embedded).map(([name, path]) => [name, Bun.file(path)]));
  const { buildPages } = await import("./build");
  const startedAt = performance.now();
  const files = await buildPages();
  log.info("dashboard built", { ms: Math.round(performance.now() - startedAt) });
  return files;
}

/** Creates an asset once. Failures are not kept. */
function getOrCreate(assets: Map<string, Promise<Asset>>, key: string, create: () => Promise<Asset>): Promise<Asset> {
  const asset = assets.get(key) ?? create();
  assets.set(key, asset);
  asset.catch(() => assets.delete(key));
  return asset;
}

/** The built pages: those of the binary or the start bundle, or built at the first request. */
export class Assets {
  readonly #log: Log;
  #files: Promise<ReadonlyMap<string, Blob>> | undefined;
  readonly #pages = new Map<string, Promise<Asset>>();
  readonly #assets = new Map<string, Promise<Asset>>();

  constructor(log: Log) {
    this.#log = log;
  }

  /** Returns a page: index.html with its title, and links to the scripts that it needs. */
  page(title: string, sources: readonly string[]): Promise<Asset> {
    return getOrCreate(this.#pages, [title, ...sources].join(), async () => {
      const [html, list] = await Promise.all([this.#read("index.html"), this.#read("preloads.json")]);
      const preloads: Record<string, string[]> = JSON.parse(await list.text());
      const names = new Set(sources.flatMap((source) => preloads[source] ?? []));
      const links = [...names].map((name) => `<link rel="modulepreload" href="/assets/${name}">`);
      const page = (await html.text())
        .replace("<title>Vireo</title>", title ? `<title>${title} · Vireo</title>` : "$&")
        .replace("<b></b>", `<b>${title}</b>`)
        // Placed after the stylesheet and the entry, which everything else needs.
        .replace("</body>", `${links.join("")}</body>`);
      return createAsset("index.html", new TextEncoder().encode(page));
    });
  }

  /** Responds with a file of the build. Names from requests never become part of a path. */
  async respondFile(name: string, request: Request): Promise<Response> {
    const asset = await getOrCreate(this.#assets, name, async () =>
      createAsset(name, (await (await this.#read(name)).bytes()) as Bytes, (await this.#list()).get(`${name}.br`)),
    );
    return respond(asset, request, { headers: { "cache-control": "public, max-age=31536000, immutable" } });
  }

  #list(): Promise<ReadonlyMap<string, Blob>> {
    this.#files ??= listFiles(this.#log).catch((error) => {
      this.#files = undefined;
      throw error;
    });
    return this.#files;
  }

  async #read(name: string): Promise<Blob> {
    const file = (await this.#list()).get(name);
    if (!file) throw new ApiError("not_found", "File not found.");
    return file;
  }
}
