import { Elysia } from "elysia";
import { ApiError } from "vireo/errors";
import { defineModule } from "vireo/module";
import { createAssets } from "./assets";
import type { buildPages } from "./children/build";
import { authPaths, getPart, pagePaths } from "./paths";

/** Scripts and requests are limited to this server, and to the script in the page. Images and videos may come from vendors. */
const getPolicy = (scriptHash: string): string =>
  [
    "default-src 'self'",
    `script-src 'self' '${scriptHash}'`,
    "img-src 'self' data: blob: http: https:",
    "media-src 'self' blob: http: https:",
    "style-src 'self' 'unsafe-inline'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'self'",
  ].join("; ");

/** True for a browser that loads a page: it lists HTML first in `accept`. */
const isPageRequest = ({ url, headers }: Request): boolean =>
  !new URL(url).pathname.startsWith("/api/") && /^\s*text\/html\b/i.test(headers.get("accept") ?? "");

/** The dashboard: pages at `/` that use only the public API. */
export const dashboard = defineModule({
  name: "dashboard",
  openPrefix: "",
  children: { build: async () => (await import("./children/build")).buildPages },
  start({ child, host, log }) {
    const assets = createAssets({
      host,
      log,
      build: (order: Parameters<typeof buildPages>[0], options) => child("build", order, options),
    });

    const page = async (status: number, feature = "", part = feature) => {
      const { body, etag, scriptHash } = await assets.page(feature, part);
      return new Response(body, {
        status,
        headers: {
          "content-type": "text/html; charset=utf-8",
          "content-security-policy": getPolicy(scriptHash),
          "referrer-policy": "same-origin",
          "cache-control": "no-cache",
          etag,
        },
      });
    };
    const open = new Elysia({ normalize: false });
    for (const path of Object.values(authPaths)) open.get(path, () => page(200, "auth"));
    for (const [feature, paths] of Object.entries(pagePaths))
      for (const path of paths) open.get(path, ({ query }) => page(200, feature, getPart(path, query)));
    open.get("/assets/:name", async ({ params, request }) => assets.file(params.name, request));
    open.get("/*", ({ request }) => {
      if (!isPageRequest(request)) throw new ApiError("not_found", "Page not found.");
      return page(404);
    });
    return { open };
  },
});
