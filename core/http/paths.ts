/** Base path of every route of the API. */
export const BASE = "/api/v1";

/** The only path below the base path that needs no key. */
const OPEN = `${BASE}/versions`;

/**
 * First segments of paths that may contain tokens: vendor callbacks, one-time upload URLs, unguessable file names, review
 * links.
 */
const LINKS: ReadonlySet<string> = new Set(["open", "media", "review"]);

export const needsKey = (path: string): boolean => path.startsWith(`${BASE}/`) && path !== OPEN && path !== `${OPEN}/`;

/** Returns the path of a request URL, without the query. Request URLs are absolute and normalised. */
export function getPath(url: string): string {
  const start = url.indexOf("/", url.indexOf("//") + 2);
  const end = url.indexOf("?", start);
  return start < 0 ? "/" : end < 0 ? url.slice(start) : url.slice(start, end);
}

/** Returns the path as it may be logged. Outside the API, paths work without a key, so only their pattern is logged. */
export function getLoggedPath({ path, route }: { path: string; route?: string }): string {
  if (path.startsWith(`${BASE}/`)) return path;
  const [, folder = ""] = path.split("/", 2);
  if (route) return /[:*]/.test(route) ? route : path;
  return LINKS.has(folder) ? `/${folder}/[hidden]` : path;
}

/** Elysia searches for the path from this position of a URL on, so it misses the path of `http://nas/`. */
const ELYSIA_PATH_FROM = 11;

/**
 * Gives a request with a short Host header a longer one, so that Elysia finds the path. Returns other requests
 * unchanged.
 */
export function withLongHost(request: Request): Request {
  const { url } = request;
  const start = url.indexOf("/", url.indexOf("//") + 2);
  return start < 0 || start >= ELYSIA_PATH_FROM ? request : new Request(`http://localhost${url.slice(start)}`, request);
}

/** False for percent-encoding that is not UTF-8 or contains NUL. */
export function isWellFormed(text: string): boolean {
  if (!text.includes("%")) return true;
  try {
    return !decodeURIComponent(text).includes("\0");
  } catch {
    return false;
  }
}

/** Finds a query parameter that is not well-formed. Its name is "query" if that is the part at fault. */
export function findMalformedParameter(url: string): string | undefined {
  const start = url.indexOf("?");
  if (start < 0 || isWellFormed(url.slice(start))) return undefined;
  const pair = url
    .slice(start + 1)
    .split("&")
    .find((text) => !isWellFormed(text));
  const [name = ""] = pair?.split("=", 1) ?? [];
  return isWellFormed(name) ? decodeURIComponent(name) || "query" : "query";
}

/** Finds a query parameter that occurs twice, because one of its values would be ignored. */
export function findRepeatedParameter(url: string): string | undefined {
  const start = url.indexOf("?");
  if (start < 0 || !url.includes("&", start)) return undefined;
  const names = [...new URLSearchParams(url.slice(start + 1)).keys()];
  return names.find((name, at) => names.indexOf(name) < at);
}
