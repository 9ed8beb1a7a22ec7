import { deadline } from "vireo/timing";
import { CallError, isUnsent } from "./call-error";
import { fields, isFields, text } from "./json";
import type { Quota } from "./quota";

export interface Answer {
  status: number;
  headers: Headers;
  /** The JSON object of the body; undefined where it is something else. */
  body: Record<string, unknown> | undefined;
}

export interface CallOptions {
  query?: Record<string, string | undefined>;
  body?: unknown;
  headers?: Record<string, string>;
  signal: AbortSignal;
  /** Longest wait for the whole answer, milliseconds. Default 20 s. */
  timeoutMs?: number;
}

export interface Client {
  /** One request, answered with whatever status. Throws CallError where no whole answer came. */
  call(method: "GET" | "POST", path: string, options: CallOptions): Promise<Answer>;
  /** A request that only a 2xx with a JSON object answers; everything else throws. */
  ask(method: "GET" | "POST", path: string, options: CallOptions): Promise<Record<string, unknown>>;
  /** False once Zernio has refused the key, until it takes it again. */
  readonly isKeyTaken: boolean;
}

const TIMEOUT_MS = 20_000;
const MAX_BYTES = 8 * 1024 * 1024;
const SAID_MAX = 300;

/** What an error envelope says, for people. */
export const said = (body: unknown): string | undefined => {
  const { error, message } = fields(body);
  const words = text(error) ?? text(fields(error).message) ?? text(message);
  return words && [...words.replace(/[\p{Cc}\s]+/gu, " ")].slice(0, SAID_MAX).join("");
};

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_BYTES) throw new CallError("Zernio's answer is too large.");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function parse(json: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return isFields(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Speaks to Zernio's API. The key goes nowhere but into the requests: no error and no answer carries it. */
export function createClient(options: { apiKey: string; baseUrl: string; quota: Quota }): Client {
  const { apiKey, quota } = options;
  const base = options.baseUrl.replace(/\/+$/, "").replace(/\/v1$/, "");
  let isKeyTaken = true;

  async function call(method: "GET" | "POST", path: string, { query, body, headers, signal, ...rest }: CallOptions) {
    const url = new URL(`${base}${path}`);
    for (const [name, value] of Object.entries(query ?? {})) if (value !== undefined) url.searchParams.set(name, value);
    signal.throwIfAborted();
    const timeoutMs = rest.timeoutMs ?? TIMEOUT_MS;
    const limit = deadline(
      timeoutMs,
      () => new CallError(`Zernio did not answer within ${timeoutMs / 1000} s.`),
      signal,
    );
    try {
      const response = await fetch(url, {
        method,
        redirect: "manual",
        // A connection of its own: on a kept one the runtime may send a request again by itself.
        ...(method === "POST" ? { keepalive: false } : {}),
        headers: {
          accept: "application/json",
          authorization: `Bearer ${apiKey}`,
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: limit.signal,
      });
      const { status } = response;
      quota.learn(response.headers);
      if (status === 401) isKeyTaken = false;
      else if (status < 400) isKeyTaken = true;
      const answer = (await readText(response)).replaceAll(apiKey, "[hidden]");
      return { status, headers: response.headers, body: parse(answer) };
    } catch (error) {
      if (limit.signal.aborted) throw limit.signal.reason;
      if (error instanceof CallError) throw error;
      if (isUnsent(error)) throw new CallError("Zernio cannot be reached; nothing was sent.", { isSent: false });
      throw new CallError("The connection to Zernio broke off.");
    } finally {
      limit.end();
    }
  }

  return {
    get isKeyTaken() {
      return isKeyTaken;
    },
    call,
    async ask(method, path, request) {
      await quota.take(request.signal);
      const { status, body, headers } = await call(method, path, request);
      if (status === 429) quota.learn(headers, true);
      if (status === 401) throw new CallError("Zernio refuses the API key.", { status });
      if (status < 200 || status > 299)
        throw new CallError(`Zernio answered ${status}: ${said(body) ?? "without a reason"}`, { status });
      if (!body) throw new CallError("Zernio's answer is not JSON.");
      return body;
    },
  };
}
