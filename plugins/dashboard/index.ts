import { Elysia } from "elysia";
import { ApiError } from "vireo/errors";
import { defineModule } from "vireo/module";
import { createAssets } from "./assets";
import type { buildPages } from "./children/build";
import { paths } from "./paths";

/** Pages may load and ask nothing but this server; pictures and films may come from where vendors keep them. */
const POLICY = [
  "default-src 'self'",
  "img-src 'self' data: blob: http: https:",
  "media-src 'self' blob: http: https:",
  "style-src 'self' 'unsafe-inline'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'self'",
].join("; ");

/** Whether somebody looks at it, and no program: browsers name HTML first where they load a page. */
const isLookedAt = ({ url, headers }: Request): boolean =>
  !new URL(url).pathname.startsWith("/api/") && /^\s*text\/html\b/i.test(headers.get("accept") ?? "");

/** The account's dashboard: pages at `/`, which use nothing but the public API. Without this plug-in there are none. */
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

    const page = async (status: number) => {
      const { body, etag } = await assets.page();
      return new Response(body, {
        status,
        headers: {
          "content-type": "text/html; charset=utf-8",
          "content-security-policy": POLICY,
          "referrer-policy": "same-origin",
          "cache-control": "no-cache",
          etag,
        },
      });
    };
    const open = new Elysia({ normalize: false });
    for (const path of paths) open.get(path, () => page(200));
    open.get("/assets/:name", async ({ params, request }) => assets.file(params.name, request));
    open.get("/*", ({ request }) => {
      if (!isLookedAt(request)) throw new ApiError("not_found", "There is nothing at this path.");
      return page(404);
    });
    return { open };
  },
});
