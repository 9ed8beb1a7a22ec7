/**
 * The URL must not be fetched. The message is for the user who supplied it.
 * @example
 * const url = await context.fetch.check("https://example.com/brew.jpg").catch((error: unknown) => {
 *   if (error instanceof UnsafeUrlError) return undefined;
 *   throw error;
 * });
 */
export class UnsafeUrlError extends Error {
  override name = "UnsafeUrlError";
}

export type FetchFailure = "unreachable" | "timeout" | "too_large" | "too_many_redirects" | "bad_status";

/**
 * An allowed URL could not be fetched. The message is for the user.
 * @example
 * const options = { maxBytes: 2 * 1024 ** 2, timeoutMs: 10_000, signal };
 * const page = await context.fetch.open("https://example.com/", options).catch((error: unknown) => {
 *   if (error instanceof FetchError && error.code === "timeout") return undefined;
 *   throw error;
 * });
 */
export class FetchError extends Error {
  override name = "FetchError";
  readonly code: FetchFailure;
  constructor(code: FetchFailure, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

const MAX_NAME = 200;

export const tooLarge = (maxBytes: number) =>
  new FetchError("too_large", `The file is larger than the limit of ${maxBytes} bytes.`);

export const stalled = () => new FetchError("timeout", "The server stopped sending data.");

export const unresolvable = (host: string, cause?: unknown) =>
  new FetchError("unreachable", `The host ${host} was not found.`, { cause });

/** Converts a connection error to one with a message for the user. */
export const toFetchError = (cause: unknown) =>
  cause instanceof FetchError
    ? cause
    : new FetchError("unreachable", "The server could not be reached, or the connection was interrupted.", { cause });

/**
 * Names a URL in a message. Leaves out the query and the fragment, where signed URLs have their secrets, and what is too
 * long to read.
 * @example nameUrl("https://example.com/brew.jpg?signature=secret"); // "https://example.com/brew.jpg?…"
 */
export function nameUrl(url: string): string {
  const parsed = URL.parse(url);
  if (!parsed?.host) return `${url.slice(0, 20)}…`;
  const { origin, pathname, search, hash } = parsed;
  const name = origin + pathname;
  return name.length > MAX_NAME ? `${name.slice(0, MAX_NAME)}…` : `${name}${search || hash ? "?…" : ""}`;
}
