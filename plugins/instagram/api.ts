import { PostLaterError, RefusedError } from "vireo/slots/social";
import { createVendor, type Vendor, type VendorResponse } from "vireo/vendor";
import { findMeaning, type Meaning, TemporaryError } from "./errors";

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

export const HOUR = 3_600_000;
export const LIMIT_MESSAGE = "Instagram accepts no more posts from this account for now.";

/** Returns what a definite refusal means. Undefined if the outcome is unknown. */
export function getMeaning(response: VendorResponse): Meaning | undefined {
  const { code, error_subcode, is_transient, message } = getError(response);
  const { status } = response;
  if (status < 400 || status >= 500 || typeof message !== "string") return undefined;
  const meaning = findMeaning(code, error_subcode);
  if (meaning) return meaning;
  // "Unknown error" and "temporarily unavailable" can also follow a successful call.
  const isUncertain = is_transient === true || code === 1 || code === 2 || code === -1;
  return isUncertain ? undefined : { kind: "refused", category: "user_content" };
}

/** True for server errors, after which a call may have succeeded all the same. */
export const isServerError = (response: VendorResponse): boolean => getError(response).code === -1;

/** Converts an error to one for `prepare`. Anything uncertain is a temporary error, and retried. */
export function toError(api: Vendor, response: VendorResponse): Error {
  const message = api.errorMessage(response);
  const meaning = getMeaning(response);
  if (meaning?.kind === "limited") return new PostLaterError(HOUR, LIMIT_MESSAGE);
  if (meaning?.kind === "refused")
    return new RefusedError(meaning.category, `Instagram rejected the video: ${message}`);
  if (meaning) return new TemporaryError(meaning, message);
  return new Error(`Instagram responded with ${response.status}. ${message}`.trim());
}
