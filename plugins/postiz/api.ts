import { deadline } from "vireo/timing";
import { readJson } from "./body";
import { NoAnswer } from "./no-answer";
import { wordsOf } from "./words";

/** An answer of Postiz, whatever its status. */
export interface Answer {
  status: number;
  /** Undefined where the answer was no JSON. */
  json: unknown;
  /** What it says went wrong, for people; empty where it says nothing. */
  said: string;
}

export interface Call {
  signal: AbortSignal;
  /** Limit for everything, the answer's body included, milliseconds. */
  timeoutMs: number;
  method?: "GET" | "POST";
  body?: string | ReadableStream<Uint8Array>;
  headers?: Readonly<Record<string, string>>;
  /** Largest answer, bytes; 1 MiB unless said. */
  maxBytes?: number;
  /** On a connection of its own, so that one which the server has just given up cannot swallow it. */
  alone?: boolean;
}

export type Api = (path: string, call: Call) => Promise<Answer>;

/** Faults that come before the first byte of a request. Everything else may have come after it. */
const UNSENT = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN"]);
const MAX_BYTES = 1 << 20;

/** Paths below /public/v1. People also paste the whole address of the API. */
const rootOf = (baseUrl: string) => {
  const { origin, pathname } = new URL(baseUrl);
  return `${origin}${pathname.replace(/\/+$/, "").replace(/\/public\/v1$/, "")}/public/v1`;
};

/** Calls Postiz. Throws NoAnswer, or the reason of the signal. Redirects are answers like others: a key goes to nobody else. */
export function createApi({ apiKey, baseUrl }: { apiKey: string; baseUrl: string }): Api {
  const root = rootOf(baseUrl);

  return async function call(path, { signal, timeoutMs, method = "GET", alone = false, ...request }) {
    signal.throwIfAborted();
    const late = new NoAnswer(`Postiz did not answer within ${Math.ceil(timeoutMs / 1000)} s.`, false);
    const limit = deadline(timeoutMs, () => late, signal);
    try {
      const response = await fetch(`${root}${path}`, {
        method,
        // No Bearer: Postiz takes the bare key.
        headers: { authorization: apiKey, accept: "application/json", ...request.headers },
        redirect: "manual",
        keepalive: !alone,
        signal: limit.signal,
        ...(request.body === undefined ? {} : { body: request.body }),
      });
      const json = await readJson(response, request.maxBytes ?? MAX_BYTES);
      return { status: response.status, json, said: wordsOf(json, apiKey) };
    } catch (error) {
      if (limit.signal.aborted) throw limit.signal.reason;
      if (error instanceof NoAnswer) throw error;
      const code = String((error as { code?: unknown }).code);
      if (UNSENT.has(code)) throw new NoAnswer("Postiz cannot be reached.", true, { cause: error });
      throw new NoAnswer("The connection to Postiz broke off.", false, { cause: error });
    } finally {
      limit.end();
    }
  };
}
