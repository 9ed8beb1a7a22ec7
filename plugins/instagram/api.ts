import { type FailCategory, PostLaterError, RefusedError } from "vireo/slots/social";
import { createVendor, type Vendor, type VendorResponse } from "vireo/vendor";

export interface App {
  clientId: string;
  clientSecret: string;
  apiVersion: string;
  apiUrl: string;
  tokenUrl: string;
  loginUrl: string;
}

interface ErrorBody {
  error?: {
    code?: unknown;
    error_subcode?: unknown;
    message?: unknown;
    error_user_msg?: unknown;
    is_transient?: unknown;
  };
}

const getError = ({ json }: Pick<VendorResponse, "json">) => (json as ErrorBody | null | undefined)?.error ?? {};

export const createApi = ({ apiUrl, apiVersion, clientSecret }: App): Vendor =>
  createVendor({
    title: "Instagram",
    baseUrl: `${apiUrl}/${apiVersion}`,
    headers: {},
    secrets: [clientSecret],
    keyName: "INSTAGRAM_CLIENT_ID",
    getErrorMessage: (json) => {
      const { error_user_msg, message } = getError({ json });
      return typeof error_user_msg === "string" ? error_user_msg : typeof message === "string" ? message : undefined;
    },
  });

/** Meta's error code for expired or revoked tokens. */
const DEAD_TOKEN = 190;
export const isRejectedToken = (response: Pick<VendorResponse, "json">): boolean =>
  getError(response).code === DEAD_TOKEN;

const HOUR = 3_600_000;
/** Error codes of limits: of the app, the user, the page, and all calls. */
const LIMITS: ReadonlySet<unknown> = new Set([4, 17, 32, 613]);
/** Subcode of the limit of published posts. */
const POSTS_LIMIT = 2207042;
const NO_PERMISSION: ReadonlySet<unknown> = new Set([10, 200]);

/** Returns the category of a definite refusal. Undefined if the outcome is unknown, or a retry may help. */
export function getCategory(response: VendorResponse): FailCategory | undefined {
  const { code, error_subcode, is_transient, message } = getError(response);
  const { status } = response;
  if (status < 400 || status >= 500 || typeof message !== "string" || is_transient === true) return undefined;
  // "Unknown error" and "temporarily unavailable" can also follow a successful call.
  if (code === 1 || code === 2 || code === -1) return undefined;
  if (code === DEAD_TOKEN) return "auth_expired";
  if (error_subcode === POSTS_LIMIT) return "quota_exhausted";
  if (LIMITS.has(code)) return "platform_rate_limit";
  if (NO_PERMISSION.has(code)) return "account_issue";
  return "user_content";
}

/** Converts a refusal to an error for `prepare`. Anything uncertain is a temporary error, and retried. */
export function toError(api: Vendor, response: VendorResponse): Error {
  const message = api.errorMessage(response);
  const category = getCategory(response);
  if (category === "quota_exhausted" || category === "platform_rate_limit")
    return new PostLaterError(HOUR, "Instagram accepts no more posts from this account for now.");
  if (category) return new RefusedError(category, `Instagram rejected the video: ${message}`);
  return new Error(`Instagram responded with ${response.status}. ${message}`.trim());
}
