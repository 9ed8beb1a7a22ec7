import { EngineError, type Health, type Run } from "vireo/engine";
import { isModeration } from "vireo/hosted/moderation";
import type { HostedTask, TaskStatus } from "vireo/hosted/tasks";
import { createVendor, RetryLater, type Vendor } from "vireo/vendor";
import type { TaskRecord } from "./dialect";
import { dialects } from "./dialects";
import type { DialectName, KieModel } from "./model";

export interface ClientOptions {
  apiKey: string;
  baseUrl: string;
  uploadUrl: string;
  createsPer10Seconds: number;
  /** Time limit of one call, in milliseconds. */
  timeoutMs?: number;
}

/** Both hosts reject clients that do not look like a browser (403, error code 1010). */
const USER_AGENT =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";
/** Additional codes for rate limits: lyrics, and Suno's call frequency. */
const RATE_LIMIT_CODES = [405, 430];
/** Codes of a read that end a task: rejected, an image that cannot be fetched, failed, failed and refunded. */
const FINAL_CODES: readonly unknown[] = [400, 451, 501, 531];
const CODES: Readonly<Record<number, string>> = {
  433: "provider_out_of_credit",
  455: "provider_unavailable",
  501: "provider_error",
  531: "provider_error",
  505: "provider_unavailable",
  550: "provider_unavailable",
};
/** kie.ai allows 10 reads a second. One at a time, because delayed bursts arrive together. */
const READ_RATE = { calls: 1, perMs: 110 };
/** kie.ai counts calls per ten seconds; the margin allows for delayed calls. */
const CREATE_WINDOW_MS = 10_500;
const UPLOAD_MS = 120_000;
const RETIREMENT = /model.{0,60}(not supported|not found|not exist|unavailable|no longer|retired|deprecated|offline)/i;

/**
 * kie.ai's HTTP API. Responses are `{code, msg, data}`, mostly with HTTP status 200 whatever `code` says.
 * Source: docs.kie.ai; sunoapi.org responds alike.
 */
export class KieClient {
  private readonly vendor: Vendor;
  private readonly uploads: Vendor;
  private readonly timeoutMs: number | undefined;
  private readonly limit: { timeoutMs?: number };
  private readonly unusedCallbackUrl: string;

  constructor({ apiKey, baseUrl, uploadUrl, createsPer10Seconds, timeoutMs }: ClientOptions) {
    const shared = {
      headers: { authorization: `Bearer ${apiKey}`, "user-agent": USER_AGENT },
      secrets: [apiKey],
      keyName: "KIE_API_KEY",
      getStatus,
      codes: CODES,
    };
    this.timeoutMs = timeoutMs;
    this.limit = timeoutMs === undefined ? {} : { timeoutMs };
    this.unusedCallbackUrl = `${new URL(baseUrl).origin}/`;
    this.vendor = createVendor({
      ...shared,
      title: "kie.ai",
      baseUrl,
      createRate: { calls: createsPer10Seconds, perMs: CREATE_WINDOW_MS },
      readRate: READ_RATE,
    });
    this.uploads = createVendor({ ...shared, title: "kie.ai's upload server", baseUrl: uploadUrl });
  }

  async begin(task: HostedTask<KieModel>, { callbackUrl, signal }: Run): Promise<string> {
    const name = task.model.dialect ?? "jobs";
    const { create, needsCallback, buildBody } = dialects[name];
    // Without a public URL, a required callback goes to kie.ai itself, so no third party is told.
    const callBackUrl = callbackUrl ?? (needsCallback ? this.unusedCallbackUrl : undefined);
    const json = { ...buildBody(task), callBackUrl };
    const response = await this.vendor.create(create, { json, signal, ...this.limit }).catch((error) => {
      throw refineError(error);
    });
    const { taskId } = (getData(response.json) ?? {}) as { taskId?: unknown };
    if (typeof taskId === "string" && taskId) return `${name}:${taskId}`;
    throw this.vendor.error("outcome_unknown", "kie.ai accepted the request but returned no task id.");
  }

  async find(task: string, signal: AbortSignal): Promise<TaskStatus | RetryLater> {
    const at = task.indexOf(":");
    const name = task.slice(0, at);
    if (!Object.hasOwn(dialects, name)) throw new EngineError("engine_bad_result", `${task} is not a task of kie.ai.`);
    const { read, parseRecord } = dialects[name as DialectName];
    const path = `${read}?taskId=${encodeURIComponent(task.slice(at + 1))}`;
    const response = await this.vendor.read(path, { signal, ...this.limit });
    if (response instanceof RetryLater) return response;
    const { code, data } = (response.json ?? {}) as { code?: unknown; data?: unknown };
    const message = this.vendor.errorMessage(response);
    if (FINAL_CODES.includes(code) && !hasEnded(response.json)) return this.toFailed(message);
    // Only a record reveals how a task ended. Right after the creation it may not exist yet.
    if (response.status >= 300 || typeof data !== "object" || !data)
      return new RetryLater(`kie.ai returned no record of the task (${response.status}). ${message}`);
    const status = parseRecord(data as TaskRecord);
    if (status.state !== "failed") return status;
    // A record may contain only a code, and the surrounding response the reason.
    return this.toFailed(code === 200 ? status.message : `${message} ${status.message}`.trim());
  }

  async upload(file: Blob, name: string, signal: AbortSignal): Promise<string> {
    const body = new FormData();
    body.set("file", file, name);
    body.set("uploadPath", "vireo");
    body.set("fileName", name);
    const call = { body, signal, timeoutMs: this.timeoutMs ?? UPLOAD_MS };
    const response = await this.uploads.fetch("/api/file-stream-upload", call);
    const { downloadUrl } = (getData(response.json) ?? {}) as { downloadUrl?: unknown };
    if (response.status < 300 && typeof downloadUrl === "string" && downloadUrl) return downloadUrl;
    const message = this.uploads.errorMessage(response);
    throw this.uploads.error("provider_rejected", `kie.ai did not accept the image. ${message}`);
  }

  check(): Promise<Health> {
    return this.vendor.check("/api/v1/chat/credit", (json) => {
      const credit = Number(getData(json) ?? Number.NaN);
      if (Number.isNaN(credit)) return undefined;
      if (credit <= 0) return { ok: false, detail: "kie.ai accepts the key, but the account has no credit left" };
      return { ok: true, detail: `kie.ai accepts the key; ${credit} credits left` };
    });
  }

  private toFailed(reason: string): TaskStatus {
    const code = isModeration(reason) ? "moderated" : "provider_error";
    const { message } = this.vendor.error(code, `kie.ai failed: ${reason || "no reason given"}`);
    return { state: "failed", code, message };
  }
}

const getData = (json: unknown) => (json as { data?: unknown } | null | undefined)?.data;

/** True if a response contains the record of a task that has ended, regardless of its code. */
function hasEnded(json: unknown): boolean {
  const { successFlag, state, status } = (getData(json) ?? {}) as TaskRecord;
  return (
    [1, 2, 3].includes(Number(successFlag)) || /^(success|fail)|_(failed|error)$/i.test(String(state ?? status ?? ""))
  );
}

function getStatus(json: unknown): number | undefined {
  if (hasEnded(json)) return 200;
  const code = Number((json as { code?: unknown } | null | undefined)?.code ?? 200);
  if (!Number.isInteger(code) || code < 300) return undefined;
  return RATE_LIMIT_CODES.includes(code) ? 429 : code;
}

/** Returns the more specific code, if only the message reveals it. */
function refineError(error: unknown): unknown {
  if (!(error instanceof EngineError) || error.code !== "provider_rejected") return error;
  if (isModeration(error.message)) return new EngineError("moderated", error.message);
  return RETIREMENT.test(error.message) ? new EngineError("provider_model_retired", error.message) : error;
}
