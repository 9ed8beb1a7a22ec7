/** Paths of this server that arrive from outside, such as the page to open after a sign-in. */

/** Stands for this server. Only the comparison of origins matters. */
const OWN = "http://own.invalid";

/**
 * Returns the path, query and fragment that a browser would open, in ASCII; "/" for anything that is not on this server.
 * The URL parser decides, because browsers skip tabs and line breaks, and read a backslash as a slash.
 *
 * @example toOwnPath("/\\evil.example"); // "/"
 */
export function toOwnPath(path: string | null | undefined): string {
  const url = path?.startsWith("/") ? URL.parse(path, OWN) : null;
  // Dots can leave two slashes at the start ("/.//host"), which lead to another server in turn.
  if (url?.origin !== OWN || url.pathname.startsWith("//")) return "/";
  return url.pathname + url.search + url.hash;
}
