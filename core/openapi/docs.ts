import { type AnyElysia, Elysia } from "elysia";
import type { OpenApi } from "#core/openapi/document";
import { ApiError } from "#core/request/errors";
import { isVersion, latest, versions } from "#core/request/versions";
import scalar from "./docs-assets/scalar.js.gz" with { type: "file" };
import { docsPage } from "./docs-page";

/** Version of the script in docs-assets; part of its path, so that it can be cached for good. */
const SCALAR = "1.72.1";
const ASSET = `/docs/scalar-${SCALAR}.js`;

interface Options {
  openapi: OpenApi;
  /** Public origin of the server. */
  origin(): string;
}

const notModified = (request: Request, etag: string, headers: Record<string, string>) =>
  request.headers.get("if-none-match") === etag ? new Response(null, { status: 304, headers }) : undefined;

/** The API reference at `/docs`, and what it reads: `GET /openapi.json?version=`. All of it is our own and needs no key. */
export function docsRoutes({ openapi, origin }: Options): AnyElysia {
  function document(request: Request): Response {
    const asked = new URL(request.url).searchParams.get("version") ?? latest;
    if (!isVersion(asked)) {
      const known = versions.map((one) => one.version).join(" and ");
      throw new ApiError(
        "invalid_version",
        `version: There is no version "${asked.slice(0, 40)}"; there are ${known}.`,
      );
    }
    const body = JSON.stringify(openapi.document(asked));
    const etag = `"${Bun.hash(body).toString(36)}"`;
    const headers = { "content-type": "application/json; charset=utf-8", "cache-control": "no-cache", etag };
    return notModified(request, etag, headers) ?? new Response(body, { headers });
  }

  function page(): Response {
    const { html, policy } = docsPage(origin(), ASSET);
    return new Response(html, {
      headers: {
        "content-type": "text/html; charset=utf-8",
        "cache-control": "no-cache",
        "content-security-policy": policy,
        "referrer-policy": "no-referrer",
      },
    });
  }

  /** Stored compressed; a client that cannot read that gets it unpacked. */
  function asset(request: Request): Response {
    const gzip = /\bgzip\b(?!;q=0(?:\.0*)?(?:,|$))/.test(request.headers.get("accept-encoding") ?? "");
    const etag = `"${SCALAR}${gzip ? "-gzip" : ""}"`;
    const headers = {
      "content-type": "text/javascript; charset=utf-8",
      "cache-control": "public, max-age=31536000, immutable",
      vary: "accept-encoding",
      etag,
      ...(gzip ? { "content-encoding": "gzip" } : {}),
    };
    const file = Bun.file(scalar);
    return (
      notModified(request, etag, headers) ??
      new Response(gzip ? file : file.stream().pipeThrough(new DecompressionStream("gzip")), { headers })
    );
  }

  const hidden = { detail: { hide: true } };
  return new Elysia({ normalize: false })
    .get("/openapi.json", ({ request }) => document(request), hidden)
    .get("/docs", page, hidden)
    .get(ASSET, ({ request }) => asset(request), hidden) as unknown as AnyElysia;
}
