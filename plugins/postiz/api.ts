import { createVendor, RetryLater, type Vendor, type VendorCall, type VendorResponse } from "vireo/vendor";

export type Call = Omit<VendorCall, "file">;

const MAX_BYTES = 1 << 20;

/** Client for Postiz's public API. Redirects are not followed, so the key is sent to no other host. */
export class PostizApi {
  private readonly vendor: Vendor;

  constructor({ apiKey, baseUrl }: { apiKey: string; baseUrl: string }) {
    this.vendor = createVendor({
      title: "Postiz",
      baseUrl: getApiUrl(baseUrl),
      // Postiz expects the bare key, without Bearer.
      headers: { authorization: apiKey },
      secrets: [apiKey],
      keyName: "POSTIZ_API_KEY",
      getErrorMessage,
    });
  }

  /** Sends one call, which is never repeated. */
  send(path: string, call: Call): Promise<VendorResponse | RetryLater> {
    return this.vendor.send(path, { maxBytes: MAX_BYTES, ...call });
  }

  /** Sends a call outside of publishing. Throws if there is no response. */
  async request(path: string, call: Call): Promise<VendorResponse> {
    const response = await this.send(path, call);
    if (response instanceof RetryLater) throw new Error(response.reason);
    return response;
  }

  /** Returns the error message of a response. Empty if it has none. */
  errorMessage(response: VendorResponse): string {
    return this.vendor.errorMessage(response);
  }

  /** Creates the error for an unusable response. */
  unexpected(action: string, response: VendorResponse): Error {
    const message = this.errorMessage(response);
    return new Error(`Could not ${action}: Postiz responded with ${response.status}${message ? `: ${message}` : "."}`);
  }
}

/** Returns the URL of the public API, which operators may configure with or without its path. */
function getApiUrl(baseUrl: string): string {
  const { origin, pathname } = new URL(baseUrl);
  return `${origin}${pathname.replace(/\/+$/, "").replace(/\/public\/v1$/, "")}/public/v1`;
}

const MAX_DEPTH = 4;
const MAX_ITEMS = 5;
const SUBJECT_FIELDS = ["provider", "name"];
/** Fields of error messages, most specific first. */
const MESSAGE_FIELDS = ["msg", "message", "errors", "error"];

/** Returns the message of an error on one line. Postiz nests messages in lists and objects. */
export const getErrorMessage = (json: unknown): string =>
  flatten(json, MAX_DEPTH)
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();

function flatten(value: unknown, depth: number): string {
  if (typeof value === "string") return value;
  if (typeof value !== "object" || value === null || depth === 0) return "";
  const flattenAll = (items: readonly unknown[]) => items.map((item) => flatten(item, depth - 1)).filter(Boolean);
  if (Array.isArray(value)) return flattenAll(value.slice(0, MAX_ITEMS)).join("; ");
  const fields = value as Record<string, unknown>;
  const [message] = flattenAll(MESSAGE_FIELDS.map((name) => fields[name]));
  return message ? [...flattenAll(SUBJECT_FIELDS.map((name) => fields[name])), message].join(": ") : "";
}
