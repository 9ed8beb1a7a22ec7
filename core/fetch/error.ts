/** The URL may not be fetched. The message is meant for the person who gave it. */
export class UnsafeUrlError extends Error {
  override name = "UnsafeUrlError";
}

export type FetchFailure = "unreachable" | "timeout" | "too_large" | "too_many_redirects" | "bad_status";

/** A URL could not be fetched, though it was allowed. The message is meant for people. */
export class FetchError extends Error {
  override name = "FetchError";
  readonly code: FetchFailure;
  constructor(code: FetchFailure, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

export const tooLarge = (maxBytes: number) =>
  new FetchError("too_large", `The file is larger than the ${maxBytes} bytes that are accepted.`);

export const stalled = () => new FetchError("timeout", "The server stopped sending.");

export const unresolvable = (host: string, cause?: unknown) =>
  new FetchError("unreachable", `The host ${host} cannot be found.`, { cause });

/** What a failing connection threw, said for people. */
export const brokenOff = (cause: unknown) =>
  cause instanceof FetchError
    ? cause
    : new FetchError("unreachable", "The server could not be reached, or the connection broke off.", { cause });
