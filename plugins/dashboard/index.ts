import { Elysia } from "elysia";
import { ApiError } from "vireo/errors";
import { defineModule } from "vireo/module";
import { Assets, respond } from "./assets";
import { authPaths, listSources, pagePaths, pageTitles } from "./paths";

const pageHeaders = {
  // Scripts and requests are limited to this server. Images and videos may come from vendors.
  "content-security-policy": [
    "default-src 'self'",
    "img-src 'self' data: blob: http: https:",
    "media-src 'self' blob: http: https:",
    "style-src 'self' 'unsafe-inline'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'self'",
  ].join("; "),
  "referrer-policy": "same-origin",
  "cache-control": "no-cache",
};

/** True for a browser that navigates to a page, because it lists HTML first in `accept`. */
const isPageRequest = ({ url, headers }: Request): boolean =>
  !new URL(url).pathname.startsWith("/api/") && /^\s*text\/html\b/i.test(headers.get("accept") ?? "");

/** Dashboard: pages at `/` that only use the public API. */
export const dashboard = defineModule({
  name: "dashboard",
  openPrefix: "",
  start({ log }) {
    const assets = new Assets(log);
    const page = async (request: Request, title: string, sources: readonly string[], status = 200) =>
      respond(await assets.page(title, sources), request, { status, headers: pageHeaders });

    const open = new Elysia({ normalize: false });
    for (const path of Object.values(authPaths))
      open.get(path, ({ request }) => page(request, "", ["features/auth/index"]));
    for (const [feature, paths] of Object.entries(pagePaths) as [keyof typeof pagePaths, readonly string[]][])
      for (const path of paths)
        open.get(path, ({ request, query }) =>
          page(request, pageTitles[feature], ["signed-in", ...listSources(feature, path, query)]),
        );
    open.get("/assets/:name", async ({ params, request }) => assets.respondFile(params.name, request));
    open.get("/*", ({ request }) => {
      if (!isPageRequest(request)) throw new ApiError("not_found", "Page not found.");
      return page(request, "", [], 404);
    });
    return { open };
  },
});
