/** What our own pages send with every call. Another site's page may not send it here: browsers ask first, and nobody answers. */
const HEADER = "x-vireo-dashboard";

const parse = (origin: string): URL | undefined => (URL.canParse(origin) ? new URL(origin) : undefined);

/**
 * Whether a call comes from our own pages, under whatever name this server is reached: the cookie
 * alone proves nothing, since browsers send it with what other pages make them do. Reads also pass
 * on the browser's own word, for what cannot send headers (EventSource, downloads).
 * @param publicOrigin where the configuration says that the server is reached.
 */
export function isOwnCall({ headers, method, url }: Request, publicOrigin: string): boolean {
  const site = headers.get("sec-fetch-site");
  if (site !== null && site !== "same-origin") return false;
  const origin = headers.get("origin");
  if (origin !== null && origin !== publicOrigin && parse(origin)?.host !== new URL(url).host) return false;
  return headers.get(HEADER) === "1" || (site === "same-origin" && (method === "GET" || method === "HEAD"));
}

/** Whether the page that calls was loaded by https, as far as can be known behind a proxy. */
export function isSecure({ headers, url }: Request, publicOrigin: string): boolean {
  const origin = headers.get("origin");
  if (origin !== null) return parse(origin)?.protocol === "https:";
  const own = new URL(publicOrigin);
  return own.protocol === "https:" && own.host === new URL(url).host;
}
