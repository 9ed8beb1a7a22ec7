import { createVendor, RetryLater, type Vendor, type VendorCall, type VendorResponse } from "vireo/vendor";
import { type Fields, isObject, readMessage } from "./json";
import type { Quota } from "./quota";

/** A response. `body` is the JSON object, undefined for anything else. */
export interface ZernioResponse extends Pick<VendorResponse, "status" | "headers"> {
  body: Fields | undefined;
}

export interface Call extends Pick<VendorCall, "json" | "headers" | "timeoutMs" | "signal"> {
  query?: Record<string, string | undefined>;
}

/** A failed request. The message is shown to users and contains no secret. */
export class ZernioError extends Error {
  override readonly name = "ZernioError";
  /** Status of the response, if there was one. */
  readonly status: number | undefined;
  constructor(message: string, status?: number) {
    super(message);
    this.status = status;
  }
}

const TIMEOUT_MS = 20_000;
/** Large videos take a while on slow connections. */
const UPLOAD_MS = 25 * 60_000;

/** Client for Zernio's API. The key is only ever in requests: no error and no response contains it. */
export class ZernioClient {
  /** False after Zernio has rejected the key, until it accepts it again. */
  isKeyAccepted = true;
  /** True if the API is only used over https. */
  readonly isEncrypted: boolean;
  private readonly apiKey: string;
  private readonly quota: Quota;
  private readonly api: Vendor;
  private readonly storage: Vendor;

  constructor({ apiKey, baseUrl, quota }: { apiKey: string; baseUrl: string; quota: Quota }) {
    const shared = { secrets: [apiKey], keyName: "ZERNIO_API_KEY" };
    this.apiKey = apiKey;
    this.quota = quota;
    this.isEncrypted = baseUrl.startsWith("https:");
    this.api = createVendor({
      ...shared,
      title: "Zernio",
      baseUrl: baseUrl.replace(/\/+$/, "").replace(/\/v1$/, ""),
      headers: { authorization: `Bearer ${apiKey}` },
    });
    this.storage = createVendor({ ...shared, title: "Zernio's storage", baseUrl, headers: {} });
  }

  /** Sends one request, which is never repeated. Resolves with any status. */
  async send(method: "GET" | "POST", path: string, call: Call): Promise<ZernioResponse | RetryLater> {
    const { query, ...rest } = call;
    const search = new URLSearchParams(
      Object.entries(query ?? {}).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    );
    const url = search.size > 0 ? `${path}?${search}` : path;
    const response = await this.api.send(url, { method, timeoutMs: TIMEOUT_MS, ...rest });
    if (response instanceof RetryLater) return response;
    const { status, headers, text, json } = response;
    this.quota.learn(headers);
    if (status === 401) this.isKeyAccepted = false;
    else if (status < 400) this.isKeyAccepted = true;
    const body = text.includes(this.apiKey) ? JSON.parse(text.replaceAll(this.apiKey, "•••")) : json;
    return { status, headers, body: isObject(body) ? body : undefined };
  }

  /** `send` within the quota. Throws ZernioError if there is no response. */
  async request(method: "GET" | "POST", path: string, call: Call): Promise<ZernioResponse> {
    await this.quota.take(call.signal);
    const response = await this.send(method, path, call);
    if (response instanceof RetryLater) throw new ZernioError(response.reason);
    if (response.status === 429) this.quota.learn(response.headers, true);
    return response;
  }

  /** Returns the JSON object of a read. Throws ZernioError for anything but a 2xx. */
  async get(path: string, call: Omit<Call, "json">): Promise<Fields> {
    const { status, body } = await this.request("GET", path, call);
    if (status === 401) throw new ZernioError("Zernio rejected the API key.", status);
    if (status < 200 || status > 299)
      throw new ZernioError(`Zernio responded with ${status}: ${readMessage(body) ?? "no reason given"}`, status);
    if (!body) throw new ZernioError("Zernio's response is not JSON.");
    return body;
  }

  /** Uploads bytes to a presigned URL, without the key. The URL is a secret, so no error mentions it. */
  async upload(url: string, body: BodyInit, headers: Record<string, string>, signal: AbortSignal): Promise<void> {
    const response = await this.storage.send(url, { method: "PUT", body, headers, signal, timeoutMs: UPLOAD_MS });
    if (response instanceof RetryLater) throw new ZernioError(`The upload failed. ${response.reason}`);
    if (response.status < 200 || response.status > 299)
      throw new ZernioError(`The upload failed: Zernio's storage responded with ${response.status}.`);
  }
}
