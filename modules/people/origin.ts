/**
 * Header that our own pages send with every request. Other sites cannot send it: it requires a CORS preflight, which we
 * refuse.
 */
const HEADER = "x-vireo-dashboard";

const parse = (origin: string): URL | undefined => (URL.canParse(origin) ? new URL(origin) : undefined);

/**
 * True if a request comes from our own pages, regardless of the host name used to reach the server. The cookie alone
 * proves nothing, because browsers also send it with requests that other pages trigger. Reads without the header pass
 * if the browser marks them as same-origin, since EventSource and downloads cannot send headers.
 * @param publicOrigin the configured public origin.
 */
export function isSameOrigin({ headers, method, url }: Request, publicOrigin: string): boolean {
  const site = headers.get("sec-fetch-site");
  if (site !== null && site !== "same-origin") return false;
  const origin = headers.get("origin");
  if (origin !== null && origin !== publicOrigin && parse(origin)?.host !== new URL(url).host) return false;
  return headers.get(HEADER) === "1" || (site === "same-origin" && (method === "GET" || method === "HEAD"));
}

/** True if the calling page was loaded over https, as far as that can be determined behind a proxy. */
export function isSecure({ headers, url }: Request, publicOrigin: string): boolean {
  const origin = headers.get("origin");
  if (origin !== null) return parse(origin)?.protocol === "https:";
  const own = new URL(publicOrigin);
  return own.protocol === "https:" && own.host === new URL(url).host;
}
