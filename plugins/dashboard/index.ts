import { Elysia } from "elysia";
import { ApiError } from "vireo/errors";
import { defineModule } from "vireo/module";
import { createAssets, respond } from "./assets";
import type { buildPages } from "./children/build";
import { authPaths, getPart, pagePaths } from "./paths";

/**
 * Content security policy: scripts and requests are limited to this server and the script in the page. Images and
 * videos may come from vendors.
 */
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

/** True for a browser that navigates to a page, because it lists HTML first in `accept`. */
const isPageRequest = ({ url, headers }: Request): boolean =>
  !new URL(url).pathname.startsWith("/api/") && /^\s*text\/html\b/i.test(headers.get("accept") ?? "");

/** Dashboard: pages at `/` that only use the public API. */
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

    const page = async (request: Request, status: number, feature = "", part = feature) => {
      const page = await assets.page(feature, part);
      const headers = {
        "content-security-policy": getPolicy(page.scriptHash),
        "referrer-policy": "same-origin",
        "cache-control": "no-cache",
      };
      return respond(page, request, { status, headers });
    };
    const open = new Elysia({ normalize: false });
    for (const path of Object.values(authPaths)) open.get(path, ({ request }) => page(request, 200, "auth"));
    for (const [feature, paths] of Object.entries(pagePaths))
      for (const path of paths)
        open.get(path, ({ request, query }) => page(request, 200, feature, getPart(path, query)));
    open.get("/assets/:name", async ({ params, request }) => assets.file(params.name, request));
    open.get("/*", ({ request }) => {
      if (!isPageRequest(request)) throw new ApiError("not_found", "Page not found.");
      return page(request, 404);
    });
    return { open };
  },
});
