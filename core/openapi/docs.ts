import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { type AnyElysia, Elysia } from "elysia";
import type { OpenApi, OpenApiDocument } from "#core/openapi/document";
import { ApiError } from "#core/request/errors";
import { isVersion, latest, versions } from "#core/request/versions";
import scalar from "./docs-assets/scalar.js.gz" with { type: "file" };
import { renderDocsPage } from "./docs-page";

/** Version of the script in docs-assets, used in its path so that browsers can cache it forever. */
const SCALAR = "1.72.1";
const ASSET = `/docs/scalar-${SCALAR}.js`;

interface Options {
  openapi: OpenApi;
  /** Public origin of the server. */
  origin(): string;
}

const notModified = (request: Request, etag: string, headers: Record<string, string>) =>
  request.headers.get("if-none-match") === etag ? new Response(null, { status: 304, headers }) : undefined;

const compress = promisify(gzip);

const acceptsGzip = (request: Request): boolean =>
  /\bgzip\b(?!;q=0(?:\.0*)?(?:,|$))/.test(request.headers.get("accept-encoding") ?? "");

interface Written {
  text: string;
  gzip: Uint8Array<ArrayBuffer>;
  etag: string;
}

/** Code samples are a fifth of a document, and only the reference shows them. */
const leaveOutSamples = (key: string, value: unknown) => (key === "x-codeSamples" ? undefined : value);

async function write(document: OpenApiDocument, hasSamples: boolean): Promise<Written> {
  const text = JSON.stringify(document, hasSamples ? undefined : leaveOutSamples);
  return { text, gzip: new Uint8Array(await compress(text)), etag: Bun.hash(text).toString(36) };
}

/** Headers of a file that is sent compressed or not. `version` identifies its content. */
const describeFile = (version: string, isCompressed: boolean, contentType: string, cacheControl: string) => ({
  "content-type": contentType,
  "cache-control": cacheControl,
  vary: "accept-encoding",
  etag: `"${version}${isCompressed ? "-gzip" : ""}"`,
  ...(isCompressed ? { "content-encoding": "gzip" } : {}),
});

/**
 * Serves the API reference at `/docs`, its script, and its documents. They need no key and load nothing from other
 * servers.
 */
export function createDocsRoutes({ openapi, origin }: Options): AnyElysia {
  /** Compressed documents, built once because each takes some milliseconds. */
  const written = [false, true].map(() => new WeakMap<OpenApiDocument, Promise<Written>>());

  async function document(request: Request): Promise<Response> {
    const { searchParams } = new URL(request.url);
    const version = searchParams.get("version") ?? latest;
    const hasSamples = searchParams.get("samples") === "true";
    if (!isVersion(version)) {
      const known = versions.map((version) => version.version).join(" or ");
      throw new ApiError("invalid_version", `version: Unknown version "${version.slice(0, 40)}". Use ${known}.`);
    }
    const described = await openapi.document(version);
    const own = written[Number(hasSamples)]!;
    const known = own.get(described) ?? write(described, hasSamples);
    own.set(described, known);
    const { text, gzip, etag: hash } = await known;
    const isCompressed = acceptsGzip(request);
    const headers = describeFile(hash, isCompressed, "application/json; charset=utf-8", "no-cache");
    return notModified(request, headers.etag, headers) ?? new Response(isCompressed ? gzip : text, { headers });
  }

  function page(): Response {
    const { html, policy } = renderDocsPage(origin(), ASSET);
    return new Response(html, {
      headers: {
        "content-type": "text/html; charset=utf-8",
        "cache-control": "no-cache",
        "content-security-policy": policy,
        "referrer-policy": "no-referrer",
      },
    });
  }

  /** Stored compressed, and decompressed for clients that do not accept gzip. */
  function asset(request: Request): Response {
    const gzip = acceptsGzip(request);
    const headers = describeFile(SCALAR, gzip, "text/javascript; charset=utf-8", "public, max-age=31536000, immutable");
    const file = Bun.file(scalar);
    return (
      notModified(request, headers.etag, headers) ??
      new Response(gzip ? file : file.stream().pipeThrough(new DecompressionStream("gzip")), { headers })
    );
  }

  const hidden = { detail: { hide: true } };
  return new Elysia({ normalize: false })
    .get("/openapi.json", ({ request }) => document(request), hidden)
    .get("/docs", page, hidden)
    .get(ASSET, ({ request }) => asset(request), hidden) as unknown as AnyElysia;
}
