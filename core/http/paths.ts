/** Every route of the API lies below this path. */
export const BASE = "/api/v1";

/** Below the base path, only this needs no key. */
const OPEN = `${BASE}/versions`;

/** First parts of paths that may hold tokens: vendors' callbacks, one-time upload addresses, file names nobody can guess. */
const LINKS: ReadonlySet<string> = new Set(["open", "media"]);

export const needsKey = (path: string): boolean => path.startsWith(`${BASE}/`) && path !== OPEN && path !== `${OPEN}/`;

/** The path of a request URL, without the query. Request URLs are absolute and normalised. */
export function getPath(url: string): string {
  const start = url.indexOf("/", url.indexOf("//") + 2);
  const end = url.indexOf("?", start);
  return start < 0 ? "/" : end < 0 ? url.slice(start) : url.slice(start, end);
}

/** The path as it may be logged. Outside the API, paths are links that work without a key: only their pattern is shown. */
export function getLoggedPath({ path, route }: { path: string; route?: string }): string {
  if (path.startsWith(`${BASE}/`)) return path;
  const [, folder = ""] = path.split("/", 2);
  if (route) return /[:*]/.test(route) ? route : path;
  return LINKS.has(folder) ? `/${folder}/[hidden]` : path;
}

/** Elysia looks for the path from this position of a URL on, so it misses that of `http://nas/`. */
const ELYSIA_PATH_FROM = 11;

/** Gives a request with a short Host header a longer one, so that Elysia finds the path. Returns others unchanged. */
export function withLongHost(request: Request): Request {
  const { url } = request;
  const start = url.indexOf("/", url.indexOf("//") + 2);
  return start < 0 || start >= ELYSIA_PATH_FROM ? request : new Request(`http://localhost${url.slice(start)}`, request);
}

/** False for percent-encoding that is not UTF-8, or that holds a NUL: no resource has such an address. */
export function isWellFormed(url: string): boolean {
  if (!url.includes("%")) return true;
  try {
    return !decodeURIComponent(url).includes("\0");
  } catch {
    return false;
  }
}

/** A query parameter that occurs twice. One of its values would be ignored. */
export function findRepeatedParameter(url: string): string | undefined {
  const start = url.indexOf("?");
  if (start < 0 || !url.includes("&", start)) return undefined;
  const names = [...new URLSearchParams(url.slice(start + 1)).keys()];
  return names.find((name, at) => names.indexOf(name) < at);
}
