/** What callers of the client meet beside the API's own types. */

export interface ClientOptions {
  /** Where the server is, such as `http://127.0.0.1:3000`, with or without `/api/v1`. Default: where the page came from. */
  baseUrl?: string | undefined;
  /** An API key (`vireo_…`). */
  apiKey?: string | undefined;
  /** `session`: a page of the server itself, whose signed-in visitor is known by a cookie; no key is sent. */
  credentials?: "session" | undefined;
  /** Tries of a call in all, where it can be repeated safely. Default 3. */
  tries?: number | undefined;
  /** Sent with every request. */
  headers?: Record<string, string> | undefined;
  /** Used instead of the platform's own. */
  fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
}

export interface CallOptions {
  /** Ends the call; it throws the signal's reason. */
  signal?: AbortSignal | undefined;
  /** For all tries together. Default: a minute for reads, ten minutes for everything else, since edits render meanwhile. */
  timeoutMs?: number | undefined;
  /** Names this call, so that it is done once however often it is made within 24 hours. Default: one of its own. */
  idempotencyKey?: string | undefined;
  headers?: Record<string, string> | undefined;
}

/** A list: `await` it for one page, or go through the items of all pages with `for await`. Nothing is asked before. */
export interface Pages<Page, Item> extends Promise<Page>, AsyncIterable<Item> {}
