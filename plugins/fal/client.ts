import { EngineError, type Health, type Run } from "vireo/engine";
import { isModeration } from "vireo/hosted/moderation";
import type { HostedTask, TaskStatus } from "vireo/hosted/tasks";
import { createVendor, RetryLater, type Vendor, type VendorResponse } from "vireo/vendor";

interface Detail {
  loc?: unknown;
  msg?: unknown;
  type?: unknown;
}

interface ErrorDetail {
  error?: unknown;
  message?: unknown;
  msg?: unknown;
}

export interface ClientOptions {
  apiKey: string;
  baseUrl: string;
  uploadUrl: string;
  /** Time limit of one call, in milliseconds. */
  timeoutMs?: number;
}

/** One read at a time, because delayed bursts arrive together. */
const READ_RATE = { calls: 1, perMs: 110 };
const UPLOAD_MS = 120_000;
/** Response statuses that mean the request failed at fal.ai. With any other body they are network failures. */
const FAILURE_CODES = {
  500: "provider_error",
  502: "provider_error",
  503: "provider_error",
  504: "provider_timeout",
} as const;
/** Id of a nonexistent request: reading it tests the key. */
const PROBE = "/fal-ai/flux/requests/00000000-0000-0000-0000-000000000000/status";

/**
 * fal.ai's queue: submit, poll the status, then fetch the response, which reveals failures.
 * Source: npm @fal-ai/client 1.10.1; fal.ai/docs, "Queue", "Model errors" and "Request error types".
 */
export class FalClient {
  private readonly baseUrl: string;
  private readonly timeoutMs: number | undefined;
  private readonly limit: { timeoutMs?: number };
  private readonly queue: Vendor;
  private readonly responses: Vendor;
  private readonly uploads: Vendor;
  private readonly storage: Vendor;

  constructor({ apiKey, baseUrl, uploadUrl, timeoutMs }: ClientOptions) {
    const shared = {
      title: "fal.ai",
      baseUrl,
      headers: { authorization: `Key ${apiKey}` },
      secrets: [apiKey],
      keyName: "FAL_KEY",
      getErrorMessage: getDetail,
      getCode,
      readRate: READ_RATE,
    };
    this.baseUrl = baseUrl;
    this.timeoutMs = timeoutMs;
    this.limit = timeoutMs === undefined ? {} : { timeoutMs };
    this.queue = createVendor(shared);
    this.responses = createVendor({ ...shared, codes: FAILURE_CODES });
    this.uploads = createVendor({ ...shared, title: "fal.ai's storage", baseUrl: uploadUrl });
    // fal.ai names another host for the file itself, which must not receive the key.
    this.storage = createVendor({ ...shared, title: "fal.ai's storage", baseUrl: uploadUrl, headers: {} });
  }

  async begin({ vendorId, input }: HostedTask, { callbackUrl, signal }: Run): Promise<string> {
    const webhook = callbackUrl ? `?fal_webhook=${encodeURIComponent(callbackUrl)}` : "";
    const call = { json: input, signal, ...this.limit };
    const response = await this.queue.create(`/${vendorId}${webhook}`, call).catch((error) => {
      throw refineError(error);
    });
    const task = parseTask(response.json, this.baseUrl);
    if (task) return task;
    throw this.queue.error("outcome_unknown", "fal.ai accepted the request but returned no URL to poll.");
  }

  async find(task: string, signal: AbortSignal): Promise<TaskStatus | RetryLater> {
    const paths = getTaskPaths(task);
    const call = { signal, ...this.limit };
    const status = await this.queue.read(`/${paths.status}`, call);
    if (status instanceof RetryLater) return status;
    const { status: state } = (status.json ?? {}) as { status?: unknown };
    if (status.status < 300 && (state === "IN_QUEUE" || state === "IN_PROGRESS")) return { state: "running" };
    if (status.status >= 300 || state !== "COMPLETED")
      return new RetryLater(`fal.ai returned no task status (${status.status}). ${this.queue.errorMessage(status)}`);
    const response = await this.responses.read(`/${paths.response}`, call);
    return response instanceof RetryLater ? response : this.parseResult(response);
  }

  async upload(file: Blob, name: string, signal: AbortSignal): Promise<string> {
    const started = await this.uploads.fetch("/storage/upload/initiate?storage_type=fal-cdn-v3", {
      json: { content_type: file.type, file_name: name },
      signal,
      ...this.limit,
    });
    const { upload_url: target, file_url: url } = (started.json ?? {}) as { upload_url?: unknown; file_url?: unknown };
    if (started.status >= 300 || typeof url !== "string" || typeof target !== "string" || !/^https?:/.test(target))
      throw this.rejectUpload(started);
    const put = await this.storage.fetch(target, {
      method: "PUT",
      body: file,
      headers: { "content-type": file.type },
      signal,
      timeoutMs: this.timeoutMs ?? UPLOAD_MS,
    });
    if (put.status >= 300) throw this.rejectUpload(put);
    return url;
  }

  /** Retried if it did not get through. A task that has ended in the meantime returns a 4xx. */
  async cancel(task: string, signal: AbortSignal): Promise<void> {
    await this.queue.fetch(`/${getTaskPaths(task).cancel}`, { method: "PUT", signal, ...this.limit });
  }

  async check(): Promise<Health> {
    const health = await this.queue.check(PROBE);
    const isUnknownRequest = /responded with 4(00|04|05|22)\b/.test(health.detail);
    return isUnknownRequest ? { ok: true, detail: "fal.ai accepts the key" } : health;
  }

  /** Returns the result of a request with status COMPLETED, which does not imply success. */
  private parseResult(response: VendorResponse): TaskStatus | RetryLater {
    const { status, json, headers } = response;
    const { detail, error_type } = (json ?? {}) as { detail?: unknown; error_type?: unknown };
    const message = this.responses.errorMessage(response);
    const fail = (code: string): TaskStatus => {
      const error = this.responses.error(code, `fal.ai failed: ${message || "no reason given"}`);
      return { state: "failed", code, message: error.message };
    };
    if (status < 300 && json !== undefined) {
      // The safety checker replaces images with black ones.
      const { has_nsfw_concepts: withheld } = (json ?? {}) as { has_nsfw_concepts?: unknown };
      if (Array.isArray(withheld) && withheld[0] === true) return fail("moderated");
      return { state: "done", output: json };
    }
    const isFromModel =
      error_type !== undefined || (typeof detail === "object" && detail) || headers.has("x-fal-error-type");
    const isFinal = isFromModel || (detail !== undefined && (status === 400 || status === 422 || status === 500));
    if (!isFinal || /still in progress/i.test(message))
      return new RetryLater(`fal.ai returned no response of the task (${status}). ${message}`);
    const code = getCode(json);
    if (code) return fail(code);
    if (isModeration(message)) return fail("moderated");
    if (status === 504 || /timeout/.test(String(error_type ?? ""))) return fail("provider_timeout");
    return fail(status < 500 ? "provider_rejected" : "provider_error");
  }

  private rejectUpload(response: VendorResponse) {
    return this.uploads.error(
      "provider_rejected",
      `fal.ai did not accept the image. ${this.uploads.errorMessage(response)}`,
    );
  }
}

/** The object that some errors have as `detail`, such as `{"error": "EndpointDeprecated"}`. */
function getErrorDetail(json: unknown): ErrorDetail | undefined {
  const { detail } = (json ?? {}) as { detail?: unknown };
  return typeof detail === "object" && detail && !Array.isArray(detail) ? detail : undefined;
}

/** The EngineError code that an error names itself. */
const getCode = (json: unknown): string | undefined =>
  getErrorDetail(json)?.error === "EndpointDeprecated" ? "provider_model_retired" : undefined;

/**
 * Returns the `detail` of an error: a text, an object, or a list of problems by field. Undefined if it is missing.
 */
function getDetail(json: unknown): string | undefined {
  const { detail } = (json ?? {}) as { detail?: unknown };
  if (typeof detail === "string") return detail;
  const { error, message, msg } = getErrorDetail(json) ?? {};
  const texts = [error, message, msg].filter((text) => typeof text === "string" && text !== "");
  if (texts.length > 0) return texts.join(": ");
  if (!Array.isArray(detail)) return undefined;
  return detail
    .map(({ loc, msg, type }: Detail) => {
      const field = Array.isArray(loc) ? loc.filter((step) => step !== "body").join(".") : "";
      return `${field ? `${field}: ` : ""}${String(msg ?? "")}${type ? ` (${String(type)})` : ""}`;
    })
    .join("; ");
}

/** Returns the more specific code, if only the message reveals it. */
function refineError(error: unknown): unknown {
  if (!(error instanceof EngineError)) return error;
  const { code, message } = error;
  if (code === "provider_rejected" && isModeration(message)) return new EngineError("moderated", message);
  if (code === "provider_unauthorized" && /balance|locked|top up|credit/i.test(message))
    return new EngineError("provider_out_of_credit", message);
  return error;
}

/** Paths of a request at fal.ai, without the leading slash. */
export interface TaskPaths {
  response: string;
  status: string;
  cancel: string;
}

/**
 * Parses the task from a submission's response: the path of its response, and the other paths if they cannot be derived
 * from it. Hosts are dropped, so the key is only ever sent to the configured URL.
 */
export function parseTask(json: unknown, baseUrl: string): string | undefined {
  const { response_url, status_url, cancel_url } = (json ?? {}) as Record<string, unknown>;
  const prefix = new URL(baseUrl).pathname.replace(/\/*$/, "/");
  const parsePath = (url: unknown) => {
    if (typeof url !== "string" || !URL.canParse(url)) return undefined;
    const { pathname } = new URL(url);
    const path = pathname.startsWith(prefix) ? pathname.slice(prefix.length) : pathname.slice(1);
    return /^[\w./-]+$/.test(path) ? path : undefined;
  };
  const response = parsePath(response_url);
  if (!response) return undefined;
  const status = parsePath(status_url) ?? `${response}/status`;
  const cancel = parsePath(cancel_url) ?? `${response}/cancel`;
  const isUsual = status === `${response}/status` && cancel === `${response}/cancel`;
  return isUsual ? response : [response, status, cancel].join(" ");
}

export function getTaskPaths(task: string): TaskPaths {
  const [response = "", status = `${response}/status`, cancel = `${response}/cancel`] = task.split(" ");
  return { response, status, cancel };
}
