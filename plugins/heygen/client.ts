import type { Health } from "vireo/engine";
import { isModeration } from "vireo/hosted/moderation";
import { createVendor, RetryLater, type Vendor } from "vireo/vendor";

export interface ClientOptions {
  apiKey: string;
  baseUrl: string;
  /** Time limit of one call, in milliseconds. */
  timeoutMs?: number;
}

export type HeygenStatus =
  | { state: "running" }
  | { state: "done"; url: string; poster?: string }
  | { state: "failed"; code: string; message: string };

const READ_RATE = { calls: 1, perMs: 200 };
const UPLOAD_MS = 120_000;
/** HeyGen runs ten jobs at a time and names the wait for the next one, so wait for some of them to end. */
const MAX_CREATES = 10;
/** Pages of a list: 3,000 voices or more. */
const MAX_PAGES = 60;

/** HeyGen's codes whose meaning differs from that of the status they come with. */
const CODES: Readonly<Record<string, string>> = {
  insufficient_credit: "provider_out_of_credit",
  quota_exceeded: "provider_out_of_credit",
  trial_video_limit_exceeded: "provider_out_of_credit",
  avatar_not_found: "provider_rejected",
  voice_not_found: "provider_rejected",
  asset_not_found: "provider_rejected",
  not_found: "provider_rejected",
  resource_access_denied: "provider_rejected",
};

interface Problem {
  code?: unknown;
  message?: unknown;
  param?: unknown;
}

/** Reads HeyGen's error envelope, `{error: {code, message, param, doc_url}}`. */
function getProblem(json: unknown): Problem {
  const { error } = (json ?? {}) as { error?: Problem | null };
  return typeof error === "object" && error ? error : {};
}

const isText = (value: unknown): value is string => typeof value === "string" && value !== "";

function getErrorMessage(json: unknown): string | undefined {
  const { message, param } = getProblem(json);
  if (!isText(message)) return undefined;
  return isText(param) ? `${param}: ${message}` : message;
}

/** Maps a code and a message of HeyGen's to an EngineError code; undefined if they reveal none. */
function toCode(code: unknown, message: unknown): string | undefined {
  if (isText(code) && Object.hasOwn(CODES, code)) return CODES[code];
  return isModeration(`${code} ${message}`) ? "moderated" : undefined;
}

function getCode(json: unknown): string | undefined {
  const { code, message } = getProblem(json);
  return toCode(code, message);
}

const getData = (json: unknown) =>
  ((json as { data?: unknown } | null | undefined)?.data ?? {}) as Record<string, unknown>;

/**
 * HeyGen's API v3. Sources: the specification in heygen-cli at 7699a8ee; developers.heygen.com, "Error codes" and
 * "Usage limits".
 */
export class HeygenClient {
  private readonly vendor: Vendor;
  private readonly limit: { timeoutMs?: number };

  constructor({ apiKey, baseUrl, timeoutMs }: ClientOptions) {
    this.vendor = createVendor({
      title: "HeyGen",
      baseUrl,
      headers: { "x-api-key": apiKey },
      secrets: [apiKey],
      keyName: "HEYGEN_API_KEY",
      getErrorMessage,
      getCode,
      // The first request with this Idempotency-Key is still running.
      codes: { 409: "outcome_unknown" },
      readRate: READ_RATE,
      maxCreates: MAX_CREATES,
    });
    this.limit = timeoutMs === undefined ? {} : { timeoutMs };
  }

  /**
   * Starts a video and returns its id. The only paid call. HeyGen answers a repeated key with the first video for a
   * day, so that no proxy can have it made twice. A call whose outcome is unknown is not repeated all the same.
   */
  async begin(body: object, key: string, signal: AbortSignal): Promise<string> {
    const headers = { "idempotency-key": key };
    const { json } = await this.vendor.create("/v3/videos", { json: body, headers, signal, ...this.limit });
    const { video_id: id } = getData(json);
    if (isText(id)) return id;
    throw this.vendor.error("outcome_unknown", "HeyGen accepted the request but returned no video id.");
  }

  async find(id: string, signal: AbortSignal): Promise<HeygenStatus | RetryLater> {
    const response = await this.vendor.read(`/v3/videos/${encodeURIComponent(id)}`, { signal, ...this.limit });
    if (response instanceof RetryLater) return response;
    const { status, video_url: url, thumbnail_url: poster, failure_code, failure_message } = getData(response.json);
    const isGone = response.status === 410 || (response.status === 404 && isText(getProblem(response.json).code));
    if (isGone) return this.fail("provider_error", `has no video ${id}. ${this.vendor.errorMessage(response)}`);
    if (response.status >= 300 || !isText(status))
      return new RetryLater(`HeyGen returned no status (${response.status}). ${this.vendor.errorMessage(response)}`);
    if (status === "failed") {
      const text = isText(failure_message) ? failure_message : "no reason given";
      const reason = isText(failure_code) ? `${text} (${failure_code})` : text;
      return this.fail(toCode(failure_code, failure_message) ?? "provider_error", `failed: ${reason}`);
    }
    if (status !== "completed") return { state: "running" };
    if (!isText(url)) return this.fail("provider_error", "reports success but returned no video.");
    return { state: "done", url, poster: isText(poster) ? poster : undefined };
  }

  /** Uploads a portrait or a speech and returns the id of the asset. Free, so it can be repeated. */
  async upload(file: File, signal: AbortSignal): Promise<string> {
    const body = new FormData();
    body.append("file", file);
    const call = { method: "POST", body, signal, timeoutMs: this.limit.timeoutMs ?? UPLOAD_MS } as const;
    const response = await this.vendor.fetch("/v3/assets", call);
    const { asset_id: id } = getData(response.json);
    if (response.status < 300 && isText(id)) return id;
    const message = this.vendor.errorMessage(response);
    throw this.vendor.error("provider_rejected", `HeyGen did not accept the file ${file.name}. ${message}`.trim());
  }

  /** Returns the entries of all pages of a list, such as "/v3/voices?type=public&limit=100". */
  async list(path: string, signal: AbortSignal): Promise<Record<string, unknown>[]> {
    const entries: Record<string, unknown>[] = [];
    let token = "";
    for (let page = 0; page < MAX_PAGES; page++) {
      const next = token ? `${path}&token=${encodeURIComponent(token)}` : path;
      const response = await this.vendor.fetch(next, { signal, timeoutMs: 15_000 });
      const { data, has_more, next_token } = (response.json ?? {}) as Record<string, unknown>;
      if (response.status >= 300 || !Array.isArray(data))
        throw this.vendor.error(
          "provider_error",
          `HeyGen returned no list. ${this.vendor.errorMessage(response)}`.trim(),
        );
      entries.push(...data);
      if (has_more !== true || !isText(next_token) || next_token === token) break;
      token = next_token;
    }
    return entries;
  }

  check(): Promise<Health> {
    return this.vendor.check("/v3/users/me", (json) => {
      const balance = getBalance(getData(json));
      return balance && { ok: balance.left > 0, detail: `HeyGen accepts the key; ${balance.text} left` };
    });
  }

  private fail(code: string, reason: string): HeygenStatus {
    return { state: "failed", code, message: this.vendor.error(code, `HeyGen ${reason}`.trim()).message };
  }
}

interface Billing {
  wallet?: { currency?: unknown; remaining_balance?: unknown; auto_reload?: { enabled?: unknown } | null } | null;
  subscription?: { credits?: Record<string, { remaining?: unknown } | null> } | null;
}

/** What is left of a prepaid balance or a subscription's credits; undefined for an account that pays by use. */
function getBalance({ wallet, subscription }: Billing): { left: number; text: string } | undefined {
  const credits = (left: number) => ({ left, text: `${Math.floor(left)} credits` });
  if (typeof wallet?.remaining_balance === "number") {
    const { remaining_balance: left, currency, auto_reload } = wallet;
    const balance = currency === "usd" ? { left, text: `$${left.toFixed(2)}` } : credits(left);
    return auto_reload?.enabled === true ? { ...balance, left: Math.max(1, left) } : balance;
  }
  const pools = Object.values(subscription?.credits ?? {}).map((pool) => pool?.remaining);
  const known = pools.filter((left) => typeof left === "number");
  return known.length > 0 ? credits(known.reduce((sum, left) => sum + left, 0)) : undefined;
}
