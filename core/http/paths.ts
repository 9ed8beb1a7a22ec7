/** Every route of the API lies below this path. */
export const BASE = "/api/v1";

/** Below the base path, only this needs no key. */
const OPEN = `${BASE}/versions`;

export const needsKey = (path: string): boolean => path.startsWith(`${BASE}/`) && path !== OPEN;

/** The path of a request URL, without the query. Request URLs are absolute and normalised. */
export function getPath(url: string): string {
  const start = url.indexOf("/", url.indexOf("//") + 2);
  const end = url.indexOf("?", start);
  return start < 0 ? "/" : end < 0 ? url.slice(start) : url.slice(start, end);
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
