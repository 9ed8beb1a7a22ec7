import { EngineError, type Health, type Run } from "vireo/engine";
import { isModeration } from "vireo/hosted/moderation";
import type { HostedTask, TaskStatus } from "vireo/hosted/tasks";
import { createVendor, RetryLater, type Vendor } from "vireo/vendor";

export interface ClientOptions {
  apiKey: string;
  baseUrl: string;
  createsPerMinute: number;
  /** Time limit of one call, in milliseconds. */
  timeoutMs?: number;
}

/** One minute, with a margin for delayed calls. */
const CREATE_WINDOW_MS = 61_000;
/** Replicate allows 3000 reads a minute. One at a time, because delayed bursts arrive together. */
const READ_RATE = { calls: 1, perMs: 25 };
const UPLOAD_MS = 120_000;
/** Replicate ends a prediction itself after the kernel's time limit, even while this server is down. */
const CANCEL_AFTER = { "cancel-after": "30m" };

/**
 * Replicate's predictions, by official model or by version.
 * Source: npm replicate 1.4.0; replicate.com/docs, "Rate limits" and "HTTP API".
 */
export class ReplicateClient {
  private readonly vendor: Vendor;
  private readonly timeoutMs: number | undefined;
  private readonly limit: { timeoutMs?: number };

  constructor({ apiKey, baseUrl, createsPerMinute, timeoutMs }: ClientOptions) {
    this.timeoutMs = timeoutMs;
    this.limit = timeoutMs === undefined ? {} : { timeoutMs };
    this.vendor = createVendor({
      title: "Replicate",
      baseUrl,
      headers: { authorization: `Bearer ${apiKey}` },
      secrets: [apiKey],
      keyName: "REPLICATE_API_TOKEN",
      createRate: { calls: createsPerMinute, perMs: CREATE_WINDOW_MS },
      readRate: READ_RATE,
    });
  }

  async begin({ vendorId, input }: HostedTask, { callbackUrl, signal }: Run): Promise<string> {
    const [model = "", version] = vendorId.split(":");
    // Replicate rejects requests with a webhook that is not https.
    const webhook = callbackUrl?.startsWith("https:")
      ? { webhook: callbackUrl, webhook_events_filter: ["completed"] }
      : {};
    const path = version ? "/predictions" : `/models/${model}/predictions`;
    const json = { version: version || undefined, input, ...webhook };
    const call = { json, headers: CANCEL_AFTER, signal, ...this.limit };
    const response = await this.vendor.create(path, call).catch((error) => {
      throw refineError(error, !version);
    });
    const { id: task } = (response.json ?? {}) as { id?: unknown };
    if (typeof task === "string" && /^[\w-]+$/.test(task)) return task;
    throw this.vendor.error("outcome_unknown", "Replicate accepted the request but returned no prediction id.");
  }

  async find(task: string, signal: AbortSignal): Promise<TaskStatus | RetryLater> {
    const response = await this.vendor.read(`/predictions/${task}`, { signal, ...this.limit });
    if (response instanceof RetryLater) return response;
    const { status, output, error, logs } = (response.json ?? {}) as Record<string, unknown>;
    const fail = (code: string, text: string): TaskStatus => {
      const { message } = this.vendor.error(code, text);
      return { state: "failed", code, message };
    };
    switch (response.status < 300 ? status : undefined) {
      case "starting":
      case "processing": {
        const progress = parsePercent(logs);
        return { state: "running", progress };
      }
      case "succeeded":
        return { state: "done", output };
      case "failed": {
        const message = typeof error === "string" && error ? error : "no reason given";
        return fail(isModeration(message) ? "moderated" : "provider_error", `Replicate failed: ${message}`);
      }
      case "canceled":
      case "aborted":
        return fail("provider_error", "The prediction was cancelled at Replicate.");
      default: {
        const message = this.vendor.errorMessage(response);
        return new RetryLater(`Replicate returned no prediction status (${response.status}). ${message}`);
      }
    }
  }

  async upload(file: Blob, name: string, signal: AbortSignal): Promise<string> {
    const body = new FormData();
    body.set("content", file, name);
    const response = await this.vendor.fetch("/files", { body, signal, timeoutMs: this.timeoutMs ?? UPLOAD_MS });
    const { urls } = (response.json ?? {}) as { urls?: { get?: unknown } };
    if (response.status < 300 && typeof urls?.get === "string" && urls.get) return urls.get;
    const message = this.vendor.errorMessage(response);
    throw this.vendor.error("provider_rejected", `Replicate did not accept the image. ${message}`);
  }

  /** Retried if it did not get through. A prediction that has ended in the meantime is unchanged. */
  async cancel(task: string, signal: AbortSignal): Promise<void> {
    await this.vendor.fetch(`/predictions/${task}/cancel`, { method: "POST", signal, ...this.limit });
  }

  check(): Promise<Health> {
    return this.vendor.check("/account");
  }
}

/** Returns the more specific code or advice, if only the message reveals it. */
function refineError(error: unknown, isOfficial: boolean): unknown {
  if (!(error instanceof EngineError)) return error;
  const { code, message } = error;
  if (code === "provider_rejected" && isModeration(message)) return new EngineError("moderated", message);
  if (code === "provider_model_retired" && isOfficial)
    return new EngineError(code, `${message} Unofficial models require a version: owner/name:version.`);
  return error;
}

/** Returns the percentage of the last progress bar in a model's logs. */
function parsePercent(logs: unknown): number | undefined {
  if (typeof logs !== "string") return undefined;
  const percent = [...logs.slice(-4_000).matchAll(/(\d{1,3})%\s*\|/g)].at(-1)?.[1];
  return percent === undefined ? undefined : Math.min(99, Number(percent));
}
