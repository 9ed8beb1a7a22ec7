import { Elysia } from "elysia";
import type { Facts } from "#core/facts";
import { ApiError } from "#core/request/errors";

const HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'",
};

/** Pages that the `type` of problems links to. */
export const errorPageRoutes = (errors: Facts["errors"]) =>
  new Elysia({ normalize: false }).get(
    "/errors/:kind",
    ({ params }) => {
      const page = renderErrorPage(params.kind, errors);
      if (!page) throw new ApiError("not_found", "Error kind not found.");
      return new Response(page, { headers: HEADERS });
    },
    { detail: { hide: true } },
  );

function renderErrorPage(kind: string, errors: Facts["errors"]): string | undefined {
  if (!Object.hasOwn(errors, kind)) return undefined;
  const { status, title, help } = errors[kind]!;
  const others = Object.keys(errors)
    .map((other) => `<a href="/errors/${other}"${other === kind ? ' aria-current="page"' : ""}>${other}</a>`)
    .join(" ");
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${kind} · Vireo</title>
<style>
  :root { color-scheme: light dark; font: 16px/1.6 system-ui, sans-serif }
  body { max-width: 40rem; margin: 12vh auto; padding: 0 1.5rem }
  code { font: 600 0.95em ui-monospace, monospace }
  h1 { font-size: 1.9rem; line-height: 1.2; margin: 0.4rem 0 }
  nav { margin-top: 3rem; font-size: 0.85rem; line-height: 2.1 }
  nav a { margin-right: 0.8rem; color: inherit; opacity: 0.65 } nav a[aria-current] { opacity: 1; font-weight: 600 }
</style>
<p><code>${status} ${kind}</code></p>
<h1>${Bun.escapeHTML(title)}</h1>
<p>${Bun.escapeHTML(help).replaceAll(/`([^`]+)`/g, "<code>$1</code>")}</p>
<nav aria-label="All kinds of errors">${others}</nav>
</html>
`;
}
