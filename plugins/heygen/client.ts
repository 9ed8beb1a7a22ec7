import { EngineError, type Health } from "vireo/engine";
import { isModeration } from "vireo/hosted/moderation";
import { createVendor, RetryLater, type Vendor } from "vireo/vendor";

export interface ClientOptions {
  apiKey: string;
  baseUrl: string;
  uploadUrl: string;
  /** Time limit of one call, in milliseconds. */
  timeoutMs?: number;
}

export type HeygenStatus =
  | { state: "running" }
  | { state: "done"; url: string; poster?: string }
  | { state: "failed"; code: string; message: string };

/**
 * Reads HeyGen's errors. Responses are `{code, message, data}` or `{error, data}`, and the error is a text or an
 * object.
 */
function getErrorMessage(json: unknown): string | undefined {
  const { error, message } = (json ?? {}) as { error?: unknown; message?: unknown };
  const { message: inner, detail } = (typeof error === "object" && error ? error : {}) as Record<string, unknown>;
  return [inner, detail, error, message].find((text) => typeof text === "string" && text !== "") as string | undefined;
}

const READ_RATE = { calls: 1, perMs: 200 };
const UPLOAD_MS = 120_000;
const getData = (json: unknown) =>
  ((json as { data?: unknown } | null | undefined)?.data ?? {}) as Record<string, unknown>;

/**
 * HeyGen's API. Sources: docs.heygen.com (v2/video/generate), and public programs that agree on uploads and statuses.
 */
export class HeygenClient {
  private readonly vendor: Vendor;
  private readonly uploads: Vendor;
  private readonly limit: { timeoutMs?: number };

  constructor({ apiKey, baseUrl, uploadUrl, timeoutMs }: ClientOptions) {
    const shared = {
      headers: { "x-api-key": apiKey },
      secrets: [apiKey],
      keyName: "HEYGEN_API_KEY",
      getErrorMessage,
      readRate: READ_RATE,
    };
    this.vendor = createVendor({ ...shared, title: "HeyGen", baseUrl });
    this.uploads = createVendor({ ...shared, title: "HeyGen's upload server", baseUrl: uploadUrl });
    this.limit = timeoutMs === undefined ? {} : { timeoutMs };
  }

  /** Starts a video and returns its id. The only paid call. */
  async begin(body: object, signal: AbortSignal): Promise<string> {
    const { json } = await this.vendor
      .create("/v2/video/generate", { json: body, signal, ...this.limit })
      .catch((error) => {
        throw refineError(error);
      });
    const { video_id: id } = getData(json);
    if (typeof id === "string" && id) return id;
    const message = this.vendor.errorMessage({ json });
    if (message) throw refineError(this.vendor.error("provider_rejected", `HeyGen: ${message}`));
    throw this.vendor.error("outcome_unknown", "HeyGen accepted the request but returned no video id.");
  }

  async find(id: string, signal: AbortSignal): Promise<HeygenStatus | RetryLater> {
    const path = `/v1/video_status.get?video_id=${encodeURIComponent(id)}`;
    const response = await this.vendor.read(path, { signal, ...this.limit });
    if (response instanceof RetryLater) return response;
    const { status, video_url: url, thumbnail_url: poster, error } = getData(response.json);
    if (response.status >= 300 || typeof status !== "string")
      return new RetryLater(`HeyGen returned no status (${response.status}). ${this.vendor.errorMessage(response)}`);
    if (status === "failed") {
      const reason = getErrorMessage({ error }) ?? "no reason given";
      const code = isModeration(reason) ? "moderated" : "provider_error";
      return { state: "failed", code, message: this.vendor.error(code, `HeyGen failed: ${reason}`).message };
    }
    if (status !== "completed") return { state: "running" };
    if (typeof url === "string" && url)
      return { state: "done", url, ...(typeof poster === "string" ? { poster } : {}) };
    return { state: "failed", code: "provider_error", message: "HeyGen reports success but returned no video." };
  }

  /** Uploads audio and returns the id of the asset. Free. */
  async uploadSound(file: Blob, signal: AbortSignal): Promise<string> {
    return this.upload("/v1/asset", file, signal, ["id", "asset_id"]);
  }

  /** Uploads a portrait and returns the id of the talking photo. Free. */
  async uploadPortrait(file: Blob, signal: AbortSignal): Promise<string> {
    return this.upload("/v1/talking_photo", file, signal, ["talking_photo_id", "id"]);
  }

  /** Returns the entries of a list, such as `voices` of /v2/voices. */
  async list(path: string, name: string, signal: AbortSignal): Promise<Record<string, unknown>[]> {
    const response = await this.vendor.fetch(path, { signal, timeoutMs: 15_000, maxBytes: 32 * 1024 ** 2 });
    const { [name]: entries } = getData(response.json);
    if (response.status < 300 && Array.isArray(entries)) return entries;
    throw this.vendor.error(
      "provider_error",
      `HeyGen returned no ${name}. ${this.vendor.errorMessage(response)}`.trim(),
    );
  }

  check(): Promise<Health> {
    return this.vendor.check("/v2/user/remaining_quota", (json) => {
      const { remaining_quota: quota } = getData(json);
      if (typeof quota !== "number") return undefined;
      return { ok: quota > 0, detail: `HeyGen accepts the key; ${Math.floor(quota / 60)} credits left` };
    });
  }

  private async upload(path: string, file: Blob, signal: AbortSignal, names: readonly string[]): Promise<string> {
    const headers = { "content-type": file.type };
    const call = { method: "POST", body: file, headers, signal, timeoutMs: this.limit.timeoutMs ?? UPLOAD_MS } as const;
    const response = await this.uploads.fetch(path, call);
    const data = getData(response.json);
    const id = names.map((name) => data[name]).find((value) => typeof value === "string" && value);
    if (response.status < 300 && typeof id === "string") return id;
    const message = this.uploads.errorMessage(response);
    throw this.uploads.error("provider_rejected", `HeyGen did not accept the file. ${message}`);
  }
}

/** Returns the more specific code, if only the message reveals it. */
function refineError(error: unknown): unknown {
  if (!(error instanceof EngineError)) return error;
  const { code, message } = error;
  if (code !== "provider_rejected" && code !== "provider_unauthorized") return error;
  if (/insufficient|quota|credit/i.test(message)) return new EngineError("provider_out_of_credit", message);
  return isModeration(message) ? new EngineError("moderated", message) : error;
}
