import { Type } from "@sinclair/typebox";
import { EngineError, type Health, MADE_NOTHING } from "#core/engine";
import { metrics } from "#core/observability/metrics";
import { traced } from "#core/observability/tracing";
import { Count, closedShapeOf, Method, optional, recordOf, Texts } from "#core/shape";
import { pause } from "#core/timing";
import { listFaults } from "#core/validation";
import { createCircuit } from "#sdk/vendor/circuit";
import { createPace, type Rate, RateShape } from "#sdk/vendor/pace";
import {
  describeStatus,
  findErrorMessage,
  parseJson,
  parseRetryAfter,
  RetryLater,
  readBytes,
  type VendorResponse,
} from "#sdk/vendor/response";

export { type Rate, RetryLater, type VendorResponse };

/** A vendor's API, and how it differs from the usual. */
export interface VendorOptions {
  /** Name for people, such as "kie.ai". */
  title: string;
  /** Prefix of all paths; a trailing slash does not matter. */
  baseUrl: string;
  headers: Readonly<Record<string, string>>;
  /** Masked in every message, even if the vendor echoes them. */
  secrets: readonly string[];
  /** The setting that holds the key, for messages: "KIE_API_KEY". */
  keyName: string;
  /** Rate of `create`. */
  createRate?: Rate;
  /** Rate of `read`. */
  readRate?: Rate;
  /** The error message in a body. Default: the fields that APIs commonly use. */
  getErrorMessage?(json: unknown): string | undefined;
  /** The status in a body, for vendors that respond to everything with 200. Undefined if the body has none. */
  getStatus?(json: unknown): number | undefined;
  /** The wait that a body asks for, in milliseconds, for vendors that do not send Retry-After. */
  getRetryAfterMs?(json: unknown): number | undefined;
  /** EngineError codes of statuses that have an unusual meaning at this vendor. */
  codes?: Readonly<Record<number, string>>;
  /** The EngineError code that the body of a refusal reveals; undefined if the status decides. */
  getCode?(json: unknown): string | undefined;
  /** Attempts of `create` while the vendor responds with 429, for vendors that limit parallel jobs. Default 4. */
  maxCreates?: number;
}

/** One call. */
export interface VendorCall {
  signal: AbortSignal;
  method?: "GET" | "POST" | "PUT" | "DELETE";
  json?: unknown;
  body?: BodyInit;
  headers?: Readonly<Record<string, string>>;
  /** Time limit of the whole exchange including the body, in milliseconds. Default 30 s. */
  timeoutMs?: number;
  /** Maximum size of the response, in bytes. Default 8 MiB. */
  maxBytes?: number;
  /** The call returns a file: a success need not be JSON, and its bytes are kept. */
  file?: boolean;
}

/** Errors that occur before the first byte of a request is sent. Any other may have occurred after it. */
const UNSENT = new Set(["ECONNREFUSED", "ConnectionRefused", "ENOTFOUND", "EAI_AGAIN", "FailedToOpenSocket"]);
const TIMEOUT_MS = 30_000;
const MAX_BYTES = 8 * 1024 ** 2;
const MAX_CREATES = 4;
const MAX_FETCHES = 3;
const LONGEST_WAIT_MS = 60_000;
const LONGEST_FETCH_WAIT_MS = 10_000;
const CHECK_MS = 4_000;

const Options = closedShapeOf<VendorOptions>({
  title: Type.String(),
  baseUrl: Type.String({ pattern: "^https?://", expected: "an http(s) URL" }),
  headers: recordOf(Type.String()),
  secrets: Texts,
  keyName: Type.String(),
  createRate: optional(RateShape),
  readRate: optional(RateShape),
  getErrorMessage: optional(Method),
  getStatus: optional(Method),
  getRetryAfterMs: optional(Method),
  codes: optional(recordOf(Type.String())),
  getCode: optional(Method),
  maxCreates: optional(Count),
});

/**
 * Creates the client of a vendor's HTTP API.
 * @throws TypeError that names each option of the wrong type
 * @example
 * const apiKey = "test-key";
 * const acme = createVendor({
 *   title: "Acme",
 *   baseUrl: "https://api.acme.example",
 *   headers: { authorization: `Bearer ${apiKey}` },
 *   secrets: [apiKey],
 *   keyName: "ACME_KEY",
 *   readRate: { calls: 10, perMs: 1_000 },
 * });
 * acme.error("provider_rejected", "Wrong key: test-key").message; // "Wrong key: •••"
 */
export function createVendor(options: VendorOptions): Vendor {
  const faults = listFaults(Options, options);
  if (faults.length > 0) throw new TypeError(`createVendor: ${faults.join("; ")}.`);
  return new Vendor(options);
}

/**
 * A vendor's HTTP API: paced, limited in time and size, left alone while the vendor is down, and with every failure
 * classified as "not started" or "may have started". Create one with `createVendor`, which checks the options.
 * @example
 * import type { Engine } from "vireo/engine";
 * import type { MusicRequest } from "vireo/slots/music";
 * const engine: Engine<MusicRequest> = {
 *   name: "acme",
 *   models: [{ id: "acme-1", title: "Acme 1" }],
 *   check: () => vendor.check("/v1/account"),
 *   async create({ prompt }, { signal }) {
 *     const { json } = await vendor.create("/v1/tracks", { json: { prompt }, signal });
 *     return { state: "pending", task: (json as { id: string }).id };
 *   },
 *   async read(task, { signal }) {
 *     const response = await vendor.read(`/v1/tracks/${task}`, { signal });
 *     if (response instanceof RetryLater) return response.toPending(task);
 *     const { url } = response.json as { url?: string };
 *     return url ? { state: "completed", files: { main: { url } } } : { state: "pending", task };
 *   },
 * };
 */
export class Vendor {
  readonly title: string;
  private readonly options: VendorOptions;
  private readonly root: string;
  private readonly circuit = createCircuit();
  private readonly createTurn: ((signal: AbortSignal) => Promise<void>) | undefined;
  private readonly readTurn: ((signal: AbortSignal) => Promise<void>) | undefined;

  constructor(options: VendorOptions) {
    this.options = options;
    this.title = options.title;
    this.root = options.baseUrl.replace(/\/+$/, "");
    this.createTurn = options.createRate && createPace(options.createRate);
    this.readTurn = options.readRate && createPace(options.readRate);
  }

  /**
   * Makes the call that creates something. Repeats it only if nothing can have started (no connection, 429), within limits.
   * Resolves with a 2xx response, which is JSON unless the call asks for a file. Throws EngineError otherwise.
   */
  async create(path: string, call: VendorCall): Promise<VendorResponse> {
    const { maxCreates = MAX_CREATES } = this.options;
    for (let tries = 1; ; tries++) {
      await this.createTurn?.(call.signal);
      const response = await this.exchange("create", path, { method: "POST", ...call });
      if (response instanceof RetryLater) {
        const { reason, unsent, retryAfterMs } = response;
        if (!unsent) throw this.error("outcome_unknown", `${reason} The request may have started and is not repeated.`);
        if (tries >= MAX_CREATES || retryAfterMs) throw this.error("provider_unavailable", reason);
        await pause(250 * 2 ** (tries - 1), call.signal);
        continue;
      }
      const refusal = this.toError(response);
      if (!refusal) return response;
      const isBusy = response.status === 429 && !this.options.getCode?.(response.json);
      if (!isBusy || tries >= maxCreates) throw refusal;
      const wait = this.getRetryAfter(response) ?? Math.min(LONGEST_WAIT_MS, 1_000 * 3 ** (tries - 1));
      if (wait > LONGEST_WAIT_MS) throw refusal;
      await pause(wait, call.signal);
    }
  }

  /**
   * Makes a call that changes nothing. Resolves with any response below 500 except 401, 403 and 429, and with statuses of
   * `codes` that end a task.
   */
  async read(path: string, call: VendorCall): Promise<VendorResponse | RetryLater> {
    await this.readTurn?.(call.signal);
    const response = await this.exchange("read", path, call);
    if (response instanceof RetryLater) return response;
    const { status } = response;
    if (status === 401 || status === 403)
      return new RetryLater(this.toError(response)!.message, { code: "provider_unauthorized" });
    const code = this.options.codes?.[status];
    const mayRecover = code
      ? MADE_NOTHING.has(code)
      : status === 429 || status >= 500 || (status >= 300 && status < 400);
    if (!mayRecover) return response;
    const retryAfterMs = this.getRetryAfter(response);
    return new RetryLater(`${this.title} responded with ${status}.`, { retryAfterMs, code: code || undefined });
  }

  /** Reads outside the life cycle of a generation, in up to three attempts. Throws EngineError. */
  async fetch(path: string, call: VendorCall): Promise<VendorResponse> {
    for (let tries = 1; ; tries++) {
      const response = await this.read(path, call);
      if (!(response instanceof RetryLater)) return response;
      const wait = response.retryAfterMs ?? 500 * 3 ** (tries - 1);
      if (tries >= MAX_FETCHES || wait > LONGEST_FETCH_WAIT_MS || response.code !== "provider_unavailable")
        throw this.error(response.code, response.reason);
      await pause(wait, call.signal);
    }
  }

  /** Makes one exchange, without a rate, and never repeats it. Resolves with any status. Throws the signal's reason. */
  send(path: string, call: VendorCall): Promise<VendorResponse | RetryLater> {
    return this.exchange("send", path, call);
  }

  private async exchangeOnce(path: string, call: VendorCall): Promise<VendorResponse | RetryLater> {
    const { signal, timeoutMs = TIMEOUT_MS } = call;
    signal.throwIfAborted();
    const retryAfterMs = this.circuit.wait();
    if (retryAfterMs > 0)
      return new RetryLater(`${this.title} failed several times in a row. Requests are paused.`, {
        unsent: true,
        retryAfterMs,
      });
    const timeout = AbortSignal.timeout(timeoutMs);
    try {
      const response = await this.request(path, call, AbortSignal.any([signal, timeout]));
      if (response.status >= 500 && !this.options.codes?.[response.status]) this.circuit.fail();
      else this.circuit.succeed();
      return response;
    } catch (error) {
      if (signal.aborted) {
        this.circuit.release();
        throw signal.reason;
      }
      this.circuit.fail();
      if (timeout.aborted) return new RetryLater(`${this.title} did not respond within ${timeoutMs / 1000} s.`);
      const code = String((error as { code?: unknown }).code ?? "");
      if (UNSENT.has(code)) return new RetryLater(`${this.title} cannot be reached.`, { unsent: true });
      return new RetryLater(`The connection to ${this.title} was interrupted.`);
    }
  }

  /** Creates an EngineError whose message has no secrets and at most 500 characters. */
  error(code: string, message: string): EngineError {
    return new EngineError(code, this.mask(message).slice(0, 500));
  }

  /** Returns the error message of a response, without secrets. Empty if it has none. */
  errorMessage({ json }: Pick<VendorResponse, "json">): string {
    return this.mask(this.options.getErrorMessage?.(json) ?? findErrorMessage(json)).slice(0, 300);
  }

  /** Tests the key with a cheap read; `describe` adds details from the response. Never throws. */
  async check(path: string, describe?: (json: unknown) => Health | undefined): Promise<Health> {
    try {
      const response = await this.read(path, { signal: AbortSignal.timeout(CHECK_MS), timeoutMs: CHECK_MS });
      if (response instanceof RetryLater) return { ok: false, detail: this.mask(response.reason) };
      const { status, json } = response;
      if (status < 300) return describe?.(json) ?? { ok: true, detail: `${this.title} accepts the key` };
      return { ok: false, detail: `${this.title} responded with ${status}. ${this.errorMessage(response)}`.trim() };
    } catch (error) {
      return { ok: false, detail: this.mask((error as Error).message) };
    }
  }

  private async request(path: string, call: VendorCall, signal: AbortSignal): Promise<VendorResponse> {
    const { json, file, maxBytes = MAX_BYTES } = call;
    const body = json === undefined ? call.body : JSON.stringify(json);
    const response = await fetch(/^https?:/.test(path) ? path : `${this.root}${path}`, {
      method: call.method ?? (body === undefined ? "GET" : "POST"),
      headers: {
        accept: file ? "*/*" : "application/json",
        ...this.options.headers,
        ...(json === undefined ? {} : { "content-type": "application/json" }),
        ...call.headers,
      },
      redirect: "manual",
      // A reused connection that the vendor has just closed could swallow the request, so writes open their own.
      keepalive: body === undefined,
      signal,
      body,
    });
    const bytes = await readBytes(response, maxBytes);
    const isFile = file && response.ok && !/json|html/.test(response.headers.get("content-type") ?? "");
    const text = isFile ? "" : bytes.toString("utf8");
    const parsed = parseJson(text);
    const status = this.options.getStatus?.(parsed) ?? response.status;
    return { status, headers: response.headers, text, json: parsed, bytes: file ? bytes : undefined };
  }

  /** `exchangeOnce` with a trace and a metric. */
  private async exchange(kind: "create" | "read" | "send", path: string, call: VendorCall) {
    const { title } = this;
    let status = 0;
    try {
      const about = { kind: "client", attributes: { "server.address": title } } as const;
      const response = await traced(`${title} ${kind}`, about, () => this.exchangeOnce(path, call));
      if (!(response instanceof RetryLater)) status = response.status;
      return response;
    } finally {
      metrics.vendorCalls.inc({ vendor: title, call: kind, status });
    }
  }

  /** Maps the response of `create` to an error, or undefined on success. */
  private toError(response: VendorResponse): EngineError | undefined {
    const { title, options } = this;
    const { status } = response;
    if (status < 300)
      return response.json === undefined && !response.bytes
        ? this.error("outcome_unknown", `${title} responded with something other than JSON.`)
        : undefined;
    const message = this.errorMessage(response);
    const code = options.codes?.[status] ?? options.getCode?.(response.json);
    if (code) return this.error(code, message ? `${title}: ${message}` : `${title} responded with ${status}.`);
    const described = describeStatus(status, title, options.keyName);
    return this.error(described.code, message ? `${described.text}: ${message}` : `${described.text}.`);
  }

  /** Milliseconds to wait; undefined if the vendor names none. */
  private getRetryAfter({ headers, json }: VendorResponse): number | undefined {
    return parseRetryAfter(headers) ?? this.options.getRetryAfterMs?.(json);
  }

  private mask(text: string): string {
    return this.options.secrets.reduce((masked, secret) => (secret ? masked.replaceAll(secret, "•••") : masked), text);
  }
}
