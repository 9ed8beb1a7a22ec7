/**
 * Calls to a vendor's HTTP API, as its adapters need them: paced, limited in time and size, rested when the
 * vendor is down, and with every fault told apart by one question: may something have begun there?
 */

import { EngineError, type Health, MADE_NOTHING } from "#core/engine";
import { metrics } from "#core/observability/metrics";
import { traced } from "#core/observability/tracing";
import { deadline } from "#core/timing";
import { createCircuit } from "#sdk/vendor/circuit";
import { createPace, pause, type Rate } from "#sdk/vendor/pace";

export type { Rate };

export interface VendorOptions {
  /** For people: "kie.ai". */
  title: string;
  /** Paths are put behind it; a trailing slash does not matter. */
  baseUrl: string;
  headers: Readonly<Record<string, string>>;
  /** Never told to anybody, whatever the vendor echoes. */
  secrets: readonly string[];
  /** Which setting holds the key, for messages: "KIE_API_KEY". */
  keyName: string;
  /** How often `create` may be called. */
  creates?: Rate;
  /** How often `read` may be called. */
  reads?: Rate;
  /** What an error's body says, for people. Default: the usual places. */
  said?(json: unknown): string | undefined;
  /** The status that a body tells, for vendors that answer 200 to everything; undefined where it tells none. */
  statusOf?(json: unknown): number | undefined;
  /** How long a refusal's body asks to wait, milliseconds, for vendors that say it there and not by Retry-After. */
  waitOf?(json: unknown): number | undefined;
  /** EngineError codes of statuses that mean something else here than by custom. */
  codes?: Readonly<Record<number, string>>;
}

export interface VendorCall {
  signal: AbortSignal;
  method?: "GET" | "POST" | "PUT" | "DELETE";
  json?: unknown;
  body?: BodyInit;
  headers?: Readonly<Record<string, string>>;
  /** Limit for everything, the answer's body included, milliseconds; 30 s unless said. */
  timeoutMs?: number;
  /** Largest answer, bytes; 8 MiB unless said. */
  maxBytes?: number;
  /** What is asked for is a file: a success need be no JSON, and its bytes are kept. */
  file?: boolean;
}

export interface VendorAnswer {
  status: number;
  headers: Headers;
  /** Undefined where the answer was no JSON. */
  json: unknown;
  /** The bytes as text; empty for a file. */
  text: string;
  /** A file's bytes; missing where none was asked for. */
  bytes?: Uint8Array;
}

export interface Vendor {
  title: string;
  /**
   * The call that makes something happen: sent once. It is repeated only where nothing can have begun
   * (no connection, 429), within limits. Resolves with a 2xx answer, of JSON unless it is a file; throws EngineError
   * for all else.
   */
  create(path: string, call: VendorCall): Promise<VendorAnswer>;
  /**
   * A call that changes nothing. Resolves with any answer below 500 but 401, 403 and 429, and with statuses of `codes`
   * that are the end of a task; throws `Unread` where it could not be read now and may be tried later.
   */
  read(path: string, call: VendorCall): Promise<VendorAnswer>;
  /** Like `read`, for work without a life cycle around it: tried up to three times, then EngineError. */
  fetch(path: string, call: VendorCall): Promise<VendorAnswer>;
  /** An EngineError about an answer, in words without secrets. */
  failure(code: string, words: string): EngineError;
  /** What an answer says went wrong, without secrets; empty where it says nothing. */
  said(answer: Pick<VendorAnswer, "json">): string;
  /** Asks `path` with a cheap read whether the key works; `more` adds what else the answer tells. Never throws. */
  check(path: string, more?: (json: unknown) => Health | undefined): Promise<Health>;
}

/** Nothing is known yet; the read may be repeated. */
export class Unread extends Error {
  override readonly name = "Unread";
  readonly retryAfterMs: number | undefined;
  /** True where the vendor was certainly not reached. */
  readonly unsent: boolean;
  /** The EngineError it amounts to where nobody tries again. */
  readonly code: string;
  constructor(
    message: string,
    more: { retryAfterMs?: number | undefined; unsent?: boolean; code?: string; cause?: unknown } = {},
  ) {
    super(message, { cause: more.cause });
    this.code = more.code ?? "provider_unavailable";
    this.retryAfterMs = more.retryAfterMs;
    this.unsent = more.unsent ?? false;
  }
}

/** Faults that come before the first byte of a request. Everything else may have come after it. */
const UNSENT = new Set(["ECONNREFUSED", "ConnectionRefused", "ENOTFOUND", "EAI_AGAIN", "FailedToOpenSocket"]);
const TIMEOUT_MS = 30_000;
const MAX_BYTES = 8 * 1024 ** 2;
const TRIES = 4;
const LONGEST_WAIT_MS = 60_000;
const CHECK_MS = 4_000;

export function createVendor(options: VendorOptions): Vendor {
  const { title, keyName } = options;
  const root = options.baseUrl.replace(/\/+$/, "");
  const circuit = createCircuit();
  const turnToCreate = options.creates && createPace(options.creates);
  const turnToRead = options.reads && createPace(options.reads);

  const mask = (words: string) =>
    options.secrets.reduce((text, secret) => (secret ? text.replaceAll(secret, "•••") : text), words);
  const failure = (code: string, words: string) => new EngineError(code, mask(words).slice(0, 500));
  const said = ({ json }: Pick<VendorAnswer, "json">) => mask(options.said?.(json) ?? usualWords(json)).slice(0, 300);

  /** One exchange. Throws Unread, or the reason of the signal. */
  async function send(path: string, call: VendorCall): Promise<VendorAnswer> {
    const { signal, timeoutMs = TIMEOUT_MS, maxBytes = MAX_BYTES, json } = call;
    const resting = circuit.wait();
    if (resting > 0) {
      throw new Unread(`${title} has failed several times in a row and is left alone for a while.`, {
        unsent: true,
        retryAfterMs: resting,
      });
    }
    const late = new Unread(`${title} did not answer within ${Math.ceil(timeoutMs / 1000)} s.`);
    const limit = deadline(timeoutMs, () => late, signal);
    try {
      const body = json === undefined ? call.body : JSON.stringify(json);
      const response = await fetch(/^https?:/.test(path) ? path : `${root}${path}`, {
        method: call.method ?? (body === undefined ? "GET" : "POST"),
        headers: {
          accept: call.file ? "*/*" : "application/json",
          ...options.headers,
          ...(json === undefined ? {} : { "content-type": "application/json" }),
          ...call.headers,
        },
        redirect: "manual",
        // What makes something goes out on a connection of its own: one that the vendor just gave up could swallow it.
        keepalive: body === undefined,
        signal: limit.signal,
        ...(body === undefined ? {} : { body }),
      });
      const bytes = await bytesOf(response, maxBytes);
      const isFile = call.file && response.ok && !/json|html/.test(response.headers.get("content-type") ?? "");
      const text = isFile ? "" : bytes.toString("utf8");
      const answered = parsed(text);
      const status = options.statusOf?.(answered) ?? response.status;
      if (status >= 500 && !options.codes?.[status]) circuit.fault();
      else circuit.ok();
      return { status, headers: response.headers, text, json: answered, ...(call.file ? { bytes } : {}) };
    } catch (error) {
      if (signal.aborted) {
        circuit.let();
        throw signal.reason;
      }
      circuit.fault();
      if (error === late || error instanceof Unread) throw error;
      const unsent = UNSENT.has(String((error as { code?: unknown }).code));
      throw new Unread(unsent ? `${title} cannot be reached.` : `The connection to ${title} broke off.`, {
        unsent,
        cause: error,
      });
    } finally {
      limit.end();
    }
  }

  /** The failure that an answer to `create` means; undefined where it is none. */
  function refusal(answer: VendorAnswer): EngineError | undefined {
    const { status } = answer;
    const words = said(answer);
    const why = words ? `: ${words}` : ".";
    if (status < 300)
      return answer.json === undefined && !answer.bytes
        ? failure("outcome_unknown", `${title} answered with something other than JSON.`)
        : undefined;
    const own = options.codes?.[status];
    if (own) return failure(own, words ? `${title}: ${words}` : `${title} refuses with ${status}.`);
    if (status < 400)
      return failure("provider_unavailable", `${title} sent us elsewhere (${status}); check the address.`);
    if (status === 401 || status === 403)
      return failure("provider_unauthorized", `${title} refuses the key in ${keyName}${why}`);
    if (status === 402) return failure("provider_out_of_credit", `${title} asks for payment${why}`);
    if (status === 404 || status === 410)
      return failure("provider_model_retired", `${title} does not have this model${why}`);
    if (status === 408 || status === 504) return failure("outcome_unknown", `${title} did not finish in time${why}`);
    if (status === 429) return failure("provider_rate_limited", `${title} is asked too often${why}`);
    if (status < 500) return failure("provider_rejected", `${title} refuses the request${why}`);
    return failure("provider_error", `${title} answered ${status}${why}`);
  }

  /** Milliseconds to wait; undefined where the vendor does not say. */
  const waitAfter = ({ headers, json }: VendorAnswer) => retryAfter(headers) ?? options.waitOf?.(json);

  /** Counted by what came of it. */
  async function exchange(call: "create" | "read", path: string, options: VendorCall): Promise<VendorAnswer> {
    try {
      const about = { kind: "client", attributes: { "server.address": title } } as const;
      const answer = await traced(`${title} ${call}`, about, () => send(path, options));
      metrics.vendorCalls.inc({ vendor: title, call, status: answer.status });
      return answer;
    } catch (error) {
      metrics.vendorCalls.inc({ vendor: title, call, status: 0 });
      throw error;
    }
  }

  async function create(path: string, call: VendorCall): Promise<VendorAnswer> {
    for (let tries = 1; ; tries++) {
      await turnToCreate?.(call.signal);
      let answer: VendorAnswer;
      try {
        answer = await exchange("create", path, { method: "POST", ...call });
      } catch (error) {
        if (!(error instanceof Unread)) throw error;
        if (!error.unsent)
          throw failure("outcome_unknown", `${error.message} It may have begun, and is not asked twice.`);
        if (tries >= TRIES || error.retryAfterMs) throw failure("provider_unavailable", error.message);
        await pause(250 * 2 ** (tries - 1), call.signal);
        continue;
      }
      const refused = refusal(answer);
      if (!refused) return answer;
      const wait = answer.status === 429 ? (waitAfter(answer) ?? 1_000 * 3 ** (tries - 1)) : Number.NaN;
      if (tries >= TRIES || !(wait <= LONGEST_WAIT_MS)) throw refused;
      await pause(wait, call.signal);
    }
  }

  async function read(path: string, call: VendorCall): Promise<VendorAnswer> {
    await turnToRead?.(call.signal);
    const answer = await exchange("read", path, call);
    const { status } = answer;
    if (status === 401 || status === 403) throw new Unread(refusal(answer)!.message, { code: "provider_unauthorized" });
    const own = options.codes?.[status];
    if (own ? MADE_NOTHING.has(own) : status === 429 || status >= 500 || (status >= 300 && status < 400)) {
      throw new Unread(`${title} answered ${status}.`, {
        retryAfterMs: waitAfter(answer),
        ...(own ? { code: own } : {}),
      });
    }
    return answer;
  }

  return {
    title,
    create,
    read,
    async fetch(path, call) {
      for (let tries = 1; ; tries++) {
        try {
          return await read(path, call);
        } catch (error) {
          if (!(error instanceof Unread)) throw error;
          const wait = error.retryAfterMs ?? 500 * 3 ** (tries - 1);
          if (tries >= 3 || wait > 10_000 || error.code !== "provider_unavailable")
            throw failure(error.code, error.message);
          await pause(wait, call.signal);
        }
      }
    },
    failure,
    said,
    async check(path, more) {
      try {
        const answer = await read(path, { signal: AbortSignal.timeout(CHECK_MS), timeoutMs: CHECK_MS });
        if (answer.status < 300) return more?.(answer.json) ?? { ok: true, detail: `${title} takes the key` };
        return { ok: false, detail: `${title} answered ${answer.status}. ${said(answer)}`.trim() };
      } catch (error) {
        return { ok: false, detail: mask((error as Error).message) };
      }
    },
  };
}

/** Milliseconds to wait, from Retry-After as seconds or as a date. */
function retryAfter(headers: Headers): number | undefined {
  const value = headers.get("retry-after");
  if (!value) return undefined;
  const ms = /^\d+(\.\d+)?$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}

async function bytesOf(response: Response, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new Error("The answer is too large.");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Where APIs commonly put what went wrong. */
function usualWords(json: unknown): string {
  const body = (Array.isArray(json) ? json[0] : json) as Record<string, unknown> | null | undefined;
  if (typeof body !== "object" || !body) return "";
  const { error, message, detail, msg, title } = body;
  for (const one of [(error as { message?: unknown } | null)?.message, error, message, detail, msg, title]) {
    if (typeof one === "string" && one.trim()) return one.trim();
    if (Array.isArray(one)) {
      const words = one
        .map((part) => (typeof part === "string" ? part : part?.msg))
        .filter((part) => typeof part === "string");
      if (words.length > 0) return words.join("; ");
    }
  }
  return "";
}
