/** A response of a vendor. */
export interface VendorResponse {
  status: number;
  headers: Headers;
  /** Undefined if the body is not JSON. */
  json: unknown;
  /** The body as text; empty for a file. */
  text: string;
  /** The body of a file; missing unless the call asked for one. */
  bytes?: Uint8Array;
}

/**
 * The call gave no usable response, and may be repeated later if it changes nothing.
 * @example
 * const later = new RetryLater("Acme responded with 503.", { retryAfterMs: 5_000 });
 * later.toPending("task-1"); // { state: "pending", task: "task-1", reason: "Acme responded with 503.", readAfterMs: 5000 }
 */
export class RetryLater {
  /** For people, without secrets. */
  readonly reason: string;
  /** True if the vendor certainly received nothing. */
  readonly unsent: boolean;
  /** How long the vendor asks to wait, in milliseconds. */
  readonly retryAfterMs: number | undefined;
  /** Code of the EngineError to throw if the call is not repeated. */
  readonly code: string;
  constructor(reason: string, more: { unsent?: boolean; retryAfterMs?: number | undefined; code?: string } = {}) {
    this.reason = reason;
    this.unsent = more.unsent ?? false;
    this.retryAfterMs = more.retryAfterMs;
    this.code = more.code ?? "provider_unavailable";
  }

  /** Returns the outcome of a read that was not possible now: the kernel reads the task again. */
  toPending(task: string) {
    const { reason, retryAfterMs } = this;
    if (retryAfterMs === undefined) return { state: "pending", task, reason } as const;
    const readAfterMs = Math.min(MAX_READ_AFTER_MS, Math.max(MIN_READ_AFTER_MS, retryAfterMs));
    return { state: "pending", task, reason, readAfterMs } as const;
  }
}

const MIN_READ_AFTER_MS = 2_000;
const MAX_READ_AFTER_MS = 60_000;

/**
 * Reads a body. Throws an Error beyond `maxBytes`.
 * @example (await readBytes(new Response("brew"), 1024)).toString(); // "brew"
 */
export async function readBytes(response: Response, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new Error("The response is too large.");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * Parses JSON. Returns undefined for anything else.
 *
 * @example parseJson("{"); // undefined
 */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Returns the milliseconds to wait, from Retry-After as seconds or as a date. Undefined without one.
 * @example parseRetryAfter(new Headers({ "retry-after": "5" })); // 5000
 */
export function parseRetryAfter(headers: Headers): number | undefined {
  const value = headers.get("retry-after");
  if (!value) return undefined;
  const ms = /^\d+(\.\d+)?$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}

/**
 * Returns the error message of a body, from the fields that APIs commonly use. Empty if it has none.
 * @example findErrorMessage({ error: { message: "Bad prompt" } }); // "Bad prompt"
 */
export function findErrorMessage(json: unknown): string {
  const body = (Array.isArray(json) ? json[0] : json) as Record<string, unknown> | null | undefined;
  if (typeof body !== "object" || !body) return "";
  const { error, message, detail, msg, title } = body;
  for (const one of [(error as { message?: unknown } | null)?.message, error, message, detail, msg, title]) {
    if (typeof one === "string" && one.trim()) return one.trim();
    if (!Array.isArray(one)) continue;
    const messages = one
      .map((part) => (typeof part === "string" ? part : part?.msg))
      .filter((part) => typeof part === "string");
    if (messages.length > 0) return messages.join("; ");
  }
  return "";
}

/**
 * Returns the EngineError code and the wording of a status, for people.
 * @param title the vendor
 * @param keyName the setting that holds the key
 * @example describeStatus(401, "fal", "FAL_KEY"); // { code: "provider_unauthorized", text: "fal rejected the key in FAL_KEY" }
 */
export function describeStatus(status: number, title: string, keyName: string): { code: string; text: string } {
  if (status < 400)
    return { code: "provider_unavailable", text: `${title} redirects elsewhere (${status}). Check its address` };
  switch (status) {
    case 401:
    case 403:
      return { code: "provider_unauthorized", text: `${title} rejected the key in ${keyName}` };
    case 402:
      return { code: "provider_out_of_credit", text: `${title} requires payment` };
    case 404:
    case 410:
      return { code: "provider_model_retired", text: `${title} does not have this model` };
    case 408:
    case 504:
      return { code: "outcome_unknown", text: `${title} did not finish in time` };
    case 429:
      return { code: "provider_rate_limited", text: `${title} is rate limiting requests` };
    default:
      return status < 500
        ? { code: "provider_rejected", text: `${title} rejected the request` }
        : { code: "provider_error", text: `${title} responded with ${status}` };
  }
}
