import { errorOf, VireoError } from "./error.ts";
import { apiVersion } from "./operations.ts";
import { pause } from "./pause.ts";
import type { CallOptions, ClientOptions } from "./shapes.ts";

const READ_MS = 60_000;
const WRITE_MS = 600_000;
const FIRST_PAUSE_MS = 300;

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface Call extends CallOptions {
  method: string;
  /** From the root of the server, or absolute. */
  path: string;
  query?: Record<string, unknown> | undefined;
  /** What JSON can say, or a form. */
  body?: unknown;
  /** The body, made anew for each try: a stream can be sent only once. */
  content?: (() => RequestInit["body"]) | undefined;
  /** How the bytes travel, where the platform can tell of their progress. */
  fetch?: Fetch | undefined;
  /** An address that is its own permission: nobody is told who calls. */
  anonymous?: boolean;
}

export type Caller = ReturnType<typeof createCaller>;

/** Not `randomUUID`: pages that came over plain HTTP do not have it. */
const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

function search(query: Record<string, unknown> = {}): string {
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  return pairs.length === 0 ? "" : `?${new URLSearchParams(pairs.map(([name, value]) => [name, String(value)]))}`;
}

/** How long to wait before the same request is sent again; undefined where that helps nobody. */
function pauseAfter(error: VireoError, tries: number): number | undefined {
  const { kind, status, retryAfter } = error;
  // What Vireo itself says in a 502 is final: it is kept under the key, and comes again.
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

/** Sends requests: who asks, which version, again where that is safe, and what an answer means. */
export function createCaller(options: ClientOptions) {
  const root = (options.baseUrl ?? "").replace(/\/+$/, "").replace(/\/api\/v1$/, "");
  const send: Fetch = options.fetch ?? ((url, init) => fetch(url, init));
  const most = options.tries ?? 3;

  function requestOf(call: Call, key: string | undefined): RequestInit {
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
      ...(anonymous ? { credentials: "omit" } : options.credentials ? { credentials: "same-origin" } : {}),
      ...(body === undefined ? {} : { body: json ? JSON.stringify(body) : (body as FormData) }),
      // Streams need `duplex`, which not every type of RequestInit knows.
      ...(content ? ({ body: content(), duplex: "half" } as RequestInit) : {}),
    };
  }

  /** One try. Resolves with a success, and with its body where that is read. */
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
      throw new VireoError("network_error", "The server cannot be reached, or the connection broke.", { cause });
    }
    if (!response.ok) throw errorOf(response, text);
    return { response, text };
  }

  /** Tries until there is an answer. POST and PATCH are repeated under one key, and never without. */
  async function answer(call: Call, read: boolean, timeoutMs: number) {
    const { method, signal, body } = call;
    const writes = method === "POST" || method === "PATCH";
    // Each try writes a form differently, which the server would take for another call.
    const key = call.idempotencyKey ?? (writes && !(body instanceof FormData) ? newKey() : undefined);
    const repeatable = !(body instanceof FormData) && (!writes || key !== undefined);
    const end = Date.now() + timeoutMs;
    for (let tries = 1; ; ) {
      signal?.throwIfAborted();
      const late = new AbortController();
      const timer = setTimeout(() => late.abort(), end - Date.now());
      const ends = signal ? AbortSignal.any([signal, late.signal]) : late.signal;
      try {
        return await once(call, { ...requestOf(call, key), signal: ends }, read);
      } catch (thrown) {
        signal?.throwIfAborted();
        const error = thrown as VireoError;
        if (late.signal.aborted)
          throw new VireoError("timeout", `There was no answer within ${timeoutMs} ms.`, { cause: error });
        // A second DELETE that finds nothing follows a first one whose answer was lost.
        if (method === "DELETE" && tries > 1 && error.status === 404) return { response: new Response(), text: "" };
        // An earlier try is still at work: waiting for it is no try.
        const works = error.kind === "idempotency_in_progress" && most > 1;
        const ms = repeatable && (works || tries < most) ? pauseAfter(error, tries) : undefined;
        if (ms === undefined || Date.now() + ms > end) throw error;
        if (!works) tries++;
        await pause(ms, signal);
      } finally {
        // What has begun by now may take its time: a stream is ended by its reader alone.
        clearTimeout(timer);
      }
    }
  }

  return {
    root,
    /** The answer's JSON; undefined without a body. */
    async json<T>(call: Call): Promise<T> {
      const timeoutMs = call.timeoutMs ?? (call.method === "GET" ? READ_MS : WRITE_MS);
      const { response, text } = await answer(call, true, timeoutMs);
      if (!text) return undefined as T;
      if (!response.headers.get("content-type")?.startsWith("application/json")) throw errorOf(response, text);
      return JSON.parse(text) as T;
    },
    /** The answer as soon as it begins; its body is the caller's to read. */
    open: async (call: Call): Promise<Response> => (await answer(call, false, READ_MS)).response,
  };
}

/** `/videos/{videoId}` with its ids. */
export const fill = (path: string, ids: readonly string[]): string => {
  let next = 0;
  return path.replace(/\{\w+\}/g, () => encodeURIComponent(ids[next++] ?? ""));
};
