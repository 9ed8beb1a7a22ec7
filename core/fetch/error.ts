/** The URL must not be fetched. The message is for the user who supplied it. */
export class UnsafeUrlError extends Error {
  override name = "UnsafeUrlError";
}

export type FetchFailure = "unreachable" | "timeout" | "too_large" | "too_many_redirects" | "bad_status";

/** An allowed URL could not be fetched. The message is for the user. */
export class FetchError extends Error {
  override name = "FetchError";
  readonly code: FetchFailure;
  constructor(code: FetchFailure, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

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
