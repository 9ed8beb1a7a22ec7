import { toError, VireoError } from "./error.ts";
import { apiVersion } from "./operations.ts";
import { pause } from "./pause.ts";
import type { CallOptions, ClientOptions } from "./shapes.ts";

const READ_MS = 60_000;
const WRITE_MS = 600_000;
const FIRST_PAUSE_MS = 300;

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface Call extends CallOptions {
  method: string;
  /** Path on the server, or an absolute URL. */
  path: string;
  query?: Record<string, unknown> | undefined;
  /** JSON value or form data. */
  body?: unknown;
  /** Creates the body for each attempt, because a stream can be sent only once. */
  content?: (() => RequestInit["body"]) | undefined;
  /** Replaces fetch where upload progress is available. */
  fetch?: Fetch | undefined;
  /** Send no credentials: the URL itself is the permission. */
  anonymous?: boolean;
}

export type Caller = ReturnType<typeof createCaller>;

/** `randomUUID` is not available on pages loaded over plain HTTP. */
const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

function search(query: Record<string, unknown> = {}): string {
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  return pairs.length === 0 ? "" : `?${new URLSearchParams(pairs.map(([name, value]) => [name, String(value)]))}`;
}

/** Delay before a retry; undefined if a retry would not help. */
function pauseAfter(error: VireoError, tries: number): number | undefined {
  const { kind, status, retryAfter } = error;
  // A 502 from Vireo itself is final: the idempotency key would return it again.
  const passing =
    kind === "network_error" ||
    kind === "idempotency_in_progress" ||
    status === 429 ||
    status === 503 ||
    (kind === "unexpected_answer" && (status === 502 || status === 504));
  if (!passing) return undefined;
  if (retryAfter !== undefined) return Math.max(retryAfter * 1000, FIRST_PAUSE_MS);
  return FIRST_PAUSE_MS * 2 ** (tries - 1) * (0.75 + Math.random() / 2);
}

/** Sends requests with credentials and version, retries where that is safe, and parses responses and errors. */
export function createCaller(options: ClientOptions) {
  const root = (options.baseUrl ?? "").replace(/\/+$/, "").replace(/\/api\/v1$/, "");
  const send: Fetch = options.fetch ?? ((url, init) => fetch(url, init));
  const most = options.tries ?? 3;

  function buildRequest(call: Call, key: string | undefined): RequestInit {
    const { method, body, content, anonymous } = call;
    const json = body !== undefined && !(body instanceof FormData);
    return {
      method,
      headers: {
        ...options.headers,
        ...(anonymous ? {} : { "service-version": apiVersion }),
        ...(json ? { "content-type": "application/json" } : {}),
        ...(key ? { "idempotency-key": key } : {}),
        ...(options.apiKey && !anonymous ? { authorization: `Bearer ${options.apiKey}` } : {}),
        ...(options.credentials && !anonymous ? { "x-vireo-dashboard": "1" } : {}),
        ...call.headers,
      },
      // Without undefined members, because programs may compile the client with exactOptionalPropertyTypes.
      ...(anonymous ? { credentials: "omit" } : options.credentials ? { credentials: "same-origin" } : {}),
      ...(body === undefined ? {} : { body: json ? JSON.stringify(body) : (body as FormData) }),
      // Streams need `duplex`, which some RequestInit types lack.
      ...(content ? ({ body: content(), duplex: "half" } as RequestInit) : {}),
    };
  }

  /** Makes one attempt and returns the successful response, with its body if that is read. */
  async function once(call: Call, init: RequestInit, read: boolean): Promise<{ response: Response; text: string }> {
    let response: Response;
    let text = "";
    try {
      response = await (call.fetch ?? send)(
        /^https?:/.test(call.path) ? call.path : root + call.path + search(call.query),
        init,
      );
      if (read || !response.ok) text = await response.text();
    } catch (cause) {
      throw new VireoError("network_error", "Could not reach the server, or the connection was lost.", { cause });
    }
    if (!response.ok) throw toError(response, text);
    return { response, text };
  }

  /** Retries until there is a response. POST and PATCH are only retried with an idempotency key. */
  async function answer(call: Call, read: boolean, timeoutMs: number) {
    const { method, signal, body } = call;
    const writes = method === "POST" || method === "PATCH";
    // Forms are encoded differently each time, so the server would not recognise a retry.
    const key = call.idempotencyKey ?? (writes && !(body instanceof FormData) ? newKey() : undefined);
    const repeatable = !(body instanceof FormData) && (!writes || key !== undefined);
    const end = Date.now() + timeoutMs;
    for (let tries = 1; ; ) {
      signal?.throwIfAborted();
      const late = new AbortController();
      const timer = setTimeout(() => late.abort(), end - Date.now());
      const ends = signal ? AbortSignal.any([signal, late.signal]) : late.signal;
      try {
        return await once(call, { ...buildRequest(call, key), signal: ends }, read);
      } catch (thrown) {
        signal?.throwIfAborted();
        const error = thrown as VireoError;
        if (late.signal.aborted)
          throw new VireoError("timeout", `No response within ${timeoutMs} ms.`, { cause: error });
        // A retried DELETE returns 404 if the first response was lost.
        if (method === "DELETE" && tries > 1 && error.status === 404) return { response: new Response(), text: "" };
        // An earlier attempt is still in progress; waiting for it does not count as an attempt.
        const works = error.kind === "idempotency_in_progress" && most > 1;
        const ms = repeatable && (works || tries < most) ? pauseAfter(error, tries) : undefined;
        if (ms === undefined || Date.now() + ms > end) throw error;
        if (!works) tries++;
        await pause(ms, signal);
      } finally {
        // The time limit does not apply to reading a stream.
        clearTimeout(timer);
      }
    }
  }

  return {
    root,
    /** Returns the response's JSON; undefined without a body. */
    async json<T>(call: Call): Promise<T> {
      const timeoutMs = call.timeoutMs ?? (call.method === "GET" ? READ_MS : WRITE_MS);
      const { response, text } = await answer(call, true, timeoutMs);
      if (!text) return undefined as T;
      if (!response.headers.get("content-type")?.startsWith("application/json")) throw toError(response, text);
      return JSON.parse(text) as T;
    },
    /** Returns the response once its headers arrive. The caller reads the body. */
    open: async (call: Call): Promise<Response> => (await answer(call, false, READ_MS)).response,
  };
}

/** Fills ids into a path such as `/videos/{videoId}`. */
export const fill = (path: string, ids: readonly string[]): string => {
  let next = 0;
  return path.replace(/\{\w+\}/g, () => encodeURIComponent(ids[next++] ?? ""));
};
