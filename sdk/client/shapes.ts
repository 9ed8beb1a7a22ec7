/** Options and types of the client itself. */

/** A server, and how it is called. */
export interface ClientOptions {
  /** URL of the server, such as `http://127.0.0.1:3000`, with or without `/api/v1`. Defaults to the page's origin. */
  baseUrl?: string | undefined;
  /** An API key (`vireo_…`). */
  apiKey?: string | undefined;
  /** `session`: authenticate with the cookie of the signed-in visitor instead of a key, on pages of the server itself. */
  credentials?: "session" | undefined;
  /** Maximum number of attempts for calls that can be retried safely. Default 3. */
  tries?: number | undefined;
  /** Sent with every request. */
  headers?: Record<string, string> | undefined;
  /** Replacement for the platform's fetch. */
  fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
}

/** Options of every method. */
export interface CallOptions {
  /** Cancels the call, which then throws the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Time limit for all attempts together. Default: 1 minute for reads, 10 minutes otherwise, because edits wait for rendering. */
  timeoutMs?: number | undefined;
  /** Idempotency key: repeating the call with it within 24 hours has no further effect. Default: random. */
  idempotencyKey?: string | undefined;
  headers?: Record<string, string> | undefined;
}

/** A list: `await` it for one page, or use `for await` for the items of all pages. Requests are made on demand. */
export interface Pages<Page, Item> extends Promise<Page>, AsyncIterable<Item> {}
