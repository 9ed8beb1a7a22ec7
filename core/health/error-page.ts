import { type ErrorKind, kinds } from "#core/request/errors";

/** A short page that explains one kind of error: every problem's `type` leads here. */
export function errorPage(kind: ErrorKind): string {
  const [status, title, text] = kinds[kind];
  const others = Object.keys(kinds)
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
<h1>${title}</h1>
<p>${text.replaceAll(/`([^`]+)`/g, "<code>$1</code>")}</p>
<nav aria-label="All kinds of errors">${others}</nav>
</html>
`;
}
